import type { PanelCaller } from '../caller.ts'
import type { Context } from '../context.ts'
import { type EventGroup, eventGroups, groupOf } from '../contract/event-groups.ts'
import type { LoggedEvent } from '../contract/events.ts'
import { Failure } from '../contract/failures.ts'
import { type CueKind, cueKinds } from '../contract/overlay-messages.ts'
import { platforms } from '../contract/platforms.ts'
import { integer, list, nullable, object, oneOf, optional, text, withDefault } from '../contract/schema.ts'
import { definePanelOperation } from '../operation.ts'
import { exampleEvent, loggedEvent } from './event-fields.ts'

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

/** What an event sets off follows it closely in the log, under the same request. */
const lookedThrough = 200
const expiresInMs = 60_000

export const replayEvent = definePanelOperation({
  name: 'replay-event',
  summary: 'Shows again on the overlay what this event showed.',
  role: 'moderator',
  effect: 'outside',
  input: object({
    seq: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "The event's place in the log." }),
  }),
  output: object({ ids: list(text(), { description: 'The new firings.' }) }),
  failures: ['not_found', 'overlay_not_connected'],
  example: { input: { seq: 1 }, output: { ids: ['alert_1'] } },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const following = await ctx.events.after(ctx.db, channelId, input.seq - 1, lookedThrough)
    const [event] = following
    if (event?.seq !== input.seq) throw new Failure('not_found', { message: 'There is no such event.' })
    const cues = event.kind.startsWith('cue.') ? [event] : following.filter((one) => isCueOf(one, event))
    // One that was made before there was an overlay has its alert now.
    if (cues.length === 0 && event.kind === 'donation') cues.push({ ...event, kind: 'cue.donation' })
    if (cues.length === 0) throw new Failure('not_found', { message: 'This event showed nothing on the overlay.' })
    const ids = []
    for (const cue of cues) ids.push(await showAgain(ctx, caller, cue))
    return { ids }
  },
})

function isCueOf({ kind, requestId }: LoggedEvent, event: LoggedEvent): boolean {
  return kind.startsWith('cue.') && requestId === event.requestId
}

async function showAgain(ctx: Context, caller: PanelCaller, { seq, kind: logged, data }: LoggedEvent): Promise<string> {
  const kind = kindOf(logged)
  // A spoken line is kept for a while only, so it is spoken anew.
  if (kind === 'tts' && typeof data.text === 'string') {
    const { id } = await ctx.speech.say(caller, { text: data.text, username: String(data.username ?? '') })
    return id
  }
  const firing = (await ctx.overlays.recent(caller.channel, lookedThrough)).find((one) => one.seq === seq)
  const target = firing?.overlayId === undefined ? {} : { overlayId: firing.overlayId }
  const { id } = await ctx.overlays.fire(caller, { kind, idPrefix: kind, ...target, payload: data, expiresInMs })
  return id
}

function kindOf(logged: string): CueKind {
  const kind = cueKinds.find((one) => `cue.${one}` === logged)
  if (kind === undefined) throw new Failure('not_found', { message: 'This cannot be shown again.' })
  return kind
}
