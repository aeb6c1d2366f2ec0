import { useRef, useState } from 'preact/hooks'
import { type WidgetGroup, widgetGroups } from '../../../../src/contract/define-widget.ts'
import { type WidgetType, widgetDefinitions } from '../../../../src/contract/widgets.ts'
import { call, errorFor } from '../../api.ts'
import { messages } from '../../messages/widgets.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/form.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { SettingField } from '../../ui/setting-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Media } from '../../ui/use-media.ts'
import { centred, type Settings } from './shape.ts'
import { readWidgetFile } from './widget-file.ts'
import { WidgetStage } from './widget-stage.tsx'

interface GalleryProps {
  readonly media: Media
  readonly onDone: (id: number) => void
}

/** Every kind there is. One is chosen, seen at once with sample data, and created with a name. */
export function WidgetGallery({ media, onDone }: GalleryProps) {
  const [type, setType] = useState<WidgetType>(widgetDefinitions[0].type)
  const definition = widgetDefinitions.find((one) => one.type === type) ?? widgetDefinitions[0]
  const [name, setName] = useState(definition.title())
  const [files, setFiles] = useState<Settings>({})
  const { error, attempt } = useAttempts()
  const file = useRef<HTMLInputElement>(null)
  const needed = Object.entries(definition.settings).filter(([, field]) => 'isRequired' in field && field.isRequired)
  const chosen = Object.fromEntries(needed.map(([field]) => [field, files[field]] as const))
  const settings: Settings = { ...definition.sample.settings, ...chosen }
  const place = centred(definition.size)

  const create = (made: { readonly type: WidgetType; readonly name: string; readonly settings: Settings }) =>
    attempt(async () => {
      const { widget } = await call('create-widget', { place, ...made })
      showToast(messages.created({ name: widget.name }))
      onDone(widget.id)
    })
  async function open(chosenFile: File | undefined): Promise<void> {
    if (chosenFile === undefined) return
    const imported = await readWidgetFile(chosenFile)
    if (imported === undefined) return showToast(messages.notAWidget({ name: chosenFile.name }), 'stop')
    await create({ ...imported, type: imported.type as WidgetType })
  }
  return (
    <Form class="card" onSubmit={() => create({ type, name, settings })}>
      <header>
        <BackLink href="/widgets" label={messages.back()} />
        <h2 class="grow">{messages.gallery()}</h2>
        <span class="faint small wide-only">{messages.galleryHelp()}</span>
        {may('editor') && (
          <button
            type="button"
            class="button small"
            title={messages.importHelp()}
            onClick={() => file.current?.click()}
          >
            {messages.importOne()}
          </button>
        )}
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label={messages.importOne()}
          onChange={(event) => {
            void open(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </header>
      <div class="inside stack">
        <div class="stage-and-name">
          <WidgetStage
            widgets={[{ id: 0, name, type, settings, place: { ...place, ...enlarged(place) } }]}
            media={media}
            chosen={undefined}
            disabled
            onChoose={() => {}}
          />
          {may('editor') && (
            <div class="make">
              <TextField
                label={messages.name()}
                value={name}
                maxLength={100}
                error={errorFor(error, 'name')}
                onInput={setName}
              />
              {needed.map(([field, one]) => (
                <SettingField
                  key={field}
                  definition={one}
                  media={media}
                  value={files[field]}
                  onChange={(value) => setFiles({ ...files, [field]: value })}
                />
              ))}
              <button type="submit" class="button primary">
                {messages.use()}
              </button>
              <FormError error={error} than={['name']} />
            </div>
          )}
        </div>
        <div role="radiogroup" aria-label={messages.type()} class="stack">
          {(Object.keys(widgetGroups) as WidgetGroup[]).map((group) => (
            <section key={group} class="stack tight">
              <h3>{widgetGroups[group]()}</h3>
              <div class="kinds">
                {widgetDefinitions
                  .filter((one) => one.group === group)
                  .map((one) => (
                    <label key={one.type} class="kind">
                      <input
                        type="radio"
                        name="type"
                        checked={type === one.type}
                        onChange={() => {
                          setType(one.type)
                          setName(one.title())
                        }}
                      />
                      <b>
                        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
                          <path d={one.icon} />
                        </svg>{' '}
                        {one.title()}
                      </b>
                      <span class="faint small">{one.help()}</span>
                    </label>
                  ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </Form>
  )
}

/** As large as the preview allows: it is a look at one widget, not at its size on the stage. */
function enlarged({ width, height }: { readonly width: number; readonly height: number }) {
  const factor = Math.min(80 / width, 80 / height, 2.5)
  return { width: width * factor, height: height * factor }
}
