import { useEffect, useRef, useState } from 'preact/hooks'
import { effectDefinitions } from '../../../../src/contract/effects.ts'
import { call, errorFor } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/form.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { PreviewStage, usePreview } from '../../ui/preview-stage.tsx'
import { SettingField } from '../../ui/setting-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useTriedItems } from '../../ui/try-stage.tsx'
import type { Media } from '../../ui/use-media.ts'
import { messages } from './messages.ts'
import { lacksFile, previewSettings, type Settings } from './shape.ts'

type Definition = (typeof effectDefinitions)[number]

interface GalleryProps {
  readonly media: Media
  readonly onDone: (id: string) => void
}

/** Every kind there is. One is chosen, seen at once, and made with a name. */
export function Gallery({ media, onDone }: GalleryProps) {
  const preview = usePreview(() => {})
  useTriedItems(preview)
  const [definition, setDefinition] = useState<Definition>(effectDefinitions[0])
  const { type } = definition
  const [name, setName] = useState(definition.title())
  const [files, setFiles] = useState<Settings>({})
  const { error, attempt } = useAttempts()
  const needed = Object.entries(definition.settings).filter(([, { isRequired }]) => isRequired === true)
  const chosen = Object.fromEntries(needed.map(([name]) => [name, files[name]] as const))
  const settings: Settings = { ...definition.sample, ...chosen }
  const play = () =>
    preview.send({ type: 'effect', effect_type: type, effect_settings: previewSettings(type, settings, media) })
  // The first comes by itself, unless somebody would rather have it quiet.
  const isAsked = useRef(!matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (lacksFile(type, settings, media)) preview.send({ type: 'stop' })
    else if (isAsked.current) play()
    isAsked.current = true
  }, [type, JSON.stringify(chosen)])

  const make = () =>
    attempt(async () => {
      const { effect } = await call('create-effect', { name, effect_type: type, effect_settings: settings })
      showToast(messages.created({ name: effect.name }))
      onDone(effect.overlay_id)
    })
  return (
    <Form class="card" onSubmit={make}>
      <header>
        <BackLink href="/effects" label={messages.back()} />
        <h2 class="grow">{messages.gallery()}</h2>
        <span class="faint small wide-only">{messages.galleryHelp()}</span>
      </header>
      <div class="inside stack">
        <div class="stage-and-name">
          <PreviewStage preview={preview} />
          {may('editor') && (
            <div class="make">
              <TextField
                label={messages.name()}
                value={name}
                maxLength={100}
                error={errorFor(error, 'name')}
                onInput={setName}
              />
              {needed.map(([name, field]) => (
                <SettingField
                  key={name}
                  definition={field}
                  media={media}
                  value={files[name]}
                  error={errorFor(error, 'effect_settings')}
                  onChange={(value) => setFiles({ ...files, [name]: value })}
                />
              ))}
              <button type="submit" class="button primary">
                {messages.use()}
              </button>
              <FormError error={error} than={['name']} />
            </div>
          )}
        </div>
        <div class="kinds" role="radiogroup" aria-label={messages.type()}>
          {effectDefinitions.map((one) => (
            <label key={one.type} class="kind">
              <input
                type="radio"
                name="type"
                checked={type === one.type}
                onChange={() => {
                  setDefinition(one)
                  setName(one.title())
                }}
                onClick={() => type === one.type && play()}
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
      </div>
    </Form>
  )
}
