import { integer, list, nullable, object, optional, text, withDefault } from '../contract/schema.ts'
import { definePanelOperation } from '../operation.ts'
import { exampleEvent, loggedEvent } from './event-fields.ts'

const readAtOnce = 200
const maxRead = 2000

export const listAudit = definePanelOperation({
  name: 'list-audit',
  summary: 'Who changed what at the panel or in the terminal, newest first.',
  role: 'editor',
  effect: 'none',
  input: object({
    actor: optional(text({ max: 100, description: 'Only deeds of this one, such as person:person_1 or cli.' })),
    kind: optional(text({ max: 100, description: 'Only kinds that begin with this, such as key.' })),
    before: optional(
      integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only what happened before this place.' }),
    ),
    limit: withDefault(integer({ min: 1, max: 200, description: 'How many at most.' }), 50),
  }),
  output: object({
    deeds: list(loggedEvent),
    next_before: nullable(integer({ description: 'Where to go on; null at the beginning.' })),
  }),
  failures: [],
  example: {
    input: { kind: 'key' },
    output: { deeds: [{ ...exampleEvent, kind: 'key.created', actor: 'person:person_1' }], next_before: null },
  },
  async handle({ input, caller, ctx }) {
    const { actor, kind = '', limit } = input
    const deeds = []
    let before = input.before ?? Number.MAX_SAFE_INTEGER
    for (let read = 0; read < maxRead; read += readAtOnce) {
      const found = await ctx.events.deedsBefore(ctx.db, caller.channel.id, before, readAtOnce)
      for (const deed of found) {
        before = deed.seq
        if (deed.kind.startsWith(kind) && (actor === undefined || deed.actor === actor)) deeds.push(deed)
        if (deeds.length === limit) return { deeds, next_before: before }
      }
      if (found.length < readAtOnce) return { deeds, next_before: null }
    }
    return { deeds, next_before: before }
  },
})
