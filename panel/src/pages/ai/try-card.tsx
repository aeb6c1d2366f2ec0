import { useState } from 'preact/hooks'
import { aiLimits } from '../../../../src/capabilities/ai/contract/ai.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { aiMessages } from './messages.ts'

/** One question, as somebody in chat would ask it. */
export function TryCard() {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer<'ask-ai'>>()
  const { error, busy, attempt } = useAttempts()
  const ask = () =>
    attempt(async () => {
      setAnswer(undefined)
      setAnswer(await call('ask-ai', { text }))
    })
  const fieldError = errorFor(error, 'text')
  return (
    <section class="card try" aria-label={aiMessages.tryIt()}>
      <header class="head">
        <div class="grow">
          <h2>{aiMessages.tryIt()}</h2>
          <p class="faint small">{aiMessages.tryHelp()}</p>
        </div>
      </header>
      <Form class="inside" onSubmit={ask}>
        <div class="row end">
          <div class="grow">
            <TextField
              label={aiMessages.question()}
              value={text}
              maxLength={aiLimits.questionLength}
              error={fieldError}
              onInput={setText}
            />
          </div>
          <button type="submit" class="button" disabled={busy || text.trim() === ''}>
            {aiMessages.ask()}
          </button>
        </div>
        <div aria-live="polite">
          {answer !== undefined && (
            <blockquote class="answer">
              <p>{answer.answer}</p>
              <footer class="faint small">
                {[
                  aiMessages.by({ provider: answer.provider, model: answer.model }),
                  aiMessages.tokens({ count: answer.tokens }),
                ].join(' · ')}
              </footer>
            </blockquote>
          )}
          {error !== undefined && fieldError === undefined && <p class="error">{error.message}</p>}
        </div>
      </Form>
    </section>
  )
}
