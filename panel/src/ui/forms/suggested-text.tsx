import type { FieldAttributes } from './field.tsx'

interface SuggestedTextProps extends FieldAttributes {
  readonly offers: readonly string[]
  readonly value: string
  readonly onInput: (text: string) => void
  readonly class?: string
  readonly maxLength?: number
  readonly disabled?: boolean
}

/** A line of text with suggestions. Anything else can be typed as well. */
export function SuggestedText({ offers, onInput, ...input }: SuggestedTextProps) {
  const list = `${input.id}-offers`
  return (
    <>
      <input
        {...input}
        type="text"
        list={list}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offers.map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
    </>
  )
}
