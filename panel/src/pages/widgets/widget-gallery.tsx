import { useState } from 'preact/hooks'
import { type WidgetGroup, widgetGroups } from '../../../../src/capabilities/widgets/contract/define-widget.ts'
import { newWidgetSettings } from '../../../../src/capabilities/widgets/contract/new-widgets.ts'
import { type WidgetType, widgetDefinitions } from '../../../../src/capabilities/widgets/contract/widgets.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { JsonFileButton } from '../../ui/lists/json-file-button.tsx'
import { KindCards, NewItemFields, useNewItem } from '../../ui/media/gallery.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { channelTexts, useChannelTexts } from '../../ui/use-channel-texts.ts'
import { messages } from './messages.ts'
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
  const item = useNewItem(definition)
  const { name, chosen } = item
  const { error, attempt } = useAttempts()
  const settings: Settings = { ...newWidgetSettings(type, useChannelTexts()), ...chosen }
  const place = centred(definition.size)

  const create = (made: { readonly type: WidgetType; readonly name: string; readonly settings: Settings }) =>
    attempt(async () => {
      const { widget } = await call('create-widget', { place, ...made })
      showToast(messages.created({ name: widget.name }))
      onDone(widget.id)
    })
  async function make(): Promise<void> {
    await create({ type, name, settings: { ...newWidgetSettings(type, await channelTexts()), ...chosen } })
  }
  async function open(file: File): Promise<void> {
    const imported = await readWidgetFile(file)
    if (imported === undefined) return showToast(messages.notAWidget({ name: file.name }), 'stop')
    await create({ ...imported, type: imported.type as WidgetType })
  }
  return (
    <Form class="card" onSubmit={make}>
      <header>
        <BackLink href="/widgets" label={messages.back()} />
        <h2 class="grow">{messages.gallery()}</h2>
        <span class="faint small wide-only">{messages.galleryHelp()}</span>
        {may('editor') && (
          <JsonFileButton
            label={messages.importOne()}
            title={messages.importHelp()}
            onFile={(file) => void open(file)}
          />
        )}
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
            <NewItemFields item={item} texts={messages} media={media} error={error} settingsName="settings" />
          )}
        </div>
        <div role="radiogroup" aria-label={messages.type()} class="stack">
          {(Object.keys(widgetGroups) as WidgetGroup[]).map((group) => (
            <section key={group} class="stack tight">
              <h3>{widgetGroups[group]()}</h3>
              <div class="kinds">
                <KindCards
                  kinds={widgetDefinitions.filter((one) => one.group === group)}
                  chosen={type}
                  onChoose={(kind) => {
                    setType(kind.type)
                    item.setName(kind.title())
                  }}
                />
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
