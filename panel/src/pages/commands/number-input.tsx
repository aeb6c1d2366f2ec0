interface NumberInputProps {
  readonly attributes: object
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Whole numbers; what cannot be read as one is 0 until it can. */
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
