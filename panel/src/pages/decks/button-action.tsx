import { useState } from 'preact/hooks'
import type { DeckCall } from '../../../../src/capabilities/decks/contract/decks.ts'
import type { WrittenStep } from '../../../../src/definitions/define-step.ts'
import { callOfStep, stepOfCall } from '../../../../src/registry/action-calls.ts'
import { findStep } from '../../../../src/registry/steps.ts'
import { ActionForm } from '../../picker/action-form.tsx'
import { pickerMessages } from '../../picker/messages.ts'
import { missingFields } from '../../picker/missing-fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { ButtonPicker } from './button-picker.tsx'
import { CallFields } from './call-fields.tsx'
import { deckMessages as messages } from './messages.ts'

interface ButtonActionProps {
  readonly label: string
  /** What is shown without an action. */
  readonly none: string
  readonly call: DeckCall | undefined
  /** An action that was chosen and is not filled in yet. */
  readonly begun?: WrittenStep | undefined
  /** `isFinished`: it can be done as it is. */
  readonly onChange: (call: DeckCall | undefined, isFinished: boolean) => void
}

/** What a press does: chosen from the list of actions, then filled in. A call that no action does is a developer's. */
export function ButtonAction({ label, none, call, begun, onChange }: ButtonActionProps) {
  const [step, setStep] = useState(() => begun ?? (call && stepOfCall(call)))
  const [isPicking, setIsPicking] = useState(false)
  const definition = step && findStep(String(step.type))
  const missing = step === undefined ? [] : missingFields(step)

  function change(next: WrittenStep | undefined): void {
    setStep(next)
    const action = next && callOfStep(next)
    onChange(action, next === undefined || (action !== undefined && missingFields(next).length === 0))
  }

  return (
    <fieldset class="button-action">
      <legend>{label}</legend>
      <div class="row wrap">
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => setIsPicking(true)}>
          <Icon name={definition?.icon ?? 'plus'} />
          {definition?.title() ?? (call === undefined ? messages.chooseAction() : call.operation)}
          <Icon name="down" />
        </button>
        {call === undefined && step === undefined ? (
          <span class="faint small">{none}</span>
        ) : (
          <button type="button" class="button quiet small" onClick={() => change(undefined)}>
            {messages.removeAction()}
          </button>
        )}
      </div>
      {step !== undefined && (
        <div class="call-parameters stack">
          <ActionForm step={step} onChange={change} />
          {missing.length > 0 && <p class="error small">{pickerMessages.missing({ fields: missing.join(' · ') })}</p>}
        </div>
      )}
      <details open={call !== undefined && step === undefined}>
        <summary class="soft small">{messages.developer()}</summary>
        <CallFields
          call={call}
          none={none}
          onChange={(next, isFinished) => {
            setStep(undefined)
            onChange(next, isFinished)
          }}
        />
      </details>
      {isPicking && (
        <ButtonPicker
          onPick={({ step: picked, button }) => {
            setIsPicking(false)
            change(picked ?? (button.action && stepOfCall(button.action)))
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </fieldset>
  )
}
