import { call } from '../../api.ts'
import { connections, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ServiceSetup } from '../service-setups/service-setup.tsx'
import { vtsCardMessages as messages } from './messages.ts'

/** The connection to VTube Studio: its state, how to connect it, and a button to ask again after a refusal. */
export function VtsCard() {
  const { error, busy, attempt } = useAttempts()
  const live = connections.value.find(({ id }) => id === 'vts')
  const { state, until, message } = live ?? { state: 'off' as const, until: null, message: '' }
  const askAgain = () =>
    attempt(async () => {
      await call('ask-vts-again', {})
      showToast(messages.asked())
    })
  return (
    <section class="card" aria-label={messages.title()}>
      <header>
        <h2 class="grow">{messages.title()}</h2>
        <ConnectionLight connection={{ state, until }} />
      </header>
      <div class="inside stack tight">
        <p class="soft">{message === '' ? messages.help() : message}</p>
        {state === 'failed' && may('editor') && (
          <div>
            <button type="button" class="button small" disabled={busy} onClick={() => void askAgain()}>
              {messages.askAgain()}
            </button>
          </div>
        )}
        <FormError error={error} than={[]} />
      </div>
      <div class="card-more">
        <ServiceSetup service="vts" isConfigured={live !== undefined} onChanged={async () => {}} />
      </div>
    </section>
  )
}
