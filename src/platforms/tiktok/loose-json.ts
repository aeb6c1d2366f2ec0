import type { JsonObject } from '../calls/json-fields.ts'

/** Messages of TikTok change between versions: a part that is not there is left out instead of refused. */
export function recordOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The objects in a list; none if it is not a list. */
export function recordsOf(value: unknown, max = 100): JsonObject[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value.slice(0, max) : []
  return rows.map(recordOf).filter((row) => row !== undefined)
}
