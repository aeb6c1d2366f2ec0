import { type CueKind, cueKinds } from '../../../../src/capabilities/overlay/contract/cues.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { tryOut } from '../../ui/media/try-out.ts'
import { messages } from './messages.ts'

const tests: Readonly<Record<CueKind, () => string>> = {
  tts: messages.testTts,
  'audio-alert': messages.testAlert,
  'event-alert': messages.testEventAlert,
  donation: messages.testDonation,
  effect: messages.testEffect,
}

/** Shows one item of each kind, on the overlay too if one is connected. */
export function TestCard() {
  const { error, attempt } = useAttempts()
  const playSong = () =>
    attempt(async () => {
      await call('start-song', {})
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
              onClick={() => void tryOut(() => call('test-overlay', { kind }))}
            >
              {tests[kind]()}
            </button>
          ))}
          <button type="button" class="button small" disabled={!may('moderator')} onClick={() => void playSong()}>
            {messages.testSong()}
          </button>
        </div>
        <FormError error={error} than={[]} class="small" />
      </div>
    </section>
  )
}
