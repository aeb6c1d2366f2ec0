import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** Where the hint belongs to the API, which is described in English. */
  readonly hintLanguage?: 'en'
  readonly error?: string | undefined
  /** Renders the control with the attributes that tie it to its label, hint and error. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

export interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

/** A label, a control, a hint, and the server's error message for this field. */
export function Field({ label, hint, hintLanguage, error, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint && (
        <span class="hint" id={`${id}-hint`} lang={hintLanguage}>
          {hint}
        </span>
      )}
      {error && (
        <span class="error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
