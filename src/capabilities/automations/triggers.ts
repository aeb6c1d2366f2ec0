import { nameOf } from '../../definitions/event-sentences.ts'
import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { KnownEvent } from '../../registry/events.ts'
import type { NewLiveEvent } from '../../registry/live-events.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { isPastEvent } from '../events/past-events.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { RunUser } from '../steps/run.ts'
import type { RunBy } from '../steps/run-user.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { TriggerCandidates } from './candidates.ts'
import { depthOf } from './chain.ts'
import { createChatTriggers, maxArgsLength, waitsForChat } from './chat-triggers.ts'
import type { AutomationEngine } from './engine.ts'
import { eventForAutomations } from './event-data.ts'
import { type Filtered, newBudget } from './filters.ts'
import type { HeldEvents } from './held-events.ts'
import type { Occurrence } from './occurrence.ts'
import { createPendingEvents } from './pending-events.ts'
import type { ChannelTriggers, Indexed, TriggerIndex } from './trigger-index.ts'
import { type LeftStart, type UnmatchedId, unmatched, type WaitingStarts } from './waiting-starts.ts'

export type Triggers = ReturnType<typeof createTriggers>

/**
 * Brings what happens to the automations that wait for it: events of the log, chat, and what is only sent live. What an
 * event of the log starts is stored in the transaction of the event, and so begins once, or is counted, whenever the
 * server stops.
 */
