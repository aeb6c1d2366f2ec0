import { cueKinds } from '../../../../src/contract/overlay-messages.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { overlayWords } from '../../words/overlay-words.ts'

/** One of each kind, for real, on the pages that are connected. */
export function TestCard() {
  const { error, attempt } = useAttempts()
  const test = (action: () => Promise<unknown>) =>
    attempt(async () => {
      await action()
      showToast(overlayWords.tested)
    })
  return (
    <section class="card">
      <header>
        <h2>{overlayWords.test}</h2>
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
              {overlayWords.tests[kind]}
            </button>
          ))}
          <button
            type="button"
            class="button small"
            disabled={!may('moderator')}
            onClick={() => void test(() => call('play-music', {}))}
          >
            {overlayWords.tests.song}
          </button>
        </div>
        <FormError error={error} than={[]} class="small" />
      </div>
    </section>
  )
}
