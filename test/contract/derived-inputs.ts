import type { Operation } from '../../src/kernel/operation/operation.ts'
import type { ObjectSchema, Schema } from '../../src/kernel/schema/schema.ts'
import { isOfType } from './fits-schema.ts'

type Input = Readonly<Record<string, unknown>>

export interface DerivedInput {
  readonly what: string
  readonly input: Input
  /** Where it is not `invalid_parameter`. */
  readonly code?: 'user_required'
}

type Beside = (field: string, value: unknown) => Input

const asList = { value: undefined, amount: undefined, minimum: undefined, type: 'list' }

/**
 * What an operation asks beyond its schema: to add or remove, the amount must be 1, to set it may be 0; a value takes
 * what is of its own type; and a key gives a webhook no type back that it took away.
 */
const beside: Readonly<Record<string, Beside>> = {
  'adjust-watch-time': () => ({ mode: 'set' }),
  'adjust-watch-time-bulk': () => ({ mode: 'set' }),
  'set-value': (field, value) =>
    field === 'value' ? { name: `bound-${typeof value}` } : field === 'name' ? { value: ['x', 'y'] } : {},
  'add-to-value': (field) =>
    field === 'item' ? { name: 'queue', amount: undefined } : field === 'name' ? { amount: undefined, item: 'x' } : {},
  'remove-from-value': (field) => (field === 'item' ? { index: undefined } : {}),
  'define-value': (field, value) => {
    if (field === 'name') return asList
    if (field === 'max_items') return { ...asList, name: 'bound-list' }
    if (field === 'initial' && typeof value === 'string') return { ...asList, type: 'text', name: 'bound-text' }
    return { minimum: undefined }
  },
  'update-webhook': (field) => (field === 'types' ? {} : { types: undefined }),
}

/** Inputs that the schema of an operation forbids: each required field left out, each wrong type, each bound crossed. */
export function forbiddenInputs({ input: schema, example }: Operation): DerivedInput[] {
  return forbiddenIn(schema, example.input)
}

/** Inputs that stand exactly on a bound. */
export function inputsOnBounds({ name, input: schema, example }: Operation): DerivedInput[] {
  return onBoundsIn(schema, example.input, beside[name])
}

function forbiddenIn(schema: ObjectSchema, example: Input): DerivedInput[] {
  const found: DerivedInput[] = []
  for (const name of schema.required) {
    const { [name]: _, ...rest } = example
    found.push({ what: `${name} left out`, input: rest })
  }
  for (const rule of schema.allOf ?? (schema.anyOf === undefined ? [] : [{ anyOf: schema.anyOf }])) {
    const names = rule.anyOf.flatMap(({ required }) => required)
    const rest = Object.fromEntries(Object.entries(example).filter(([name]) => !names.includes(name)))
    const isUser = names.every((name) => /user(?:id|name)$/.test(name))
    found.push({
      what: `${names.join(' and ')} left out`,
      input: rest,
      ...(isUser ? { code: 'user_required' as const } : {}),
    })
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const isRequired = schema.required.includes(name)
    const values = [...wrongTypes(property, isRequired), ...beyondBounds(property, example[name], isRequired)]
    for (const value of values) found.push({ what: `${name}: ${show(value)}`, input: { ...example, [name]: value } })
    for (const { input, ...rest } of insideList(property, example[name], forbiddenIn)) {
      found.push({ ...rest, what: `${name}: ${rest.what}`, input: { ...example, [name]: input } })
    }
  }
  return found
}

function onBoundsIn(schema: ObjectSchema, example: Input, more: Beside = () => ({})): DerivedInput[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => [
    ...onBounds(property, example[name]).map((value) => ({
      what: `${name}: ${show(value)}`,
      input: { ...example, ...more(name, value), [name]: value },
    })),
    ...insideList(property, example[name], onBoundsIn).map(({ what, input }) => ({
      what: `${name}: ${what}`,
      input: { ...example, ...more(name, input), [name]: input },
    })),
  ])
}

/** The same for the entries of a list of objects, one entry each. */
function insideList(
  { items }: Schema,
  example: unknown,
  derive: (schema: ObjectSchema, entry: Input) => DerivedInput[],
): (Omit<DerivedInput, 'input'> & { input: unknown })[] {
  const [entry] = Array.isArray(example) ? (example as Input[]) : []
  if (items?.properties === undefined || entry === undefined) return []
  return derive(items as ObjectSchema, entry).map(({ input, ...rest }) => ({ ...rest, input: [input] }))
}

const samples: readonly unknown[] = ['text', 7, 1.5, true, false, null, [], ['text'], {}, { a: 1 }]

/** For an optional parameter null and an empty text count as leaving it out. */
function wrongTypes(schema: Schema, isRequired: boolean): unknown[] {
  const values = isRequired ? [...samples, ''] : samples.filter((value) => value !== null)
  if (schema.enum !== undefined) {
    const allowed = schema.enum
    return [...values, 'platforma', 'ALL'].filter((value) => !allowed.includes(value))
  }
  const types = [schema.type ?? []].flat()
  const wrong = values.filter((value) => !types.some((type) => isOfType(type, value)))
  if (schema.format === 'date') wrong.push('2026-02-30', '15.01.2026', '2026-1-5')
  if (types.includes('array') && schema.items?.properties === undefined) wrong.push([null], [7], [['text']])
  return wrong
}

function beyondBounds(schema: Schema, example: unknown, isRequired: boolean): unknown[] {
  if (schema.enum !== undefined) return []
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema
  const values: unknown[] = []
  if (minimum !== undefined) values.push(minimum - 1)
  if (maximum !== undefined) values.push(maximum + 1)
  if (exclusiveMinimum !== undefined) values.push(exclusiveMinimum, exclusiveMinimum - 1)
  if (schema.type === 'integer') values.push(Number.MAX_VALUE)
  if (minLength !== undefined && minLength > 1) values.push('x'.repeat(minLength - 1))
  if (maxLength !== undefined) values.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1))
  if (schema.type === 'string' && schema.format === undefined && isRequired) values.push('', ' \t')
  if (schema.type === 'string') values.push('a\u0000b', '\ud800')
  if (schema.pattern !== undefined) values.push('two words', '$(name)', 'a/b')
  if (minItems !== undefined && minItems > 0) values.push([])
  if (maxItems !== undefined) values.push(copies(example, schema, maxItems + 1))
  return values
}

function onBounds(schema: Schema, example: unknown): unknown[] {
  if (schema.enum !== undefined) return []
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema
  const values: unknown[] = []
  if (minimum !== undefined) values.push(minimum)
  if (maximum !== undefined) values.push(maximum)
  if (exclusiveMinimum !== undefined) values.push(exclusiveMinimum + 0.01)
  if (minLength !== undefined) values.push('x'.repeat(minLength))
  if (maxLength !== undefined) values.push('x'.repeat(maxLength))
  if (maxLength !== undefined) values.push((schema.pattern === undefined ? '😀' : '𝒳').repeat(maxLength))
  if (minItems !== undefined && minItems > 0) values.push(copies(example, schema, minItems))
  if (maxItems !== undefined) values.push(copies(example, schema, maxItems))
  return values
}

function copies(example: unknown, { items }: Schema, count: number): unknown[] {
  const [first] = Array.isArray(example) ? example : [items?.type === 'string' ? 'text' : 1]
  return Array.from({ length: count }, () => first)
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