export function createTriggers(needs: {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  engine: AutomationEngine
  events: Events
  held: HeldEvents
  index: TriggerIndex
  platforms: Platforms
  settings: Settings
  standing: Standing
  firstMessages: FirstMessages
  viewers: Viewers
  waiting: WaitingStarts
}) {
  const { db, log, channels, engine, events, firstMessages, held, index, settings, viewers, waiting } = needs
  let isClosed = false
  /** The last event of a channel for which its automations are being read: later ones do not overtake it. */
  const unmatchedOf = new Map<number, Promise<void>>()
  const rolesOf = createChatRoles(needs)
  const { later, settled } = createPendingEvents(log)
  const { onLine } = createChatTriggers({ engine, firstMessages, settings, speaking, startable })

  events.onAppending((tx, channelId, event) => {
    if (isPastEvent(event)) return undefined
    const known = index.find(channelId)
    if (known === undefined) return storeUnmatched(tx, channelId, event, unmatched.any)
    const met = matching(known, event)
    return met.length === 0 ? undefined : store(tx, channelId, event, met)
  })

  /** Matches at once, which needs no promise: most events start nothing. */
  function matching({ byEvent }: ChannelTriggers, { kind, platform, data }: KnownEvent): readonly Indexed[] {
    const candidates = byEvent.get(kind)
    return candidates === undefined ? [] : matchingOf(candidates, eventForAutomations(kind, platform, data))
  }

  function matchingOf(candidates: TriggerCandidates<Indexed>, event: Filtered): readonly Indexed[] {
    const budget = newBudget()
    return candidates.select(event).filter((indexed) => indexed.matches(event, budget))
  }

  /** Those that a limit refuses are only counted: in a storm of events nothing is stored or read for them. */
  async function store(tx: Writer, channelId: number, event: KnownEvent, met: readonly Indexed[]): Promise<void> {
    const judged = met.map((indexed) => ({ indexed, verdict: engine.judge(channelId, indexed, event.platform) }))
    const admitted = judged.filter(({ verdict }) => verdict === 'admitted').map(({ indexed }) => indexed)
    for (const { id } of admitted) await waiting.insert(tx, startOf(channelId, event, id))
    tx.onCommit(() => {
      for (const { indexed, verdict } of judged) if (verdict === 'dropped') engine.drop(channelId, indexed.id)
      if (admitted.length > 0) startLater(channelId, event, admitted)
    })
  }

  /** The automations of the channel are not known yet, and cannot be read in the transaction of the event. */
  async function storeUnmatched(tx: Writer, channelId: number, event: KnownEvent, which: UnmatchedId): Promise<void> {
    await waiting.insert(tx, startOf(channelId, event, which))
    tx.onCommit(() => {
      if (isClosed) return
      later(channelId, () => {
        const work = startUnmatched(channelId, event, which, unmatchedOf.get(channelId)).finally(() => {
          if (unmatchedOf.get(channelId) === work) unmatchedOf.delete(channelId)
        })
        unmatchedOf.set(channelId, work)
        return work
      })
    })
  }

  async function startUnmatched(
    channelId: number,
    event: KnownEvent,
    which: UnmatchedId,
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before?.catch(() => {})
    await startAll(channelId, event, await findUnmatched(channelId, event, which))
  }

  /** What the event starts, stored in place of the row that says that this is not known. */
  async function findUnmatched(channelId: number, event: KnownEvent, which: UnmatchedId): Promise<readonly Indexed[]> {
    const met = admittedOf(channelId, await match(channelId, event, which), event.platform)
    const unknown = startOf(channelId, event, which)
    if (met.length === 0) {
      engine.forget(unknown)
      return []
    }
    return db.write(async (tx) => {
      if (!(await waiting.take(tx, unknown))) return []
      for (const { id } of met) await waiting.insert(tx, startOf(channelId, event, id))
      return met
    })
  }

  async function match(channelId: number, event: KnownEvent, which: UnmatchedId): Promise<readonly Indexed[]> {
    const known = await index.load(channelId)
    const met = known === undefined ? [] : matching(known, event)
    return which === unmatched.held ? met.filter(isHeldByShield) : met
  }

  function startLater(channelId: number, event: KnownEvent, met: readonly Indexed[]): void {
    if (isClosed) return
    const before = unmatchedOf.get(channelId)
    const work = () => startAll(channelId, event, met)
    const isTaken = later(channelId, before === undefined ? work : () => before.catch(() => {}).then(work))
    if (isTaken) return
    for (const { id } of met) engine.drop(channelId, id, startOf(channelId, event, id))
  }

  async function startAll(channelId: number, event: KnownEvent, met: readonly Indexed[], resumedFrom?: number) {
    try {
      await start(channelId, event, await notHeld(channelId, event, met), resumedFrom)
    } catch (error) {
      for (const { id } of met) engine.drop(channelId, id, startOf(channelId, event, id))
      throw error
    }
  }

  /** Without those that wait for the end of shield mode. */
  async function notHeld(channelId: number, event: KnownEvent, met: readonly Indexed[]): Promise<readonly Indexed[]> {
    const { platform, seq } = event
    const holding = platform === null ? [] : met.filter(isHeldByShield)
    if (platform === null || holding.length === 0) return met
    const isHeld = await held.holdIfShielded(channelId, platform, seq, async (tx) => {
      for (const { id } of holding) await waiting.take(tx, startOf(channelId, event, id))
    })
    return isHeld ? met.filter((one) => !isHeldByShield(one)) : met
  }

  async function start(channelId: number, event: KnownEvent, met: readonly Indexed[], resumedFrom?: number) {
    const { kind, seq, platform, viewerId, requestId } = event
    const { data } = eventForAutomations(kind, platform, event.data)
    const channel = met.length === 0 ? undefined : await channels.find(channelId)
    if (channel === undefined) {
      for (const { id } of met) engine.forget(startOf(channelId, event, id))
      return
    }
    const found = viewerId === null ? undefined : await viewers.getById(db, channelId, viewerId)
    const by = found === undefined ? await unknownBy(channelId, data) : await speaking(channel, found)
    const occurrence = {
      event: { kind, seq },
      platform: platform ?? undefined,
      viewerId: viewerId ?? undefined,
      by,
      args: typeof data.message === 'string' ? data.message.slice(0, maxArgsLength) : '',
      redemption: redemptionOf(event),
      data: { ...data, ...(platform === null ? {} : { platform }) },
      depth: depthOf(requestId) + 1,
      resumedFrom,
    }
    for (const indexed of met) {
      const own = { trigger: indexed.triggerType, start: startOf(channelId, event, indexed.id) }
      engine.offer(channel, indexed, { ...occurrence, ...own })
    }
  }

  /** Somebody who wants to stay unknown has a word for a name, in the language of the channel. */
  async function unknownBy(channelId: number, data: Occurrence['data']): Promise<RunBy | undefined> {
    if (data.is_anonymous !== true) return namedBy(data)
    const catalogue = await channelCatalogue(settings, channelId)
    const displayname = inLanguage(catalogue, () => nameOf({}))
    return { user: { username: '', displayname, isBroadcaster: false, roles: new Set() } }
  }

  /** Those of what matches that no limit refuses; the others are counted. */
  function admittedOf(channelId: number, met: readonly Indexed[], platform: Platform | null): readonly Indexed[] {
    return met.filter((indexed) => {
      const verdict = engine.judge(channelId, indexed, platform)
      if (verdict === 'dropped') engine.drop(channelId, indexed.id)
      return verdict === 'admitted'
    })
  }

  /** For what is not stored. */
  function startable(
    channelId: number,
    candidates: TriggerCandidates<Indexed> | undefined,
    event: Filtered,
  ): readonly Indexed[] {
    return candidates === undefined ? [] : admittedOf(channelId, matchingOf(candidates, event), event.platform)
  }

  async function speaking(
    channel: Channel,
    viewer: Speaker,
  ): Promise<{ viewer: Speaker; roles: ReadonlySet<ChatRole> }> {
    return { viewer, roles: await rolesOf(channel.id, viewer.platform, viewer) }
  }

  return {
    /** A new chat message that violates no rule. Most channels have no automation that waits for one. */
    onChat(line: ReceivedLine): void {
      if (line.viewer.isBot) return
      const known = index.find(line.channel.id)
      if (known !== undefined && !waitsForChat(known)) return
      later(line.channel.id, async () => {
        const triggers = await index.load(line.channel.id)
        if (triggers !== undefined && waitsForChat(triggers)) await onLine(line, triggers)
      })
    },

    /** Any other event that is only sent live. */
    onLive(channelId: number, { kind, platform, data }: NewLiveEvent): void {
      if (kind === 'chat.message') return
      const known = index.find(channelId)
      if (known !== undefined && !known.byEvent.has(kind)) return
      later(channelId, async () => {
        const candidates = (await index.load(channelId))?.byEvent.get(kind)
        const seen = eventForAutomations(kind, platform, data)
        const met = startable(channelId, candidates, seen)
        const channel = met.length === 0 ? undefined : await channels.find(channelId)
        if (channel === undefined) return
        const occurrence = { event: { kind, seq: null }, platform, data: { ...seen.data, platform }, depth: 1 }
        for (const indexed of met) engine.offer(channel, indexed, { ...occurrence, trigger: indexed.triggerType })
      })
    },

    /** Shield mode is off: the events that were held start what waited for its end, as it is now. */
    async onReleased(tx: Writer, channelId: number, released: readonly KnownEvent[]): Promise<void> {
      for (const event of released) await storeUnmatched(tx, channelId, event, unmatched.held)
    },

    /** The automations that an event of the log starts, of those that are not known yet. */
    match,

    /** Starts of a server that has stopped, which are stored as those of this one now. */
    onResumed(channelId: number, left: readonly LeftStart[]): void {
      const idsOf = Map.groupBy(left, ({ seq }) => seq)
      later(channelId, async () => {
        for (const event of await events.numbered(db, channelId, [...idsOf.keys()])) {
          const starts = idsOf.get(event.seq) ?? []
          const met = event.kind === 'unknown' ? [] : await match(channelId, event, unmatched.any)
          const wanted = met.filter(({ id }) => starts.some(({ automationId }) => automationId === id))
          // An automation that was changed or turned off since does not wait for it any more.
          for (const start of starts) if (!wanted.some(({ id }) => id === start.automationId)) engine.forget(start)
          if (event.kind !== 'unknown') await startAll(channelId, event, wanted, event.at)
          idsOf.delete(event.seq)
        }
        // The event is not kept any more.
        for (const start of [...idsOf.values()].flat()) engine.drop(channelId, start.automationId, start)
      })
    },

    settled,

    /** What happens from now on is still stored, and begins after the next start of a server. */
    close(): void {
      isClosed = true
    },
  }
}

function startOf(channelId: number, { seq, at }: KnownEvent, automationId: number): LeftStart {
  return { channelId, seq, automationId, at }
}

function isHeldByShield({ run }: Indexed): boolean {
  return run.hold_in_shield_mode === 1
}

/** Somebody of whom only the name is known, with no role. */
export function namedBy({ username, displayname }: Occurrence['data']): RunBy | undefined {
  if (typeof username !== 'string' || username === '') return undefined
  const shown = typeof displayname === 'string' && displayname !== '' ? displayname : username
  const user: RunUser = { username, displayname: shown, isBroadcaster: false, roles: new Set() }
  return { user }
}

function redemptionOf(event: KnownEvent): Redemption | undefined {
  if (event.kind !== 'redemption.added') return undefined
  const { redemption_id: redemptionId, reward_id: rewardId, reward: rewardTitle, cost, message, status } = event.data
  return { redemptionId, rewardId, rewardTitle, cost, message, status, redeemedAt: event.at }
}
