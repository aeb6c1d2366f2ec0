/** A piece of an answer, which may hold anything until it is read. */
export type Row = Readonly<Record<string, unknown>>

/** An answer that is not what the service's documentation promises. */
export class UnexpectedAnswer extends Error {}

export function asRow(value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnexpectedAnswer('no object')
  return value as Row
}

export function rowsIn(value: unknown, field: string): readonly Row[] {
  const rows = asRow(value)[field]
  if (!Array.isArray(rows)) throw new UnexpectedAnswer(`${field} is no list`)
  return rows.map(asRow)
}

export function firstIn(value: unknown, field: string): Row {
  const [first] = rowsIn(value, field)
  if (first === undefined) throw new UnexpectedAnswer(`${field} is empty`)
  return first
}

export function rowIn(row: Row, field: string): Row {
  return asRow(row[field])
}

export function textIn(row: Row, field: string): string {
  const value = row[field]
  if (typeof value !== 'string') throw new UnexpectedAnswer(`${field} is no text`)
  return value
}

export function numberIn(row: Row, field: string): number {
  const value = row[field]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnexpectedAnswer(`${field} is no number`)
  return value
}

/** Milliseconds since 1970. */
export function timeIn(row: Row, field: string): number {
  const at = Date.parse(textIn(row, field))
  if (Number.isNaN(at)) throw new UnexpectedAnswer(`${field} is no time`)
  return at
}
