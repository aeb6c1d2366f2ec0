import type { Schema } from './schema.ts'

export interface DescribedField {
  /** `users[].amount` for what is inside a list, `clips.alpha` for what is inside an object. */
  readonly path: string
  readonly schema: Schema
  readonly required: boolean
}

/** Every field of an object, including nested ones, in the order of definition. */
export function fieldsOf(schema: Schema, prefix = ''): readonly DescribedField[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    return [{ path, schema: property, required: required.has(name) }, ...fieldsInside(property, path)]
  })
}

function fieldsInside(schema: Schema, path: string): readonly DescribedField[] {
  if (schema.properties !== undefined) return fieldsOf(schema, `${path}.`)
  if (schema.items !== undefined) return fieldsInside(schema.items, `${path}[]`)
  return []
}

/** Parameters of which at least one is needed, a sentence for each group. */
export function rulesOf(schema: Schema, path = ''): readonly string[] {
  const groups = schema.anyOf === undefined ? (schema.allOf ?? []) : [{ anyOf: schema.anyOf }]
  const own = groups.map(({ anyOf }) => {
    const list = anyOf.flatMap(({ required }) => required).map((name) => `\`${name}\``)
    const choice = `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`
    return path === '' ? `One of ${choice} is required.` : `Each entry of \`${path}\` needs ${choice}.`
  })
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, { items }]) =>
    items === undefined ? [] : rulesOf(items, `${path}${name}`),
  )
  return [...own, ...inside]
}

/** A readable description of the type. */
export function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${wordOf(value)}\``).join(', ')
  if (schema.type === undefined) return 'any value'
  return [schema.type]
    .flat()
    .map((type) => wordFor(type, schema))
    .join(' or ')
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function wordFor(type: string, schema: Schema): string {
  if (type === 'array') return `list of ${plural(schema.items)}`
  if (type === 'string' && schema.format === 'date-time') return 'time, ISO 8601'
  if (type === 'string' && schema.format === 'date') return 'date, `YYYY-MM-DD`'
  if (type === 'object' && typeof schema.additionalProperties === 'object') {
    return `object whose values are ${typeOf(schema.additionalProperties)}`
  }
  return type
}

function plural(items: Schema | undefined): string {
  if (items === undefined || items.type === undefined) return 'values'
  if (items.enum !== undefined) return typeOf(items)
  return `${[items.type].flat().join(' or ')}s`
}

/** `1 to 500 characters`, `at least 0`, `above 0`; empty when there is no bound. */
export function boundsOf(schema: Schema): string {
  const { minimum, exclusiveMinimum, minLength, minItems } = schema
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const above = exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`
  return [
    above,
    span(minimum, maximum, ''),
    span(minLength, schema.maxLength, ' characters'),
    span(minItems, schema.maxItems, ' entries'),
  ]
    .filter((words) => words !== '')
    .join(', ')
}

function span(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return ''
  const [from, to] = [min, max].map((bound) => bound?.toLocaleString('en'))
  if (to === undefined) return `at least ${from}${unit}`
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`
}
