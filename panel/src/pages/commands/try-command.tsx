import { useState } from 'preact/hooks'
import { findStep } from '../../../../src/contract/steps.ts'
import { type Answer, call, Trouble } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Light } from '../../ui/light.tsx'
import { commandWords } from '../../words/command-words.ts'

interface TryProps {
  readonly id: number
  readonly word: string
  readonly isChanged: boolean
  readonly onClose: () => void
}

/** Runs it for real and tells what became of each part. */
export function TryCommand({ id, word, isChanged, onClose }: TryProps) {
  const [args, setArgs] = useState('')
  const [username, setUsername] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Answer<'try-command'>>()
  const [trouble, setTrouble] = useState<Trouble>()
  async function run(): Promise<void> {
    setBusy(true)
    try {
      setDone(await call('try-command', { id, args, ...(username.trim() === '' ? {} : { username }) }))
      setTrouble(undefined)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
      setDone(undefined)
    }
    setBusy(false)
  }
  return (
    <Dialog
      title={commandWords.runTitle(word)}
      onClose={onClose}
      onSubmit={() => void run()}
      submit={commandWords.run}
      busy={busy}
    >
      <p class="soft">{isChanged ? commandWords.runUnsaved : commandWords.runHelp}</p>
      <div class="pair">
        <Field label={commandWords.previewArgs}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={args}
              maxLength={500}
              onInput={(event) => setArgs(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={commandWords.runAs}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={username}
              maxLength={100}
              placeholder={commandWords.runAsPlaceholder}
              onInput={(event) => setUsername(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <div aria-live="polite" class="stack tight">
        {trouble !== undefined && <p class="trouble">{trouble.message}</p>}
        {done !== undefined && (
          <>
            <p>
              <span class="faint">{commandWords.said}</span>{' '}
              {done.response === '' ? commandWords.saidNothing : done.response}
            </p>
            <ul class="outcomes">
              {done.outcomes.map(({ type, ok, message }, index) => (
                <li key={index}>
                  <Light state={ok ? 'go' : 'stop'} word={findStep(type)?.title() ?? type} />
                  {message !== null && <span class="faint small">{message}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
