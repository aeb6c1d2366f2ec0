import { useEffect, useRef, useState } from 'preact/hooks'
import { effectDefinitions } from '../../../../src/capabilities/effects/contract/effects.ts'
import { newEffectSettings } from '../../../../src/capabilities/effects/contract/new-effects.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { BackLink } from '../../ui/icon-button.tsx'
import { KindCards, NewItemFields, useNewItem } from '../../ui/media/gallery.tsx'
import { PreviewStage, usePreview } from '../../ui/media/preview-stage.tsx'
import { useTriedItems } from '../../ui/media/try-stage.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { channelTexts, useChannelTexts } from '../../ui/use-channel-texts.ts'
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
  const item = useNewItem(definition)
  const { name, chosen } = item
  const { error, attempt } = useAttempts()
  const texts = useChannelTexts()
  const settings: Settings = { ...newEffectSettings(type, texts), ...chosen }
  const play = () =>
    preview.send({ type: 'effect', effect_type: type, effect_settings: previewSettings(type, settings, media) })
  // The first comes by itself, unless somebody would rather have it quiet.
  const isAsked = useRef(!matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (lacksFile(type, settings, media)) preview.send({ type: 'stop' })
    else if (isAsked.current) play()
    isAsked.current = true
  }, [type, JSON.stringify(settings)])

  const make = () =>
    attempt(async () => {
      const effect_settings = { ...newEffectSettings(type, await channelTexts()), ...chosen }
      const { effect } = await call('create-effect', { name, effect_type: type, effect_settings })
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
            <NewItemFields item={item} texts={messages} media={media} error={error} settingsName="effect_settings" />
          )}
        </div>
        <div class="kinds" role="radiogroup" aria-label={messages.type()}>
          <KindCards
            kinds={effectDefinitions}
            chosen={type}
            onChoose={(kind) => {
              setDefinition(kind)
              item.setName(kind.title())
            }}
            onChooseAgain={play}
          />
        </div>
      </div>
    </Form>
  )
}
