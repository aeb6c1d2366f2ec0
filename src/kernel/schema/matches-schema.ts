import type { Schema } from './schema.ts'

type Matcher = (value: unknown) => boolean

/**
 * Whether a stored value has the shape that its schema says: types, required fields and enums, not lengths. Prepared
 * once for each schema, because lists of events check many rows.
 */
export function createMatcher(schema: Schema): Matcher {
  if (schema.enum !== undefined) {
    const values = new Set(schema.enum)
    return (value) => values.has(value)
  }
  if (schema.type === undefined) return () => true
  const matchers = [schema.type].flat().map((type) => matcherOf(type, schema))
  const [only] = matchers
  return matchers.length === 1 && only !== undefined ? only : (value) => matchers.some((matches) => matches(value))
}

function matcherOf(type: string, schema: Schema): Matcher {
  switch (type) {
    case 'null':
      return (value) => value === null
    case 'array':
      return listMatcher(schema)
    case 'object':
      return objectMatcher(schema)
    case 'integer':
      return Number.isSafeInteger
    default:
      return (value) => typeof value === type
  }
}

function listMatcher({ items }: Schema): Matcher {
  const matches = createMatcher(items ?? {})
  return (value) => Array.isArray(value) && value.every(matches)
}

function objectMatcher({ properties = {}, required = [] }: Schema): Matcher {
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    matches: createMatcher(property),
    isRequired: required.includes(name),
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const record = value as Readonly<Record<string, unknown>>
    for (const { name, matches, isRequired } of fields) {
      const field = record[name]
      if (field === undefined ? isRequired : !matches(field)) return false
    }
    return true
  }
}
