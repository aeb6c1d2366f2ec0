import { Field } from '../../ui/forms/field.tsx'
import { discordMessages as messages } from './messages.ts'

interface ChoiceProps {
  readonly label: string
  readonly hint?: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  readonly value: string
  readonly onChange: (id: string) => void
}

/** A channel or a role of the server. One that is gone stays visible until another is chosen. */
export function Choice({ label, hint, choices, value, onChange }: ChoiceProps) {
  const isKnown = value === '' || choices.some(({ id }) => id === value)
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{messages.none()}</option>
          {!isKnown && <option value={value}>{messages.otherId({ id: value })}</option>}
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
