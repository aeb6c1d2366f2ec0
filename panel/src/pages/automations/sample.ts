import { eventFieldKey, fieldTitle } from '../../../../src/definitions/field-texts.ts'
import type { Schema } from '../../../../src/kernel/schema/schema.ts'
import { type Platform, platforms } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import type { LogEvent } from '../../state.ts'
import {
  commandVariables,
  type OfferedVariable,
  plainVariables,
  type VariableScope,
} from '../../steps/variable-scope.ts'
import type { Trigger } from './draft.ts'
import { eventOf } from './trigger-kinds.ts'

type Data = Readonly<Record<string, unknown>>

const names: Data = { username: 'alice', displayname: 'Alice', user_id: '10001', message: '@bob 7', text: '@bob 7' }

/** A made-up event of the kind that starts the automation. */
export function sampleData(trigger: Trigger): Data {
  const properties = eventOf(trigger)?.fields ?? {}
  const entries = Object.entries(properties).map(([name, schema]) => [name, names[name] ?? sampleOf(name, schema)])
  const own = trigger.type === 'reward' && trigger.reward !== undefined ? { reward: trigger.reward } : {}
  return { ...Object.fromEntries(entries), ...own, platform: 'kick' }
}

function sampleOf(name: string, { type, enum: values, items, properties, format }: Schema): unknown {
  if (values !== undefined) return values[0]
  if (format === 'date-time') return new Date().toISOString()
  const [first] = [type ?? 'string'].flat()
  if (first === 'integer' || first === 'number') return 5
  if (first === 'boolean') return true
  if (first === 'array') return items === undefined ? [] : [sampleOf(name, items)]
  if (first !== 'object') return name.replaceAll('_', ' ')
  return Object.fromEntries(Object.entries(properties ?? {}).map(([field, schema]) => [field, sampleOf(field, schema)]))
}

const maxPast = 50

/** The latest events of the kind that starts the automation, newest first. Chat is not stored, so it has none. */
export async function pastEvents(trigger: Trigger): Promise<readonly LogEvent[]> {
  const kind = eventOf(trigger)?.kind
  if (kind === undefined || trigger.type === 'command') return []
  const { events } = await call('list-events', { search: kind, limit: maxPast }).catch(() => ({ events: [] }))
  return events.filter((event) => event.kind === kind)
}

/** The variables of the steps: those of every step, and the fields of the event. */
export function scopeOf(trigger: Trigger, past: LogEvent | undefined): VariableScope {
  const event = eventOf(trigger)
  const fields = Object.entries(event?.fields ?? {}).flatMap(([name, schema]): OfferedVariable[] => {
    if (schema.type === 'object' || schema.type === 'array') return []
    const usage = `$(event.${name})`
    return [{ usage, insert: usage, help: fieldTitle(eventFieldKey(String(event?.kind), name, schema), schema) }]
  })
  const data: Data =
    past === undefined
      ? sampleData(trigger)
      : { ...past.data, ...(past.platform === null ? {} : { platform: past.platform }) }
  const base = trigger.type === 'command' ? commandVariables : plainVariables
  return {
    variables: [...fields, ...base],
    sample: {
      data,
      args: textOf(data.message ?? data.text),
      platform: platformOf(data.platform),
      ...(textOf(data.username) === '' ? {} : { username: textOf(data.username) }),
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 500) : ''
}

function platformOf(value: unknown): Platform {
  return platforms.find((one) => one === value) ?? 'kick'
}
