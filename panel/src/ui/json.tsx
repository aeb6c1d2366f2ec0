import type { ComponentChildren } from 'preact'

/** Highlighted JSON. Keys, strings, numbers and keywords differ by more than hue. */
export function Json({ value }: { value: unknown }) {
  return <pre class="json">{draw(value, '')}</pre>
}

function draw(value: unknown, indent: string): ComponentChildren {
  if (typeof value === 'string') return <span class="s">{JSON.stringify(value)}</span>
  if (typeof value === 'number') return <span class="n">{String(value)}</span>
  if (typeof value !== 'object' || value === null) return <span class="w">{String(value)}</span>
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return `${open}${close}`
  return [
    open,
    ...entries.map(([key, entry], index) => [
      `\n${inner}`,
      isList ? null : <span class="k">{JSON.stringify(key)}</span>,
      isList ? null : ': ',
      draw(entry, inner),
      index < entries.length - 1 ? ',' : '',
    ]),
    `\n${indent}${close}`,
  ]
}
