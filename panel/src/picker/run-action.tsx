import { useState } from 'preact/hooks'
import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import { callOfStep } from '../../../src/registry/action-calls.ts'
import { findStep } from '../../../src/registry/steps.ts'
import { type Calls, call } from '../api.ts'
import { useAttempts } from '../ui/attempt.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/forms/form-error.tsx'
import { showToast } from '../ui/toasts.tsx'
import { ActionForm } from './action-form.tsx'
import { pickerMessages as messages } from './messages.ts'
import { missingFields } from './missing-fields.ts'

interface RunActionProps {
  /** What is filled in already. */
  readonly step: WrittenStep
  readonly onClose: () => void
}

/** Asks for what an action needs, and does it when its button is pressed. */
export function RunAction({ step: given, onClose }: RunActionProps) {
  const [step, setStep] = useState(given)
  const { error, busy, attempt } = useAttempts()
  const name = findStep(String(step.type))?.title() ?? ''
  const missing = missingFields(step)
  const run = () =>
    attempt(async () => {
      const action = callOfStep(step)
      if (action === undefined) return
      // The name is that of an operation which the panel may call; the server checks it all the same.
      await call(action.operation as keyof Calls, action.input as never)
      showToast(messages.done({ name }))
      onClose()
    })
  return (
    <Dialog title={name} submit={name} onClose={onClose} onSubmit={run} busy={busy || missing.length > 0}>
      <ActionForm step={step} onChange={setStep} />
      {missing.length > 0 && <p class="faint small">{messages.missing({ fields: missing.join(' · ') })}</p>}
      <FormError error={error} than={[]} />
    </Dialog>
  )
}
