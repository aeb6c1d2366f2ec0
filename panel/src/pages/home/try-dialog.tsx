import { useEffect } from 'preact/hooks'
import { call } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { dashboard } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PreviewStage, usePreview } from '../../ui/media/preview-stage.tsx'
import { firstStepMessages as messages } from './first-step-messages.ts'

/** Plays a donation on the stage of the panel, and on the overlay too if one is connected. */
export function TryDialog({ onShown, onClose }: { onShown: () => void; onClose: () => void }) {
  const preview = usePreview(({ report }) => report === 'shown' && onShown())
  const hasOverlay = dashboard.value?.overlay === true
  const play = () =>
    attempt(async () => {
      const { settings } = await call('get-overlay-settings', {})
      const { custom_css, ...rest } = settings
      preview.send({ type: 'settings', settings: rest, css: custom_css ?? '', kinds: ['donation'], style: 'bright' })
      preview.send({ type: 'effect', effect_type: 'confetti', effect_settings: {} })
      if (hasOverlay) await call('test-overlay', { kind: 'donation' })
    })
  useEffect(() => void play(), [])
  return (
    <Dialog title={messages.tryTitle()} submit={commonMessages.close()} onClose={onClose} wide>
      <PreviewStage preview={preview} />
      {hasOverlay && <p class="soft small">{messages.tryOverlay()}</p>}
      <p>
        <button type="button" class="button" onClick={() => void play()}>
          {messages.tryAgain()}
        </button>
      </p>
    </Dialog>
  )
}
