interface NumberInputProps {
  readonly attributes: object
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A field for whole numbers; invalid input counts as 0. */
export function NumberInput({ attributes, value, onChange }: NumberInputProps) {
  return (
    <input
      {...attributes}
      type="number"
      min={0}
      step={1}
      inputMode="numeric"
      value={value}
      onInput={(event) => onChange(Math.trunc(Number(event.currentTarget.value)) || 0)}
    />
  )
}
