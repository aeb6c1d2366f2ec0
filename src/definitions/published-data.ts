import { isStoredTime, type ObjectSchema, type Schema } from '../kernel/schema/schema.ts'
import type { EventDefinition } from './define-event.ts'
import { withUserid } from './event-fields.ts'

/** The schema of an event's data as programs and automations see it: times as ISO strings, viewers also by `userid`. */
export function publishedSchema({ data, published }: Pick<EventDefinition, 'data' | 'published'>): ObjectSchema {
  return withUserid(withWrittenTimes(published?.data ?? data)) as ObjectSchema
}

/**
 * The fields of an event that forms offer: those that programs receive. Of a choice they offer the stored values, because
 * only those have titles; conditions take both.
 */
export function offeredFields(
  definition: Pick<EventDefinition, 'data' | 'published'>,
): Readonly<Record<string, Schema>> {
  const stored = definition.data.properties ?? {}
  const entries = Object.entries(publishedSchema(definition).properties ?? {})
  return Object.fromEntries(entries.map(([name, field]) => [name, field.enum ? (stored[name] ?? field) : field]))
}

function hasTimes(schema: Schema): boolean {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])]
  return schema[isStoredTime] === true || inner.some(hasTimes)
}

function withWrittenTimes<S extends Schema>(schema: S): S {
  if (!hasTimes(schema)) return schema
  if (schema[isStoredTime]) {
    const { [isStoredTime]: _, type, ...rest } = schema
    const types = [type ?? []].flat().map((one) => (one === 'integer' ? 'string' : one))
    return { type: types.length === 1 ? types[0] : types, format: 'date-time', ...rest } as unknown as S
  }
  const { properties, items } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withWrittenTimes(one)])),
    }),
    ...(items && { items: withWrittenTimes(items) }),
  }
}
