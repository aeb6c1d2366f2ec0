import { eventGroups } from '../../../definitions/event-groups.ts'
import type { PanelCaller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'
import { eventRegistry, storedKind } from '../../../registry/event-registry.ts'
import type { LoggedEvent } from '../../../registry/events.ts'
import { exampleEvent, loggedEvent } from '../../events/event-fields.ts'
import { sentEvent } from '../../events/event-rows.ts'
import { type CueKind, cueKinds } from '../../overlay/contract/cues.ts'
import { isPartOfImport } from '../import-entries.ts'

const panelErrors = defineMessages('errors.panel', {
  eventNotFound: 'There is no such event.',
  nothingShown: 'This event showed nothing on the overlay.',
})

export const listEvents = definePanelOperation({
  name: 'list-events',
  summary: 'Lists the events that your role may read, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    before: optional(
      integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only events before this position in the log.' }),
    ),
    group: optional(oneOf(eventGroups, { description: 'Only events of this group.' })),
    platform: optional(oneOf(platforms, { description: 'Only events on this platform.' })),
    search: optional(
      text({
        max: 100,
        cleaning: 'line',
        description: 'Only events with this text in their data, such as a name or a reason.',
      }),
    ),
    limit: withDefault(integer({ min: 1, max: 200, description: 'The maximum number of results.' }), 100),
  }),
  output: object({
    events: list(loggedEvent),
    next_before: nullable(integer({ description: 'Where the next page starts; null on the last one.' })),
  }),
  failures: [],
  example: { input: { group: 'people' }, output: { events: [exampleEvent], next_before: null } },
  async handle({ input, caller, ctx }) {
    const { before, group, limit } = input
    const wanted = { role: caller.role, before, group, limit, matches: filterOf(input) }
    const { events, nextBefore } = await ctx.events.page(ctx.db, caller.channel.id, wanted)
    return { events: events.map(sentEvent), next_before: nextBefore }
  },
})

interface Filter {
  readonly platform?: string | undefined
  readonly search?: string | undefined
}

function filterOf({ platform, search }: Filter): (event: LoggedEvent) => boolean {
  const typed = search?.toLowerCase() ?? ''
  return (event) =>
    (typed !== '' || !isPartOfImport(event)) &&
    (platform === undefined || event.platform === platform) &&
    (typed === '' ||
      [storedKind(event), ...Object.values(event.data)].some((text) => String(text).toLowerCase().includes(typed)))
}

/** The cues of an event follow it closely in the log, under the same request. */
const maxScannedCues = 200
const expiresInMs = 60_000

export const replayEvent = definePanelOperation({
  name: 'replay-event',
  summary: 'Shows the cues of an event on the overlay again.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    seq: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "The event's position in the log." }),
    silent: withDefault(boolean({ description: 'Without its sounds and speech.' }), false),
  }),
  output: object({ ids: list(text(), { description: 'The new deliveries.' }) }),
  failures: ['not_found', 'overlay_not_connected'],
  example: { input: { seq: 1 }, output: { ids: ['alert_1'] } },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const following = await ctx.events.after(ctx.db, channelId, input.seq - 1, maxScannedCues)
    const [event] = following
    if (event?.seq !== input.seq || !eventRegistry.mayRead(event, caller)) {
      throw new Failure('not_found', { message: panelErrors.eventNotFound.of() })
    }
    const cues = isCue(event)
      ? [event]
      : following.filter(isCue).filter(({ requestId }) => requestId === event.requestId)
    const ids = []
    const isSilent = input.silent
    for (const cue of cues.filter(({ kind }) => !isSilent || kind !== 'cue.tts')) {
      ids.push(await showAgain(ctx, caller, cue, isSilent))
    }
    // A donation whose alert was not shown, because no overlay was connected, is shown now.
    if (cues.length === 0 && event.kind === 'donation') {
      ids.push(await fireAgain(ctx, caller, 'donation', event, isSilent))
    }
    if (ids.length === 0 && !isSilent) throw new Failure('not_found', { message: panelErrors.nothingShown.of() })
    return { ids }
  },
})

type CueEvent = Extract<LoggedEvent, { kind: `cue.${CueKind}` }>

function isCue(event: LoggedEvent): event is CueEvent {
  return cueKinds.some((kind) => event.kind === `cue.${kind}`)
}

async function showAgain(ctx: Context, caller: PanelCaller, event: CueEvent, isSilent: boolean): Promise<string> {
  // Speech is cached for a short time only, so it is synthesized again.
  if (event.kind === 'cue.tts' && typeof event.data.text === 'string') {
    const { text, username } = event.data
    const { id } = await ctx.speech.say(caller, { text, username: String(username ?? '') })
    return id
  }
  const kind = cueKinds.find((one) => event.kind === `cue.${one}`) ?? 'tts'
  return fireAgain(ctx, caller, kind, event, isSilent)
}

async function fireAgain(
  ctx: Context,
  caller: PanelCaller,
  kind: CueKind,
  { seq, data }: { readonly seq: number; readonly data: Readonly<Record<string, unknown>> },
  isSilent: boolean,
): Promise<string> {
  const delivery = (await ctx.overlays.recent(caller.channel, maxScannedCues)).find((one) => one.seq === seq)
  const target = delivery?.overlayId === undefined ? {} : { overlayId: delivery.overlayId }
  const payload = isSilent ? withoutSound(data) : data
  const { id } = await ctx.overlays.fire(caller, { kind, idPrefix: kind, ...target, payload, expiresInMs })
  return id
}

function withoutSound({ sound: _sound, audio: _audio, video, ...rest }: Readonly<Record<string, unknown>>) {
  return typeof video === 'object' && video !== null ? { ...rest, video: { ...video, volume: 0 } } : rest
}
