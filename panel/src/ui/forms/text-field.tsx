import { Field } from './field.tsx'

const plain = { type: 'text' } as const
const hidden = { type: 'password' } as const

interface TextFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly value: string
  readonly onInput: (value: string) => void
  readonly isSecret?: boolean
  readonly inputMode?: 'numeric' | undefined
  readonly maxLength?: number
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly class?: 'mono'
  /** What a password manager may fill in; nothing unless it is said. */
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'one-time-code'
}

/** A text field of one line. */
export function TextField({ label, hint, error, onInput, isSecret = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          autocomplete="off"
          {...input}
          {...(isSecret ? hidden : plain)}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
