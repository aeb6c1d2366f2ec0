import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, nullable, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { eventRegistry, storedKind } from '../../../registry/event-registry.ts'
import { exampleEvent, loggedEvent } from '../../events/event-fields.ts'
import { sentEvent } from '../../events/event-rows.ts'

const readAtOnce = 200
const maxRead = 2000

export const listAudit = definePanelOperation({
  name: 'list-audit',
  summary: 'Lists changes made in the panel or on the command line, newest first.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({
    actor: optional(text({ max: 100, description: 'Only entries of this actor, such as person:person_1 or cli.' })),
    kind: optional(text({ max: 100, description: 'Only kinds that start with this, such as key.' })),
    before: optional(
      integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only entries before this position in the log.' }),
    ),
    limit: withDefault(integer({ min: 1, max: 200, description: 'The maximum number of results.' }), 50),
  }),
  output: object({
    entries: list(loggedEvent),
    next_before: nullable(integer({ description: 'Where the next page starts; null on the last one.' })),
  }),
  failures: [],
  example: {
    input: { kind: 'key' },
    output: { entries: [{ ...exampleEvent, kind: 'key.revoked', actor: 'person:person_1' }], next_before: null },
  },
  async handle({ input, caller, ctx }) {
    const { actor, kind = '', limit } = input
    const entries = []
    let before = input.before ?? Number.MAX_SAFE_INTEGER
    for (let read = 0; read < maxRead; read += readAtOnce) {
      const found = await ctx.events.auditBefore(ctx.db, caller.channel.id, before, readAtOnce)
      for (const event of found) {
        before = event.seq
        const isWanted = storedKind(event).startsWith(kind) && (actor === undefined || event.actor === actor)
        if (isWanted && eventRegistry.mayRead(event, caller)) entries.push(sentEvent(event))
        if (entries.length === limit) return { entries, next_before: before }
      }
      if (found.length < readAtOnce) return { entries, next_before: null }
    }
    return { entries, next_before: before }
  },
})
