/** A JSON object with unchecked values. */
export type JsonObject = Readonly<Record<string, unknown>>

/** An answer that does not match the service's documentation. */
export class UnexpectedAnswer extends Error {}

export function asObject(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnexpectedAnswer('not an object')
  return value as JsonObject
}

export function objectsIn(value: unknown, field: string): readonly JsonObject[] {
  const rows = asObject(value)[field]
  if (!Array.isArray(rows)) throw new UnexpectedAnswer(`${field} is not a list`)
  return rows.map(asObject)
}

export function firstIn(value: unknown, field: string): JsonObject {
  const [first] = objectsIn(value, field)
  if (first === undefined) throw new UnexpectedAnswer(`${field} is empty`)
  return first
}

export function objectIn(row: JsonObject, field: string): JsonObject {
  return asObject(row[field])
}

export function textIn(row: JsonObject, field: string): string {
  const value = row[field]
  if (typeof value !== 'string') throw new UnexpectedAnswer(`${field} is not a string`)
  return value
}

export function numberIn(row: JsonObject, field: string): number {
  const value = row[field]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnexpectedAnswer(`${field} is not a number`)
  return value
}

/** Milliseconds since 1970. */
export function timeIn(row: JsonObject, field: string): number {
  const at = Date.parse(textIn(row, field))
  if (Number.isNaN(at)) throw new UnexpectedAnswer(`${field} is not a date`)
  return at
}
