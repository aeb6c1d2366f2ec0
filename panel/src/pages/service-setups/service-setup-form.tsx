import { useState } from 'preact/hooks'
import { setupOf } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import type { SetupField } from '../../../../src/definitions/define-service-setup.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Light } from '../../ui/light.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { setupMessages } from './messages.ts'
import type { EnteredField, SetupState } from './service-setup-state.ts'

type Check = Answer<'check-service-setup'>
type FieldState = SetupState['fields'][number]

const plain = { type: 'text' } as const
const hidden = { type: 'password' } as const

interface SetupFormProps {
  readonly state: SetupState
  readonly save: (fields: readonly EnteredField[]) => Promise<unknown>
  readonly onRemove: (() => void) | undefined
}

/** The fields of a service. A secret that is left empty keeps its value. */
export function SetupForm({ state, save, onRemove }: SetupFormProps) {
  const { title, fields } = setupOf(state.service)
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({})
  const [result, setResult] = useState<Check>()
  const checking = useAttempts()
  const saving = useAttempts()

  const stateOf = (name: string) => state.fields.find((one) => one.name === name)
  const shownFor = ({ name, initial }: SetupField) => draft[name] ?? (stateOf(name)?.set === true ? undefined : initial)
  const entered: EnteredField[] = fields.flatMap((field) => {
    const { name, isSecret } = field
    const value = shownFor(field)
    const isSame = isSecret ? value === '' : value === (stateOf(name)?.value ?? '')
    return value === undefined || isSame ? [] : [{ name, value }]
  })
  const isBusy = checking.busy || saving.busy
  const canSave = entered.length > 0 && !isBusy

  const check = () =>
    checking.attempt(async () => {
      setResult(undefined)
      setResult(await call('check-service-setup', { service: state.service, fields: entered }))
    })
  const store = () =>
    saving.attempt(async () => {
      if (!canSave) return
      await save(entered)
      setDraft({})
      showToast(setupMessages.saved({ title }))
    })
  const error = saving.error ?? checking.error

  return (
    <Form class="setup-form" label={setupMessages.credentialsOf({ title })} onSubmit={store}>
      {fields.map((field) => (
        <SetupFieldControl
          key={field.name}
          field={field}
          known={stateOf(field.name)}
          value={shownFor(field)}
          choices={field.isChoice ? (result?.choices ?? []) : []}
          error={errorFor(error, field.name)}
          onInput={(value) => setDraft({ ...draft, [field.name]: value })}
        />
      ))}
      <FormError error={error} than={fields.map(({ name }) => name)} />
      <div role="status">
        {checking.busy && <Light state="standby" word={setupMessages.checking()} />}
        {result !== undefined && (
          <p class="setup-result">
            <Light state={result.working ? 'go' : 'stop'} word={result.message} />
          </p>
        )}
      </div>
      <div class="row">
        <button type="button" class="button" disabled={isBusy} onClick={() => void check()}>
          {setupMessages.check()}
        </button>
        <button type="submit" class="button primary" disabled={!canSave}>
          {setupMessages.save()}
        </button>
        {onRemove !== undefined && (
          <button
            type="button"
            class="button danger"
            aria-label={setupMessages.removeOne({ title })}
            disabled={isBusy}
            onClick={onRemove}
          >
            {setupMessages.remove()}
          </button>
        )}
      </div>
    </Form>
  )
}

interface ControlProps {
  readonly field: SetupField
  readonly known: FieldState | undefined
  readonly value: string | undefined
  readonly choices: Check['choices']
  readonly error: string | undefined
  readonly onInput: (value: string) => void
}

function SetupFieldControl({ field, known, value, choices, error, onInput }: ControlProps) {
  const { title, isSecret } = field
  const isGiven = known?.set_by !== undefined && known.set_by !== null
  const shown = value ?? (isSecret ? '' : (known?.value ?? ''))
  return (
    <Field label={title()} hint={hintOf(field, known)} error={error}>
      {(attributes) =>
        choices.length > 0 && !isGiven ? (
          <select {...attributes} value={shown} onChange={(event) => onInput(event.currentTarget.value)}>
            <option value="">{setupMessages.noChoice()}</option>
            {shown !== '' && !choices.some((choice) => choice.value === shown) && (
              <option value={shown}>{setupMessages.otherChoice({ value: shown })}</option>
            )}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.title}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...attributes}
            {...(isSecret ? hidden : plain)}
            value={shown}
            readOnly={isGiven}
            placeholder={isSecret && known?.set ? `••••${known.value ?? ''}` : undefined}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}

function hintOf({ help, isSecret, isOptional }: SetupField, known: FieldState | undefined): string | undefined {
  if (known?.set_by) return setupMessages.setBy({ source: known.set_by })
  if (isSecret && known?.set) {
    return known.value === null
      ? setupMessages.storedSecret()
      : setupMessages.storedSecretEnding({ ending: known.value })
  }
  return [help?.(), isOptional ? setupMessages.optional() : undefined].filter(Boolean).join(' ') || undefined
}
