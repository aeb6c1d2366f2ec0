import { useState } from 'preact/hooks'
import type { FieldAttributes } from '../ui/forms/field.tsx'

interface ObjectTextProps {
  readonly attributes: FieldAttributes
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** An object as JSON. What is not an object yet is kept as it was typed, and the server says what is wrong with it. */
export function ObjectText({ attributes, value, onChange }: ObjectTextProps) {
  const [typed, setTyped] = useState(() => textOf(value))
  return (
    <textarea
      {...attributes}
      class="mono"
      rows={3}
      spellcheck={false}
      value={typed}
      onInput={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(text.trim() === '' ? undefined : valueIn(text))
      }}
    />
  )
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
