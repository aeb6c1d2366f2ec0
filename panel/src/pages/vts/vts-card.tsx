import { call } from '../../api.ts'
import { connections, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ServiceCard } from '../service-setups/service-card.tsx'
import { vtsCardMessages as messages } from './messages.ts'

/** The connection to VTube Studio: its state, how to connect it, and a button to ask again after a refusal. */
export function VtsCard() {
  const { error, busy, attempt } = useAttempts()
  const isRefused = connections.value.some(({ id, state }) => id === 'vts' && state === 'failed')
  const askAgain = () =>
    attempt(async () => {
      await call('ask-vts-again', {})
      showToast(messages.asked())
    })
  return (
    <ServiceCard service="vts" title={messages.title()} help={messages.help()}>
      {isRefused && may('editor') && (
        <div>
          <button type="button" class="button small" disabled={busy} onClick={() => void askAgain()}>
            {messages.askAgain()}
          </button>
        </div>
      )}
      <FormError error={error} than={[]} />
    </ServiceCard>
  )
}
