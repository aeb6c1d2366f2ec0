import type { EventDefinition, Published, Withheld } from '../definitions/define-event.ts'
import type { LiveEventDefinition } from '../definitions/define-live-event.ts'
import { namesViewer } from '../definitions/event-fields.ts'
import { publishedSchema } from '../definitions/published-data.ts'
import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { ObjectSchema, Schema } from '../kernel/schema/schema.ts'
import { whenNeeded } from '../kernel/schema/when-needed.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import { eventDefinitions } from './events.ts'
import { liveEventDefinitions } from './live-events.ts'

/** A type of event as programs receive it. */
export interface PublishedEvent {
  /** The `type` of the envelope. */
  readonly type: string
  /** The kind in the log, or of the live event. */
  readonly kind: string
  /** Whether it is in the log, so that a stream can resume after it and a webhook delivers it. */
  readonly isStored: boolean
  readonly title: () => string
  /** The scope that a key needs beside `events:read`. */
  readonly scope: Scope
  /** Whether the envelope names a platform. */
  readonly platform: 'always' | 'sometimes' | 'never'
  /** The schema of the data as it leaves, in the names of the specification. */
  readonly data: ObjectSchema
  /** Fields that leave as empty texts for a key without a second scope. */
  readonly withheld: Withheld | undefined
  readonly example: Readonly<Record<string, unknown>>
  /** One sentence about the example. */
  sentence(): string
  /** The data as it leaves, from the stored data. */
  dataOf(stored: object, platform: Platform | null): PublishedData
  /** The same without what is withheld. */
  reducedDataOf(stored: object, platform: Platform | null): PublishedData
}

type PublishedData = Readonly<Record<string, unknown>>

/** Every type of event that programs can receive, derived from the definitions. */
export function listPublishedEvents(
  logged: readonly EventDefinition[],
  live: readonly LiveEventDefinition[],
): readonly PublishedEvent[] {
  const list = [
    ...logged.flatMap((definition) => {
      const { published, readableBy, refersTo } = definition
      if (published === undefined || readableBy.scope === null) return []
      const named = refersTo?.platform
      const platform = named === 'required' ? 'always' : named === 'optional' ? 'sometimes' : 'never'
      const sentence = () => definition.sentence(published.example)
      return [asPublished(definition, published, { scope: readableBy.scope, isStored: true, platform, sentence })]
    }),
    ...live.map((definition) => {
      const { published, readableBy, title } = definition
      const more = { scope: readableBy.scope, isStored: false, platform: 'always', sentence: title } as const
      return asPublished(definition, published, more)
    }),
  ]
  if (new Set(list.map(({ type }) => type)).size !== list.length) throw new Error('two events have the same type')
  return list
}

function asPublished(
  { kind, title, data: stored }: Pick<EventDefinition, 'kind' | 'title' | 'data'>,
  published: Published,
  more: Pick<PublishedEvent, 'scope' | 'isStored' | 'platform' | 'sentence'>,
): PublishedEvent {
  const { type = kind, from, withheld, example } = published
  const data = publishedSchema({ data: stored, published })
  const copier = whenNeeded(() => createCopier(data))
  const dataOf = (of: object, platform: Platform | null) => copier().ifNeeded(from?.(of, platform) ?? of, platform)
  const emptied = Object.fromEntries((withheld?.fields ?? []).map((field) => [field, '']))
  return {
    ...{ type, kind, title, data, withheld, ...more },
    dataOf,
    reducedDataOf: (of, platform) => ({ ...dataOf(of, platform), ...emptied }),
    // In the order of the schema, as a person reads it.
    get example() {
      const platform = examplePlatform(more)
      return copier().always(from?.(example, platform) ?? example, platform)
    },
  }
}

/** The platform on which the examples of the documents happen. */
export function examplePlatform({ platform }: Pick<PublishedEvent, 'platform'>): Platform | null {
  return platform === 'never' ? null : 'kick'
}

function createCopier(data: ObjectSchema) {
  const pick = picker(data) as (value: object) => PublishedData
  const known = new Set(Object.keys(data.properties))
  const isPlain = Object.values(data.properties).every(
    ({ properties, items, format }) => (properties ?? items) === undefined && format !== 'date-time',
  )
  const completed = namesViewer(data) ? withUserid : (of: PublishedData) => of
  return {
    always: (all: object, platform: Platform | null) => pick(completed(all as PublishedData, platform)),
    /** Most events have no other field, and to see that takes a fifth of the time of a copy. */
    ifNeeded: (all: object, platform: Platform | null) =>
      completed(isPlain && hasOnly(all, known) ? (all as PublishedData) : pick(all), platform),
  }
}

/** On Kick the platform's own id is the one that calls take. Of a linked account the event was stored with it. */
function withUserid(data: PublishedData, platform: Platform | null): PublishedData {
  const { user_id: own } = data
  return platform === 'kick' && typeof own === 'string' && own !== '' ? { ...data, userid: own } : data
}

function hasOnly(value: object, known: ReadonlySet<string>): boolean {
  for (const name in value) if (!known.has(name)) return false
  return true
}

/** Copies what the schema describes, so that a field which was stored for us alone never leaves. */
function picker(schema: Schema): (value: unknown) => unknown {
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, picker(field)] as const)
    return (value) => {
      if (typeof value !== 'object' || value === null) return value
      const picked: Record<string, unknown> = {}
      for (const [name, pick] of fields) {
        const field = (value as Readonly<Record<string, unknown>>)[name]
        if (field !== undefined) picked[name] = pick(field)
      }
      return picked
    }
  }
  if (schema.items !== undefined) {
    const pick = picker(schema.items)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (schema.format === 'date-time')
    return (value) => (typeof value === 'number' ? new Date(value).toISOString() : value)
  return (value) => value
}

export const publishedEvents = listPublishedEvents(eventDefinitions, liveEventDefinitions)
