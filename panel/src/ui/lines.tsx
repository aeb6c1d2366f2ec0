import { useState } from 'preact/hooks'
import type { FieldAttributes } from './forms/field.tsx'

interface LinesProps extends FieldAttributes {
  readonly lines: readonly string[]
  readonly onChange: (lines: readonly string[]) => void
}

/** A list of texts, one per line. What was typed stays, with blank lines, as long as it means the same list. */
export function Lines({ lines, onChange, ...attributes }: LinesProps) {
  const [text, setText] = useState(lines.join('\n'))
  const shown = linesOf(text).join('\n') === lines.join('\n') ? text : lines.join('\n')
  return (
    <textarea
      {...attributes}
      rows={Math.min(Math.max(lines.length + 1, 3), 10)}
      value={shown}
      spellcheck={false}
      onInput={(event) => {
        setText(event.currentTarget.value)
        onChange(linesOf(event.currentTarget.value))
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
