import type { Schema } from '../kernel/schema/schema.ts'
import type { Fields, FieldValues } from './setting-fields.ts'

/**
 * The values of fields for a reader that shows something whatever it gets, as the overlay does: a number beyond its
 * bounds becomes the nearest one within, and what has the wrong type counts as left out.
 */
export function readFields<F extends Fields>(fields: F, given: unknown): FieldValues<F> {
  const values = recordOf(given)
  const entries = Object.entries(fields).map(([name, { schema, control, ...field }]) => {
    const value = control.kind === 'group' ? readFields(control.fields, values[name]) : readValue(schema, values[name])
    return [name, value ?? field.default]
  })
  return Object.fromEntries(entries)
}

function readValue(schema: Schema, value: unknown): unknown {
  if (schema.enum !== undefined) return schema.enum.includes(value) ? value : undefined
  switch (schema.type) {
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
      const { minimum = value, maximum = value } = schema
      const within = Math.min(Math.max(value, minimum), maximum)
      return schema.type === 'integer' ? Math.round(within) : within
    }
    case 'string':
      return typeof value === 'string' ? value.slice(0, schema.maxLength) : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'array':
      return Array.isArray(value) && schema.items !== undefined
        ? readList(schema.items, value, schema.maxItems)
        : undefined
    default:
      return undefined
  }
}

function readList(items: Schema, values: readonly unknown[], maxItems: number | undefined): unknown[] {
  const read = values.map((value) => readValue(items, value))
  return read.filter((value) => value !== undefined).slice(0, maxItems)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
