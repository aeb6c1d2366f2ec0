import type { Schema } from './schema.ts'

/** Whether a stored value has the shape that its schema says: types, required fields and enums, not lengths. */
export function matchesSchema(schema: Schema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value)
  if (schema.type === undefined) return true
  const type = [schema.type].flat().find((one) => isOfType(one, value))
  if (type === undefined) return false
  if (type === 'array') return (value as readonly unknown[]).every((entry) => matchesSchema(schema.items ?? {}, entry))
  return type !== 'object' || matchesObject(schema, value as Readonly<Record<string, unknown>>)
}

function matchesObject(schema: Schema, value: Readonly<Record<string, unknown>>): boolean {
  const { properties = {}, required = [] } = schema
  if (required.some((name) => value[name] === undefined)) return false
  return Object.entries(properties).every(
    ([name, property]) => value[name] === undefined || matchesSchema(property, value[name]),
  )
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    default:
      return typeof value === type
  }
}
