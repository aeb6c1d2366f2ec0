import { type EventGroup, eventGroups, groupOf } from '../../contract/event-groups.ts'
import type { LoggedEvent } from '../../contract/events.ts'
import { platforms } from '../../contract/platforms.ts'
import { integer, list, nullable, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { exampleEvent, loggedEvent } from './fields.ts'

const readAtOnce = 200
const maxRead = 2000

export const listEvents = definePanelOperation({
  name: 'list-events',
  summary: 'The event log, newest first.',
  role: 'viewer',
  effect: 'none',
  input: object({
    before: optional(
      integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only what happened before this place.' }),
    ),
    group: optional(oneOf(eventGroups, { description: 'Only events of this kind.' })),
    platform: optional(oneOf(platforms, { description: 'Only what happened there.' })),
    search: optional(
      text({ max: 100, cleaning: 'line', description: 'Only where this is said: in a name, a text, a reason.' }),
    ),
    limit: withDefault(integer({ min: 1, max: 200, description: 'How many at most.' }), 100),
  }),
  output: object({
    events: list(loggedEvent),
    next_before: nullable(integer({ description: 'Where to go on; null at the beginning of the log.' })),
  }),
  failures: [],
  example: { input: { group: 'people' }, output: { events: [exampleEvent], next_before: null } },
  async handle({ input, caller, ctx }) {
    const { limit } = input
    const fits = filterOf(input)
    const found = []
    let before = input.before ?? Number.MAX_SAFE_INTEGER
    // A rare kind may be far apart; what was passed over is not read again, for the answer says where to go on.
    for (let read = 0; read < maxRead; read += readAtOnce) {
      const events = await ctx.events.before(ctx.db, caller.channel.id, before, readAtOnce)
      for (const event of events) {
        before = event.seq
        if (fits(event)) found.push(event)
        if (found.length === limit) return { events: found, next_before: before }
      }
      if (events.length < readAtOnce) return { events: found, next_before: null }
    }
    return { events: found, next_before: before }
  },
})

interface Filter {
  readonly group?: EventGroup | undefined
  readonly platform?: string | undefined
  readonly search?: string | undefined
}

function filterOf({ group, platform, search }: Filter): (event: LoggedEvent) => boolean {
  const typed = search?.toLowerCase() ?? ''
  return ({ kind, platform: where, data }) =>
    (group === undefined || groupOf(kind) === group) &&
    (platform === undefined || where === platform) &&
    (typed === '' || [kind, ...Object.values(data)].some((said) => String(said).toLowerCase().includes(typed)))
}
