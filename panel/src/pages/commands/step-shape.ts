import { type ConditionOperator, conditionOperators } from '../../../../src/contract/conditions.ts'
import { fieldTitle } from '../../../../src/contract/field-texts.ts'
import { control, type Schema } from '../../../../src/contract/schema.ts'
import type { StepDefinition, WrittenStep } from '../../../../src/contract/steps/define-step.ts'
import { type Kind, kindOf } from '../console/schema.ts'

export interface StepField {
  readonly name: string
  /** The key of its texts. */
  readonly key: string
  readonly title: string
  readonly schema: Schema
  readonly kind: Kind
  readonly isRequired: boolean
}

/** The fields of a step as its form shows them. */
export function fieldsOf(definition: StepDefinition | undefined, step: WrittenStep): StepField[] {
  if (definition === undefined) return []
  const { type, input } = definition
  return Object.entries(input.properties)
    .filter(([name, schema]) => schema[control] !== 'hidden' || step[name] !== undefined)
    .map(([name, schema]) => {
      const key = `steps.${type}.${name}`
      const isRequired = input.required.includes(name)
      return { name, key, title: fieldTitle(key, schema), schema, kind: kindOf(schema), isRequired }
    })
}

/** What a person typed, as the step keeps it. A variable may stand where a number is wanted. */
export function typedValue(kind: Kind, text: string): unknown {
  if (text === '') return undefined
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

export function withField(step: WrittenStep, name: string, value: unknown): WrittenStep {
  const { [name]: _before, ...rest } = step
  return value === undefined ? rest : { ...rest, [name]: value }
}

export interface ConditionRow {
  readonly value: string
  readonly operator: ConditionOperator
  readonly operand: string
}

/** One row for each thing that must hold. */
export function conditionRows(condition: unknown): ConditionRow[] {
  const all = condition === undefined ? [] : Array.isArray(condition) ? condition : [condition]
  return all
    .filter((one) => typeof one === 'object' && one !== null)
    .flatMap((one: Readonly<Record<string, unknown>>) =>
      conditionOperators
        .filter((operator) => operator in one)
        .map((operator) => ({ value: String(one.value ?? ''), operator, operand: String(one[operator] ?? '') })),
    )
}

export function conditionOf(rows: readonly ConditionRow[]): unknown {
  const all = rows.map(({ value, operator, operand }) => {
    if (operator === 'role') return { role: operand }
    const isNumber = (operator === 'above' || operator === 'below') && operand.trim() !== ''
    return { value, [operator]: isNumber && !Number.isNaN(Number(operand)) ? Number(operand) : operand }
  })
  return all.length > 1 ? all : all[0]
}
