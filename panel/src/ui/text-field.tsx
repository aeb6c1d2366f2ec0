import { Field } from './field.tsx'

const plain = { type: 'text' } as const
const hidden = { type: 'password' } as const

interface TextFieldProps {
  readonly label: string
  readonly error?: string | undefined
  readonly value: string
  readonly onInput: (value: string) => void
  readonly isSecret?: boolean
  readonly inputMode?: 'numeric' | undefined
  readonly maxLength?: number
  readonly placeholder?: string
}

/** A text field of one line. */
export function TextField({ label, error, onInput, isSecret = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          {...(isSecret ? hidden : plain)}
          autocomplete="off"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
