import type { Trigger } from './draft.ts'

export const filterOperators = ['is', 'at_least', 'at_most', 'above', 'below', 'matches'] as const
export type FilterOperator = (typeof filterOperators)[number]

export interface FilterRow {
  readonly field: string
  readonly operator: FilterOperator
  readonly value: string
}

type Where = NonNullable<Trigger['where']>

/** `where` as rows of a form: one for each comparison, and one for each value of a list. */
export function filterRows(where: Where | undefined): FilterRow[] {
  return Object.entries(where ?? {}).flatMap(([field, wanted]) => {
    if (typeof wanted !== 'object' || wanted === null) return [{ field, operator: 'is' as const, value: text(wanted) }]
    if (Array.isArray(wanted)) return wanted.map((one) => ({ field, operator: 'is' as const, value: text(one) }))
    const comparisons = wanted as Readonly<Record<string, unknown>>
    return filterOperators
      .filter((operator) => operator in comparisons)
      .map((operator) => ({ field, operator, value: text(comparisons[operator]) }))
  })
}

/** Several values of one field with `is` are alternatives; comparisons of one field must all be true. */
export function whereOf(rows: readonly FilterRow[]): Where | undefined {
  const where: Record<string, unknown> = {}
  for (const [field, own] of Map.groupBy(rows, (row) => row.field)) {
    const same = own.filter(({ operator }) => operator === 'is').map(({ value }) => value)
    const compared = own.filter(({ operator }) => operator !== 'is')
    if (same.length > 0) where[field] = same.length === 1 ? same[0] : same
    else where[field] = Object.fromEntries(compared.map(({ operator, value }) => [operator, operand(operator, value)]))
  }
  return Object.keys(where).length === 0 ? undefined : where
}

function operand(operator: FilterOperator, value: string): unknown {
  const isNumber = operator !== 'matches' && value.trim() !== '' && !Number.isNaN(Number(value))
  return isNumber ? Number(value) : value
}

/** Flags are 0 and 1. */
function text(value: unknown): string {
  if (value === true) return '1'
  if (value === false) return '0'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
