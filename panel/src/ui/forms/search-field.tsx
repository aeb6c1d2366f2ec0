interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
}

export function SearchField({ label, value, onInput }: SearchProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      autocomplete="off"
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}
