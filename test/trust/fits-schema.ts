import type { Schema } from '../../src/kernel/schema/schema.ts'
import { isDate, isObject } from './strict-check.ts'

/** Where an answer does not fit its schema, or undefined. Fields that the schema does not name count as faults. */
export function misfit(schema: Schema, value: unknown, path = 'answer'): string | undefined {
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${path} is ${JSON.stringify(value)}`
  if (schema.type === undefined) return undefined
  const kind = kindOf(value)
  const wanted = [schema.type].flat()
  if (!wanted.some((type) => type === kind || (type === 'number' && kind === 'integer'))) {
    return `${path} is ${kind}, should be ${wanted.join(' or ')}`
  }
  if (typeof value === 'number') return misfitNumber(schema, value, path)
  if (typeof value === 'string') {
    return schema.format === 'date' && !isDate(value) ? `${path} is not a date: ${value}` : undefined
  }
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const found = misfit(schema.items ?? {}, entry, `${path}[${index}]`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return isObject(value) ? misfitObject(schema, value, path) : undefined
}

function misfitNumber({ minimum, maximum }: Schema, value: number, path: string): string | undefined {
  if (minimum !== undefined && value < minimum) return `${path} is ${value}, below ${minimum}`
  return maximum !== undefined && value > maximum ? `${path} is ${value}, above ${maximum}` : undefined
}

function misfitObject(schema: Schema, value: Record<string, unknown>, path: string): string | undefined {
  const { properties, required = [], additionalProperties } = schema
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${path}.${missing} is missing`
  for (const [name, entry] of Object.entries(value)) {
    const property = properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (property === undefined && properties !== undefined && additionalProperties !== true) {
      return `${path}.${name} is not documented`
    }
    const found = property === undefined ? undefined : misfit(property, entry, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}
