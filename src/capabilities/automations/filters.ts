import { nameKey } from '../../kernel/schema/text.ts'
import { type Platform, platformOfName } from '../../platforms/contract/platforms.ts'
import { donationProviders } from '../donations/contract/donation-providers.ts'
import { invalid } from '../steps/invalid.ts'
import { type Pattern, patternLimits, patternOf, workOf } from '../steps/patterns.ts'
import { automationErrors } from './messages.ts'

const maxFilters = 20
const operators = ['above', 'below', 'at_least', 'at_most', 'matches'] as const
type Operator = (typeof operators)[number]

/** What filters see of an event. */
export interface Filtered {
  readonly platform: Platform | null
  readonly data: Readonly<Record<string, unknown>>
  /** The stored data, where it says something in other words than the data. */
  readonly stored?: Readonly<Record<string, unknown>> | undefined
}

/** Counts the work of matching patterns for one event, over all automations. */
export interface PatternBudget {
  left: number
}

export type Filter = (event: Filtered, budget: PatternBudget) => boolean

export function newBudget(): PatternBudget {
  return { left: patternLimits.runWork }
}

/** Compiles `where` of a trigger. Throws the failure of one that is not valid. */
export async function compileFilter(where: Readonly<Record<string, unknown>>): Promise<Filter> {
  const entries = Object.entries(where)
  if (entries.length > maxFilters) throw invalid(automationErrors.tooManyFilters.of({ max: maxFilters }))
  const tests: Filter[] = []
  for (const [field, wanted] of entries) tests.push(await compileField(field, wanted))
  return (event, budget) => tests.every((test) => test(event, budget))
}

async function compileField(field: string, wanted: unknown): Promise<Filter> {
  if (isPlain(wanted)) return sameAs(field, [wanted])
  if (Array.isArray(wanted) && wanted.every(isPlain)) return sameAs(field, wanted)
  const entries = Object.entries(typeof wanted === 'object' && wanted !== null ? wanted : {})
  if (entries.length === 0 || Array.isArray(wanted)) throw invalid(automationErrors.filter.of({ field }))
  const tests: Filter[] = []
  for (const [operator, operand] of entries) tests.push(await compileOperator(field, operator, operand))
  return (event, budget) => tests.every((test) => test(event, budget))
}

async function compileOperator(field: string, operator: string, operand: unknown): Promise<Filter> {
  if (!operators.some((one) => one === operator)) throw invalid(automationErrors.filter.of({ field }))
  if (operator === 'matches') {
    if (typeof operand !== 'string') throw invalid(automationErrors.filter.of({ field }))
    const pattern = await patternOf(operand)
    return (event, budget) => matchesWithin(pattern, textOf(valueIn(event, field)), budget)
  }
  if (typeof operand !== 'number') throw invalid(automationErrors.filter.of({ field }))
  const compare = comparisons[operator as Exclude<Operator, 'matches'>]
  return (event) => {
    const value = numberOf(valueIn(event, field))
    return !Number.isNaN(value) && compare(value, operand)
  }
}

const comparisons = {
  above: (value: number, operand: number) => value > operand,
  below: (value: number, operand: number) => value < operand,
  at_least: (value: number, operand: number) => value >= operand,
  at_most: (value: number, operand: number) => value <= operand,
} as const

/** Beyond the work that one event may cause, nothing matches. */
function matchesWithin(pattern: Pattern, text: string, budget: PatternBudget): boolean {
  budget.left -= workOf(pattern, text)
  return budget.left >= 0 && pattern(text)
}

/** A list has the value if one of its entries is the value. Texts are compared without case. */
function sameAs(field: string, wanted: readonly unknown[]): Filter {
  const keys = new Set(wanted.map(keyOf))
  if (field === 'platform') {
    return ({ platform }) => {
      if (platform === null) return false
      const { name, wireName, title } = platformOfName(platform)
      return [name, wireName, title].some((one) => keys.has(nameKey(one)))
    }
  }
  return (event) => keysIn(event, [field]).some((key) => keys.has(key))
}

/** A field of the data, `options.0.title` inside lists and objects. */
export function valueIn({ data }: Pick<Filtered, 'data'>, field: string): unknown {
  let value: unknown = data
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** What these fields are compared by. Of a list, each of its entries. */
export function keysIn(event: Filtered, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const keys = keysOf(field, valueIn(event, field))
    if (event.stored === undefined) return keys
    return [...new Set([...keys, ...keysOf(field, valueIn({ data: event.stored }, field))])]
  })
}

/** A donation provider has a name in each table of names. */
function keysOf(field: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(keyOf)
  const provider = field === 'provider' ? donationProviders.find(({ name }) => name === value) : undefined
  return provider === undefined ? [keyOf(value)] : [provider.name, provider.wireName, provider.brandName].map(keyOf)
}

/** By which values are compared. */
export function keyOf(value: unknown): string {
  return nameKey(textOf(value))
}

/** Flags are 0 and 1 in requests. */
function textOf(value: unknown): string {
  if (value === true) return '1'
  if (value === false) return '0'
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
