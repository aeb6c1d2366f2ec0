import { findMeant } from '../../kernel/schema/misspelling.ts'
import type { ObjectSchema, Schema } from '../../kernel/schema/schema.ts'
import { publishedEvents } from '../../registry/published-events.ts'
import { invalid } from '../steps/invalid.ts'
import type { AutomationTrigger } from './contract/automations.ts'
import { findPublished } from './event-data.ts'
import { automationErrors } from './messages.ts'

/** The kind that somebody meant who wrote the type of the envelope, `channel.follow`, or misspelt the kind. */
export function meantEvent(written: string): string | undefined {
  const named = publishedEvents.find(({ type }) => type === written)?.kind
  const kinds = publishedEvents.map(({ kind }) => kind)
  return named ?? findMeant(written, kinds)
}

/** Throws the failure of a filter, or of a condition, that reads a field which the event does not have. */
export function checkEventFields({ type, event, where = {} }: AutomationTrigger, conditions: readonly unknown[]): void {
  const published = type === 'event' && event !== undefined ? findPublished(event) : undefined
  if (published === undefined) return
  const { kind, data } = published
  for (const field of Object.keys(where)) check(kind, data, field, `trigger.where.${field}`)
  for (const [index, condition] of conditions.entries()) {
    for (const field of fieldsRead(condition)) check(kind, data, field, `conditions[${index}]`)
  }
}

function check(event: string, data: ObjectSchema, field: string, path: string): void {
  if (field === 'platform' || hasField(data, field.split('.'))) return
  const names = ['platform', ...Object.keys(data.properties)]
  const meant = findMeant(field, names)
  if (meant !== undefined) throw invalid(automationErrors.misspeltField.of({ path, event, field, meant }))
  throw invalid(automationErrors.unknownField.of({ path, event, field, fields: names.join(', ') }))
}

/** `options.0.title` inside lists and objects. */
function hasField(schema: Schema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (schema.items !== undefined) return /^\d+$/.test(name) && hasField(schema.items, rest)
  const inner = schema.properties?.[name]
  return inner !== undefined && Object.hasOwn(schema.properties ?? {}, name) && hasField(inner, rest)
}

/** The fields of the event that a condition reads: those of its `$(event.<field>)`. */
function fieldsRead(condition: unknown): readonly string[] {
  if (typeof condition !== 'object' || condition === null) return []
  const texts = Object.values(condition).filter((value) => typeof value === 'string')
  return texts.flatMap((text) => [...text.matchAll(/\$\(event\.([a-z0-9_.]+)/gi)].map(([, field = '']) => field))
}
