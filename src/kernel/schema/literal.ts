/** How a programming language writes JSON values. */
export interface Writing {
  readonly text: (value: string) => string
  readonly key: (name: string) => string
  readonly yes: string
  readonly no: string
  readonly nothing: string
  readonly step: string
  /** The comma after the last entry of a multi-line literal. */
  readonly lastComma: '' | ','
}

const width = 100

/** Formats a value; what fits on one line stays on one. `room` is the space left on the first line. */
export function literal(value: unknown, writing: Writing, indent = '', room = width - indent.length): string {
  const line = oneLine(value, writing)
  const entries = entriesOf(value)
  if (entries === undefined || entries.length === 0 || line.length <= room) return line
  const inside = `${indent}${writing.step}`
  const lines = entries.map(([key, inner]) => `${inside}${keyWords(key, writing)}${literal(inner, writing, inside)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}${writing.lastComma}\n${indent}${close}`
}

export const json: Writing = {
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  yes: 'true',
  no: 'false',
  nothing: 'null',
  step: '  ',
  lastComma: '',
}

export const python: Writing = { ...json, yes: 'True', no: 'False', nothing: 'None', step: '    ', lastComma: ',' }

export const typeScript: Writing = {
  ...json,
  text: singleQuoted,
  key: (name) => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : singleQuoted(name)),
  lastComma: ',',
}

function singleQuoted(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function oneLine(value: unknown, writing: Writing): string {
  const entries = entriesOf(value)
  if (entries === undefined) return word(value, writing)
  const inner = entries.map(([key, entry]) => `${keyWords(key, writing)}${oneLine(entry, writing)}`).join(', ')
  if (Array.isArray(value)) return `[${inner}]`
  return inner === '' ? '{}' : `{ ${inner} }`
}

function word(value: unknown, { text, yes, no, nothing }: Writing): string {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean') return value ? yes : no
  return value === null ? nothing : String(value)
}

function entriesOf(value: unknown): readonly (readonly [key: string | undefined, value: unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((entry) => [undefined, entry] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

function keyWords(key: string | undefined, writing: Writing): string {
  return key === undefined ? '' : `${writing.key(key)}: `
}
