import './try-stage.css'
import { useEffect, useRef } from 'preact/hooks'
import { call } from '../../api.ts'
import { overlayTests } from '../../pages/overlay/test-messages.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { useLoaded } from '../parts.tsx'
import { type Preview, PreviewStage, usePreview } from './preview-stage.tsx'
import { ownStages, type TriedItem, triedItem } from './try-out.ts'

/** Where what is tried is shown, on pages without a stage of their own. */
export function TryStage() {
  const item = triedItem.value
  if (item === undefined || ownStages.value > 0) return null
  return <CornerStage item={item} />
}

const closesAfterMs = 2_500

function CornerStage({ item }: { item: TriedItem }) {
  const closing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const corner = useRef<HTMLElement>(null)
  const close = () => {
    triedItem.value = undefined
  }
  const preview = usePreview(({ report }) => {
    if (report !== 'finished' && report !== 'failed') return
    clearTimeout(closing.current)
    // It stays while somebody points at it or uses it.
    closing.current = setTimeout(() => corner.current?.matches(':hover, :focus-within') || close(), closesAfterMs)
  })
  useTheme(preview)
  const play = () => {
    clearTimeout(closing.current)
    preview.send({ type: 'cue', cue: item.cue, isAudible: item.id === null })
  }
  useEffect(play, [item.number])
  useEffect(() => () => clearTimeout(closing.current), [])
  return (
    <section class="try-stage" aria-label={overlayTests.stage()} ref={corner}>
      <PreviewStage preview={preview} />
      <div class="row">
        <button type="button" class="button small" onClick={play}>
          <Icon name="replay" />
          {overlayTests.again()}
        </button>
        <IconButton icon="close" label={overlayTests.close()} onClick={close} />
      </div>
    </section>
  )
}

/** A stage shows with the saved theme of the overlay, and no sample items. */
export function useTheme(preview: Preview): void {
  const { value } = useLoaded(() => call('get-overlay-settings', {}), [])
  useEffect(() => {
    if (value === undefined) return
    const { custom_css, ...settings } = value.settings
    preview.send({ type: 'settings', settings, css: custom_css ?? '', kinds: [], style: 'plain' })
  }, [value])
}

/** A stage of the page shows what is tried while it is there. */
export function useTriedItems(preview: Preview): void {
  const item = triedItem.value
  useEffect(() => {
    ownStages.value++
    triedItem.value = undefined
    return () => {
      ownStages.value--
      triedItem.value = undefined
    }
  }, [])
  useEffect(() => {
    if (item !== undefined) preview.send({ type: 'cue', cue: item.cue, isAudible: item.id === null })
  }, [item?.number])
}
