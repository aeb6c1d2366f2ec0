import { forEachInTurns, rowsPerTurn } from '../turns.ts'

const start = '{"success":true'

/** Concatenates strings, because copying the answer into a new object is slower. */
export function successBody(output: unknown): string {
  const fields = JSON.stringify(output)
  return fields === '{}' ? `${start}}` : `${start},${fields.slice(1)}`
}

type Fields = Readonly<Record<string, unknown>>

/** Whether the answer has a list that is too long to be written in one turn of the event loop. */
export function hasLongList(output: unknown): output is Fields {
  const fields = output as Fields
  for (const name in fields) if (isLong(fields[name])) return true
  return false
}

/** Writes the same text as `write(output)`, some items of a long list in each turn of the event loop. */
export async function writeInTurns(write: (output: Fields) => string, output: Fields): Promise<string> {
  const fieldOf = (name: string, value: unknown) => write({ [name]: value }).slice(start.length, -1)
  let body = start
  for (const [name, value] of Object.entries(output)) {
    if (!isLong(value)) {
      body += fieldOf(name, value)
      continue
    }
    const opening = fieldOf(name, []).slice(0, -1)
    let separator = ''
    body += opening
    await forEachInTurns(value, (item) => {
      body += separator + fieldOf(name, [item]).slice(opening.length, -1)
      separator = ','
    })
    body += ']'
  }
  return `${body}}`
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > rowsPerTurn
}
