import { type Trouble, troubleFor } from '../api.ts'

interface OtherTroubleProps {
  readonly trouble: Trouble | undefined
  /** The fields that say their own. */
  readonly than: readonly string[]
  readonly class?: string
}

/** What was refused for a reason that stands beside no field of the form. */
export function OtherTrouble({ trouble, than, class: more = '' }: OtherTroubleProps) {
  if (trouble === undefined || than.some((field) => troubleFor(trouble, field) !== undefined)) return null
  return (
    <p class={`trouble ${more}`} role="alert">
      {trouble.message}
    </p>
  )
}
