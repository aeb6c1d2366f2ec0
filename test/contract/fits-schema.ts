import { isCalendarDate } from '../../src/kernel/schema/read-input.ts'
import type { Schema } from '../../src/kernel/schema/schema.ts'

/** Where a value is not what its schema says, a line each: a field missing, one too many, one of another type. */
export function misfits(schema: Schema, value: unknown, path = 'body'): string[] {
  if (schema.enum !== undefined) {
    return schema.enum.includes(value) ? [] : [`${path} is ${show(value)}, not one of ${show(schema.enum)}`]
  }
  if (schema.type === undefined) return value === undefined ? [`${path} is missing`] : []
  const types = [schema.type].flat()
  const type = types.find((one) => isOfType(one, value))
  if (type === undefined) return [`${path} is ${show(value)}, not ${types.join(' or ')}`]
  if (type === 'string') return misfitsOfText(schema, String(value), path)
  if (type === 'array') {
    return (value as unknown[]).flatMap((entry, index) => misfits(schema.items ?? {}, entry, `${path}[${index}]`))
  }
  return type === 'object' ? misfitsOfObject(schema, value as Record<string, unknown>, path) : []
}

function misfitsOfText(schema: Schema, value: string, path: string): string[] {
  if (schema.format === 'date' && !isCalendarDate(value)) return [`${path} is ${show(value)}, not a date`]
  return []
}

function misfitsOfObject(schema: Schema, value: Record<string, unknown>, path: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required.filter((name) => value[name] === undefined).map((name) => `${path}.${name} is missing`)
  const inside = Object.entries(value).flatMap(([name, entry]) => {
    const property = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (property !== undefined) return misfits(property, entry, `${path}.${name}`)
    return additionalProperties === true ? [] : [`${path}.${name} is not documented`]
  })
  return [...missing, ...missingOfGroups(schema, value, path), ...inside]
}

/** Of some properties at least one has to be there. */
function missingOfGroups({ anyOf, allOf = [] }: Schema, value: Record<string, unknown>, path: string): string[] {
  const groups = anyOf === undefined ? allOf : [{ anyOf }, ...allOf]
  return groups
    .map((group) => group.anyOf.flatMap(({ required }) => required))
    .filter((names) => names.every((name) => value[name] === undefined))
    .map((names) => `${path} has none of ${names.join(', ')}`)
}

export function isOfType(type: string, value: unknown): boolean {
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

function show(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 80)
}
