import '../../ui/outcomes.css'
import { useState } from 'preact/hooks'
import { findStep } from '../../../../src/registry/steps.ts'
import { type Answer, ApiError, call } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Light } from '../../ui/light.tsx'
import { commandMessages } from './messages.ts'

interface TryProps {
  readonly id: number
  readonly word: string
  readonly isChanged: boolean
  readonly onClose: () => void
}

/** Runs the command for real and shows the outcome of each step. */
export function RunCommandDialog({ id, word, isChanged, onClose }: TryProps) {
  const [args, setArgs] = useState('')
  const [username, setUsername] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Answer<'test-command'>>()
  const [error, setError] = useState<ApiError>()
  async function run(): Promise<void> {
    setBusy(true)
    try {
      setDone(await call('test-command', { id, args, ...(username.trim() === '' ? {} : { username }) }))
      setError(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
      setDone(undefined)
    }
    setBusy(false)
  }
  return (
    <Dialog
      title={commandMessages.runTitle({ word })}
      onClose={onClose}
      onSubmit={() => void run()}
      submit={commandMessages.run()}
      busy={busy}
    >
      <p class="soft">{isChanged ? commandMessages.runUnsaved() : commandMessages.runHelp()}</p>
      <div class="pair">
        <Field label={commandMessages.previewArgs()}>
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
        <Field label={commandMessages.runAs()}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={username}
              maxLength={100}
              placeholder={commandMessages.runAsPlaceholder()}
              onInput={(event) => setUsername(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <div aria-live="polite" class="stack tight">
        {error !== undefined && <p class="error">{error.message}</p>}
        {done !== undefined && (
          <>
            <p>
              <span class="faint">{commandMessages.ranReply()}</span>{' '}
              {done.response === '' ? commandMessages.ranNoReply() : done.response}
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
