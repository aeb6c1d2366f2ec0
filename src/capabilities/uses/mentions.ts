import type { StepDefinition, WrittenStep } from '../../definitions/define-step.ts'
import type { Field } from '../../definitions/setting-fields.ts'
import { control, type FieldControl, type Schema } from '../../kernel/schema/schema.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { findStep } from '../../registry/steps.ts'
import { eachStep } from '../steps/each-step.ts'

/** What is asked about. */
export interface Used {
  readonly kind: UsedKind
  /** Its number; of an effect its overlay id, of a value its name. */
  readonly id: string
  /** Every name by which it can be meant. */
  readonly names: readonly string[]
}

export const usedKinds = ['command', 'automation', 'show', 'effect', 'alert', 'value'] as const
export type UsedKind = (typeof usedKinds)[number]

const controls: Readonly<Record<UsedKind, FieldControl>> = {
  command: 'command',
  automation: 'automation',
  show: 'show',
  effect: 'effect',
  alert: 'alert',
  value: 'value',
}

/** Whether one of these steps, or one inside them, names the thing. */
export function stepsMention(steps: unknown, used: Used): boolean {
  for (const step of eachStep(steps)) {
    if (stepMentions(step, used) || textsMention(step, used)) return true
  }
  return false
}

/** By the field that chooses such a thing; where there is one, the fields beside it name it by its id. */
export function stepMentions(step: WrittenStep, used: Used): boolean {
  const definition: StepDefinition | undefined = findStep(String(step.type))
  const properties: Readonly<Record<string, Schema>> = definition?.input.properties ?? {}
  const isChoice = (schema: Schema) => schema[control] === controls[used.kind]
  const chooses = Object.values(properties).some(isChoice)
  return Object.entries(properties).some(([name, schema]) => {
    const value = step[name]
    if (value === undefined) return false
    if (isChoice(schema)) return isMeant(value, used)
    if (!chooses || schema[control] !== 'hidden') return false
    return Array.isArray(value) ? value.map(String).includes(used.id) : String(value) === used.id
  })
}

/** Whether a text, however deep it stands, reads the value: `$(value deaths)`. */
export function textsMention(content: unknown, used: Used): boolean {
  if (used.kind !== 'value') return false
  if (typeof content === 'string') {
    return [...content.matchAll(/\$\(value\s+([^\s()]+)/gi)].some(([, name = '']) => isMeant(name, used))
  }
  if (typeof content !== 'object' || content === null) return false
  return Object.values(content).some((one) => textsMention(one, used))
}

/** Whether a setting of a widget names the value. */
export function settingsMention(
  fields: Readonly<Record<string, Field>>,
  settings: Readonly<Record<string, unknown>>,
  used: Used,
): boolean {
  if (used.kind !== 'value') return false
  return Object.entries(fields).some(([name, field]) => {
    const value = settings[name]
    if (field.control.kind === 'value') return value !== undefined && isMeant(value, used)
    if (field.control.kind !== 'group' || typeof value !== 'object' || value === null) return false
    return settingsMention(field.control.fields, value as Readonly<Record<string, unknown>>, used)
  })
}

/** People write names in any case, and a command with or without its prefix. */
export function isMeant(written: unknown, { kind, id, names }: Used): boolean {
  if (kind === 'effect') return written === id
  const text = nameKey(String(written))
  if (kind === 'show' && text === id) return true
  const word = kind === 'command' ? text.replace(/^[^\p{L}\p{N}]+/u, '') : text
  return names.some((name) => nameKey(name) === word || nameKey(name) === text)
}
