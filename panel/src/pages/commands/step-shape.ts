import { type FieldSchema, type Kind, kindOf } from '../console/schema.ts'
import type { Parts, Step } from './draft.ts'

export type StepType = Parts['step_types'][number]

/** What every step takes beside its own fields. */
const shared = new Set(['type', 'delay', 'condition', 'on_error'])
/** Ways of naming the same thing twice; the JSON view has them. */
const hidden = new Set(['id', 'overlay_ids', 'message_id'])

export const stepGroups: Readonly<Record<string, readonly string[]>> = {
  chat: ['reply', 'say', 'timeout', 'ban', 'unban', 'delete_message'],
  overlay: ['tts', 'audio_alert', 'effect', 'voice_effect', 'song'],
  stream: ['clip', 'title', 'game'],
  viewers: ['points', 'watch_time'],
  commands: ['toggle_command', 'run_command', 'wait'],
}

export interface StepField {
  readonly name: string
  readonly schema: FieldSchema
  readonly kind: Kind
  readonly isRequired: boolean
}

export function fieldsOf(stepType: StepType | undefined, step: Step): StepField[] {
  const { properties = {}, required = [] } = (stepType?.fields ?? {}) as {
    properties?: Record<string, FieldSchema>
    required?: readonly string[]
  }
  const wanted = new Set(required)
  return Object.entries(properties)
    .filter(([name]) => !hidden.has(name) || step[name] !== undefined)
    .map(([name, schema]) => ({ name, schema, kind: kindOf(schema), isRequired: wanted.has(name) }))
}

/** What a person typed, as the step keeps it. A variable may stand where a number is wanted. */
export function typedValue(kind: Kind, text: string): unknown {
  if (text === '') return undefined
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

export function withField(step: Step, name: string, value: unknown): Step {
  const { [name]: _before, ...rest } = step
  return value === undefined ? rest : { ...rest, [name]: value }
}

/** The step in a few words, for when it is folded. */
export function summaryOf(step: Step): string {
  return Object.entries(step)
    .filter(([name]) => !shared.has(name))
    .flatMap(([, value]) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ')
}

export const operators = ['is', 'is_not', 'contains', 'above', 'below', 'matches', 'role'] as const
export type Operator = (typeof operators)[number]

export interface ConditionRow {
  readonly value: string
  readonly operator: Operator
  readonly operand: string
}

/** One row for each thing that must hold. */
export function conditionRows(condition: unknown): ConditionRow[] {
  const all = condition === undefined ? [] : Array.isArray(condition) ? condition : [condition]
  return all
    .filter((one) => typeof one === 'object' && one !== null)
    .flatMap((one: Readonly<Record<string, unknown>>) =>
      operators
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
