import { useEffect, useRef, useState } from 'preact/hooks'
import { effectTypes } from '../../../../src/contract/overlay-messages.ts'
import { call, errorFor } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/form.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { MediaPicker } from '../../ui/media-picker.tsx'
import { PreviewStage, usePreview } from '../../ui/preview-stage.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Media } from '../../ui/use-media.ts'
import { effectWords } from '../../words/effect-words.ts'
import { type EffectType, previewSettings, type Settings } from './shape.ts'

/** Where an effect begins, so that there is something to see. */
const starts: Partial<Readonly<Record<EffectType, Settings>>> = {
  'text-burst': { text: 'Showtime' },
  custom: { ...effectWords.starter, seconds: 5 },
}

interface GalleryProps {
  readonly media: Media
  readonly onDone: (id: string) => void
}

/** Every kind there is. One is chosen, seen at once, and made with a name. */
export function Gallery({ media, onDone }: GalleryProps) {
  const preview = usePreview(() => {})
  const [type, setType] = useState<EffectType>('confetti')
  const [name, setName] = useState(effectWords.types.confetti?.[0] ?? '')
  const [image, setImage] = useState<string>()
  const { error, attempt } = useAttempts()
  const settings: Settings = { ...starts[type], ...(type === 'image' && image !== undefined ? { image } : {}) }
  const play = () =>
    preview.send({ type: 'effect', effect_type: type, effect_settings: previewSettings(settings, media) })
  // The first comes by itself, unless somebody would rather have it quiet.
  const isAsked = useRef(!matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (type === 'image' && image === undefined) preview.send({ type: 'stop' })
    else if (isAsked.current) play()
    isAsked.current = true
  }, [type, image])

  const make = () =>
    attempt(async () => {
      const { effect } = await call('create-effect', { name, effect_type: type, effect_settings: settings })
      showToast(effectWords.made(effect.name))
      onDone(effect.overlay_id)
    })
  return (
    <Form class="card" onSubmit={make}>
      <header>
        <BackLink href="/effects" label={effectWords.back} />
        <h2 class="grow">{effectWords.gallery}</h2>
        <span class="faint small wide-only">{effectWords.galleryHelp}</span>
      </header>
      <div class="inside stack">
        <PreviewStage preview={preview} />
        <div class="kinds" role="radiogroup" aria-label={effectWords.type}>
          {effectTypes.map((one) => (
            <label key={one} class="kind">
              <input
                type="radio"
                name="type"
                checked={type === one}
                onChange={() => {
                  setType(one)
                  setName(effectWords.types[one]?.[0] ?? one)
                }}
                onClick={() => type === one && play()}
              />
              <b>{effectWords.types[one]?.[0] ?? one}</b>
              <span class="faint small">{effectWords.types[one]?.[1]}</span>
            </label>
          ))}
        </div>
        {type === 'image' && (
          <MediaPicker
            label={effectWords.settingNames.image ?? ''}
            kind="image"
            media={media}
            value={image}
            error={errorFor(error, 'effect_settings')}
            onChange={setImage}
          />
        )}
        {may('editor') && (
          <div class="make">
            <TextField
              label={effectWords.name}
              value={name}
              maxLength={100}
              error={errorFor(error, 'name')}
              onInput={setName}
            />
            <button type="submit" class="button primary">
              {effectWords.use}
            </button>
          </div>
        )}
        <FormError error={error} than={['name']} />
      </div>
    </Form>
  )
}
