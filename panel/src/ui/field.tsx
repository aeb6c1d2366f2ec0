import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly trouble?: string | undefined
  /** The control, with the attributes that tie it to its label and its words. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

export interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

/** A label, a control, a hint, and the server's sentence when something is wrong with it. */
export function Field({ label, hint, trouble, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, trouble && `${id}-trouble`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': trouble === undefined ? undefined : true,
      })}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {trouble && (
        <span class="trouble" id={`${id}-trouble`} role="alert">
          {trouble}
        </span>
      )}
    </div>
  )
}
