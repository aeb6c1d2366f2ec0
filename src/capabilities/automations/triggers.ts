import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { KnownEvent } from '../../registry/events.ts'
import type { NewLiveEvent } from '../../registry/live-events.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { isPastEvent } from '../events/past-events.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
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
import { type Filtered, newBudget } from './filters.ts'
import type { HeldEvents } from './held-events.ts'
import type { Occurrence } from './occurrence.ts'
import { createPendingEvents } from './pending-events.ts'
import type { ChannelTriggers, Indexed, TriggerIndex } from './trigger-index.ts'

export type Triggers = ReturnType<typeof createTriggers>

/** Brings what happens to the automations that wait for it: events of the log, chat, and what is only sent live. */
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
}) {
  const { db, log, channels, engine, events, firstMessages, held, index, settings, viewers } = needs
  const rolesOf = createChatRoles(needs)
  const { later, settled } = createPendingEvents(log)
  const { onLine } = createChatTriggers({ engine, firstMessages, settings, speaking, startable })

  const stop = events.onAppended((channelId, event) => {
    if (isPastEvent(event)) return
    const known = index.find(channelId)
    if (known !== undefined) onEvent(channelId, event, known)
    else
      later(channelId, async () => {
        const triggers = await index.load(channelId)
        if (triggers !== undefined) onEvent(channelId, event, triggers)
      })
  })

  /** Matches at once, which needs no promise: most events start nothing. */
  function onEvent(channelId: number, event: KnownEvent, { byEvent }: ChannelTriggers): void {
    const candidates = byEvent.get(event.kind)
    if (candidates === undefined) return
    const met = startable(channelId, candidates, { platform: event.platform, data: { ...event.data } })
    const startAll = async () => start(channelId, event, await notHeld(channelId, event, met))
    if (met.length === 0 || later(channelId, startAll)) return
    for (const { id } of met) engine.drop(channelId, id)
  }

  /** Without those that wait for the end of shield mode. */
  async function notHeld(channelId: number, { platform, seq }: KnownEvent, met: readonly Indexed[]) {
    if (platform === null || !met.some(isHeldByShield)) return met
    return (await held.holdIfShielded(channelId, platform, seq)) ? met.filter((one) => !isHeldByShield(one)) : met
  }

  async function start(channelId: number, event: KnownEvent, met: readonly Indexed[]): Promise<void> {
    const { kind, seq, platform, viewerId, requestId } = event
    const data: Readonly<Record<string, unknown>> = event.data
    const channel = met.length === 0 ? undefined : await channels.find(channelId)
    if (channel === undefined) return
    const found = viewerId === null ? undefined : await viewers.getById(db, channelId, viewerId)
    const by = found === undefined ? namedBy(data) : await speaking(channel, found)
    const occurrence = {
      event: { kind, seq },
      platform: platform ?? undefined,
      viewerId: viewerId ?? undefined,
      by,
      args: typeof data.message === 'string' ? data.message.slice(0, maxArgsLength) : '',
      redemption: redemptionOf(event),
      data: { ...data, ...(platform === null ? {} : { platform }) },
      depth: depthOf(requestId) + 1,
    }
    for (const indexed of met) engine.offer(channel, indexed, { ...occurrence, trigger: indexed.triggerType })
  }

  /** Those that the event matches and that no limit refuses: in a storm of events nothing is read for the others. */
  function startable(
    channelId: number,
    candidates: TriggerCandidates<Indexed> | undefined,
    event: Filtered,
  ): Indexed[] {
    const budget = newBudget()
    return (candidates?.select(event) ?? []).filter(
      (indexed) => indexed.matches(event, budget) && engine.admits(channelId, indexed, event.platform),
    )
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
        const met = startable(channelId, candidates, { platform, data: { ...data } })
        const channel = met.length === 0 ? undefined : await channels.find(channelId)
        if (channel === undefined) return
        const occurrence = { event: { kind, seq: null }, platform, data: { ...data, platform }, depth: 1 }
        for (const indexed of met) engine.offer(channel, indexed, { ...occurrence, trigger: indexed.triggerType })
      })
    },

    /** Shield mode is off: the events that were held start what waited for its end, as it is now. */
    onReleased(channelId: number, released: readonly KnownEvent[]): void {
      later(channelId, async () => {
        const triggers = await index.load(channelId)
        for (const event of released) {
          const candidates = triggers?.byEvent.get(event.kind)
          const met = startable(channelId, candidates, { platform: event.platform, data: { ...event.data } })
          await start(channelId, event, met.filter(isHeldByShield))
        }
      })
    },

    settled,

    close: stop,
  }
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
