import { type ConditionOperator, conditionOperators } from '../../../src/capabilities/steps/contract/conditions.ts'
import type { StepDefinition, WrittenStep } from '../../../src/definitions/define-step.ts'
import { fieldTitle } from '../../../src/definitions/field-texts.ts'
import { control, needsOne, type ObjectSchema, type Schema } from '../../../src/kernel/schema/schema.ts'
import { type Kind, kindOf } from '../pages/console/schema.ts'

export interface StepField {
  readonly name: string
  /** The key of its texts. */
  readonly key: string
  readonly title: string
  readonly schema: Schema
  readonly kind: Kind
  readonly isRequired: boolean
}

/** The fields of a step as its form shows them, without the steps that it contains. */
export function fieldsOf(definition: StepDefinition | undefined, step: WrittenStep): StepField[] {
  if (definition === undefined) return []
  const { type, input } = definition
  return Object.entries(input.properties)
    .filter(([, schema]) => !isStepList(schema) && !isOptionList(schema))
    .filter(([name, schema]) => schema[control] !== 'hidden' || step[name] !== undefined)
    .map(([name, schema]) => {
      const key = `steps.${type}.${name}`
      const isRequired = input.required.includes(name) || isOnlyWay(input, name)
      return { name, key, title: fieldTitle(key, schema), schema, kind: kindOf(schema), isRequired }
    })
}

/** Whether the form has no other field that says the same: of a name and an id, the id is for the JSON editor. */
function isOnlyWay(input: ObjectSchema, name: string): boolean {
  const isShown = (one: string) => input.properties[one]?.[control] !== 'hidden'
  return (input[needsOne] ?? []).some((names) => names.filter(isShown).join() === name)
}

/** Whether nothing is filled in. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A list of steps inside a step, such as `then` of `if`. */
export interface Branch {
  readonly name: string
  readonly title: string
}

/** Alternatives inside a step, each with fields of its own and a list of steps. */
export interface OptionList extends Branch {
  readonly fields: readonly StepField[]
  /** The field of each option that has its steps. */
  readonly steps: Branch
  readonly max: number
}

export function branchesOf(definition: StepDefinition | undefined): Branch[] {
  return listsOf(definition, isStepList).map(([name, , title]) => ({ name, title }))
}

export function optionListsOf(definition: StepDefinition | undefined): OptionList[] {
  return listsOf(definition, isOptionList).flatMap(([name, schema, title]) => {
    const { properties = {}, required = [] } = schema.items ?? {}
    const key = `steps.${definition?.type}.${name}`
    const entries = Object.entries(properties)
    const nested = entries.find(([, one]) => isStepList(one))
    if (nested === undefined) return []
    const fields = entries
      .filter(([, one]) => !isStepList(one))
      .map(([field, one]) => ({
        name: field,
        key: `${key}.${field}`,
        title: fieldTitle(`${key}.${field}`, one),
        schema: one,
        kind: kindOf(one),
        isRequired: required.includes(field),
      }))
    const steps = { name: nested[0], title: fieldTitle(`${key}.${nested[0]}`, nested[1]) }
    return [{ name, title, fields, steps, max: schema.maxItems ?? 20 }]
  })
}

function listsOf(definition: StepDefinition | undefined, has: (schema: Schema) => boolean) {
  return Object.entries(definition?.input.properties ?? {})
    .filter(([, schema]) => has(schema))
    .map(([name, schema]) => [name, schema, fieldTitle(`steps.${definition?.type}.${name}`, schema)] as const)
}

/** Steps have fields of many kinds, so their list is one of objects that the schema leaves open. */
function isStepList({ type, items }: Schema): boolean {
  return type === 'array' && items?.type === 'object' && items.properties === undefined
}

function isOptionList({ type, items }: Schema): boolean {
  return type === 'array' && Object.values(items?.properties ?? {}).some(isStepList)
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
