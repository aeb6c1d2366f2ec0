import { type ApiError, errorFor } from '../../api.ts'

interface FormErrorProps {
  readonly error: ApiError | undefined
  /** Fields that show their own error. */
  readonly than: readonly string[]
  readonly class?: string
}

/** An error that belongs to no field of the form. */
export function FormError({ error, than, class: more = '' }: FormErrorProps) {
  if (error === undefined || than.some((field) => errorFor(error, field) !== undefined)) return null
  return (
    <p class={`error ${more}`} role="alert">
      {error.message}
    </p>
  )
}
