import { useEffect, useState } from 'preact/hooks'

interface WordListProps {
  readonly attributes: object
  readonly value: readonly string[]
  readonly placeholder?: string
  readonly onChange: (value: readonly string[]) => void
}

/** Several words in one field. The typed text is not reformatted while someone types. */
export function WordListInput({ attributes, value, placeholder, onChange }: WordListProps) {
  const [typed, setTyped] = useState(value.join(', '))
  const read = (text: string) =>
    text
      .split(/[,\s]+/)
      .map((word) => word.trim())
      .filter((word) => word !== '')
  useEffect(() => {
    if (read(typed).join() !== value.join()) setTyped(value.join(', '))
  }, [value])
  return (
    <input
      {...attributes}
      type="text"
      autocomplete="off"
      spellcheck={false}
      value={typed}
      placeholder={placeholder}
      onInput={(event) => {
        setTyped(event.currentTarget.value)
        onChange(read(event.currentTarget.value))
      }}
    />
  )
}
