import type { Schema } from '../../src/kernel/schema/schema.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import type { NewEvent } from '../../src/registry/events.ts'
import type { TestApp } from '../create-test-app.ts'

/** In every text of the samples, to be searched for. */
export const mark = 'marked-for-the-test'

/** A value that the schema allows; texts carry the mark. */
function sampleOf({ type, enum: values, items, properties, required = [], minimum = 1 }: Schema): unknown {
  if (values !== undefined) return values[0]
  const [first] = [type ?? []].flat()
  if (first === 'string') return mark
  if (first === 'integer' || first === 'number') return minimum
  if (first === 'boolean') return true
  if (first === 'array') return items === undefined ? [] : [sampleOf(items)]
  if (first === 'null') return null
  const entries = Object.entries(properties ?? {}).filter(([name]) => required.includes(name))
  return Object.fromEntries(entries.map(([name, schema]) => [name, sampleOf(schema)]))
}

/** Stores one event of every kind. Returns the number of each in the log. */
export async function appendOneOfEachKind(
  app: TestApp,
  { name = 'sample', actor = 'person:person_nobody' } = {},
): Promise<Map<string, number>> {
  const seqs = new Map<string, number>()
  await app.ctx.db.write(async (tx) => {
    for (const { kind, data, refersTo = {} } of eventRegistry.definitions) {
      const platform = 'platform' in refersTo ? { platform: 'kick' } : {}
      const viewer = 'viewerId' in refersTo ? { viewerId: 1 } : {}
      const external = 'externalId' in refersTo ? { externalId: `${name} ${kind}` } : {}
      const event = { kind, data: sampleOf(data), ...platform, ...viewer, ...external } as NewEvent
      const cause = { channel: app.channel, actor, requestId: `${name} ${kind}` }
      seqs.set(kind, await app.ctx.events.appendNew(tx, cause, event))
    }
  })
  return seqs
}
