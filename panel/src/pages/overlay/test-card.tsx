import { type CueKind, cueKinds } from '../../../../src/contract/overlay-messages.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { messages } from './messages.ts'

const tests: Readonly<Record<CueKind, () => string>> = {
  tts: messages.testTts,
  'audio-alert': messages.testAlert,
  donation: messages.testDonation,
  effect: messages.testEffect,
}

/** Sends one item of each kind to the connected overlay pages. */
export function TestCard() {
  const { error, attempt } = useAttempts()
  const test = (action: () => Promise<unknown>) =>
    attempt(async () => {
      await action()
      showToast(messages.tested())
    })
  return (
    <section class="card">
      <header>
        <h2>{messages.test()}</h2>
      </header>
      <div class="inside stack tight">
        <div class="row wrap">
          {cueKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              class="button small"
              disabled={!may('moderator')}
              onClick={() => void test(() => call('test-overlay', { kind }))}
            >
              {tests[kind]()}
            </button>
          ))}
          <button
            type="button"
            class="button small"
            disabled={!may('moderator')}
            onClick={() => void test(() => call('start-song', {}))}
          >
            {messages.testSong()}
          </button>
        </div>
        <FormError error={error} than={[]} class="small" />
      </div>
    </section>
  )
}
