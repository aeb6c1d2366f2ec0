const width = 100

/** JSON as a person would lay it out: what fits on a line stays on one. */
export function prettyJson(value: unknown, indent = ''): string {
  const line = oneLine(value)
  const entries = entriesOf(value)
  if (entries === undefined || entries.length === 0 || (indent !== '' && indent.length + line.length <= width)) {
    return line
  }
  const inside = `${indent}  `
  const lines = entries.map(([key, inner]) => `${inside}${keyWords(key)}${prettyJson(inner, inside)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function oneLine(value: unknown): string {
  const entries = entriesOf(value)
  if (entries === undefined) return JSON.stringify(value)
  const inner = entries.map(([key, entry]) => `${keyWords(key)}${oneLine(entry)}`).join(', ')
  if (Array.isArray(value)) return `[${inner}]`
  return inner === '' ? '{}' : `{ ${inner} }`
}

function entriesOf(value: unknown): readonly (readonly [key: string | undefined, value: unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((entry) => [undefined, entry] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

function keyWords(key: string | undefined): string {
  return key === undefined ? '' : `${JSON.stringify(key)}: `
}
