import { useState } from 'preact/hooks'
import { cueKinds } from '../../../../src/contract/overlay-messages.ts'
import { call, Trouble } from '../../api.ts'
import { may } from '../../state.ts'
import { say } from '../../ui/toasts.tsx'
import { overlayWords } from '../../words/overlay-words.ts'

/** One of each kind, for real, on the pages that are connected. */
export function TestCard() {
  const [trouble, setTrouble] = useState<string>()
  async function test(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed()
      setTrouble(undefined)
      say(overlayWords.tested)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error.message)
    }
  }
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
        {trouble !== undefined && (
          <p class="trouble small" role="alert">
            {trouble}
          </p>
        )}
      </div>
    </section>
  )
}
