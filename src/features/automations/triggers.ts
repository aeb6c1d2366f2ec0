import type { Clock } from '../../ambient.ts'
import type { KnownEvent } from '../../contract/events.ts'
import type { NewLiveEvent } from '../../contract/live-events.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { ChatRole } from '../../contract/roles.ts'
import type { Log } from '../../log.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Redemption } from '../../platforms/rewards.ts'
import type { Database } from '../../storage/database.ts'
import type { ReceivedLine } from '../activity/feed.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { Channel, Channels } from '../channels/channels.ts'
import { commandKey, parseCommandLine } from '../commands/command-index.ts'
import type { RunUser } from '../commands/run.ts'
import type { RunBy } from '../commands/run-user.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { depthOf } from './chain.ts'
import type { AutomationEngine, Occurrence } from './engine.ts'
import { newBudget } from './filters.ts'
import type { ChannelTriggers, Indexed, TriggerIndex } from './trigger-index.ts'

const maxArgsLength = 500
const firstMessage = 'chat.first-message'

export type Triggers = ReturnType<typeof createTriggers>

/** Brings what happens to the automations that wait for it: events of the log, chat, and what is only sent live. */
export function createTriggers(needs: {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  engine: AutomationEngine
  events: Events
  index: TriggerIndex
  platforms: Platforms
  settings: Settings
  standing: Standing
  firstMessages: FirstMessages
  viewers: Viewers
}) {
  const { db, log, channels, engine, events, firstMessages, index, settings, viewers } = needs
  const rolesOf = createChatRoles(needs)
  const pending = new Set<Promise<void>>()

  const stop = events.onAppended((channelId, event) => {
    const known = index.find(channelId)
    if (known !== undefined && !known.byEvent.has(event.kind)) return
    later(async () => {
      const triggers = await index.load(channelId)
      const candidates = triggers?.byEvent.get(event.kind)
      if (candidates !== undefined) await onEvent(channelId, event, candidates)
    })
  })

  function later(work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => log.error('automations could not be triggered', { error }))
      .finally(() => pending.delete(done))
    pending.add(done)
  }

  async function onEvent(channelId: number, event: KnownEvent, candidates: readonly Indexed[]): Promise<void> {
    const { kind, seq, platform, viewerId, requestId } = event
    const data: Readonly<Record<string, unknown>> = event.data
    const met = matching(candidates, { platform, data })
    const channel = met.length === 0 ? undefined : await channels.find(channelId)
    if (channel === undefined) return
    const found = viewerId === null ? undefined : await viewers.getById(db, channelId, viewerId)
    const by = found === undefined ? namedBy(data) : await speaking(channel, found)
    const occurrence: Occurrence = {
      trigger: 'event',
      event: { kind, seq },
      platform: platform ?? undefined,
      viewerId: viewerId ?? undefined,
      by,
      args: typeof data.message === 'string' ? data.message.slice(0, maxArgsLength) : '',
      redemption: redemptionOf(event),
      data: { ...data, ...(platform === null ? {} : { platform }) },
      depth: depthOf(requestId) + 1,
    }
    for (const { indexed, type } of met) engine.offer(channel, indexed, { ...occurrence, trigger: type })
  }

  function matching(candidates: readonly Indexed[], event: { platform: Platform | null; data: Occurrence['data'] }) {
    const budget = newBudget()
    return candidates.flatMap((indexed) =>
      indexed.matches(event, budget) ? [{ indexed, type: indexed.triggerType }] : [],
    )
  }

  async function speaking(
    channel: Channel,
    viewer: Speaker,
  ): Promise<{ viewer: Speaker; roles: ReadonlySet<ChatRole> }> {
    return { viewer, roles: await rolesOf(channel.id, viewer.platform, viewer) }
  }

  async function onLine(line: ReceivedLine, triggers: ChannelTriggers): Promise<void> {
    const { channel, platform, event, viewer } = line
    const { id: messageId, text } = event
    const person = { user_id: viewer.userId, username: viewer.username, displayname: viewer.displayname }
    const said = { message_id: messageId, ...person, text }
    const by = await speaking(channel, viewer)
    const roles = [...by.roles]
    const base = { platform, viewerId: viewer.id, by, messageId, depth: 1 }

    const offer = (kind: string, data: Occurrence['data']) => {
      for (const { indexed, type } of matching(triggers.byEvent.get(kind) ?? [], { platform, data })) {
        engine.offer(channel, indexed, {
          ...base,
          trigger: type,
          event: { kind, seq: null },
          args: text,
          data: { ...data, platform },
        })
      }
    }
    offer('chat.message', { ...said, roles, color: event.color ?? null, is_own: false })
    if (triggers.byEvent.has(firstMessage)) {
      const first = await firstMessages.claim(line)
      if (first !== undefined) offer(firstMessage, { ...said, roles, is_first_ever: first === 'ever' })
    }
    if (triggers.byWord.size === 0) return
    const { prefix } = (await settings.of(channel.id)).commands
    const typed = parseCommandLine(text, prefix)
    for (const indexed of (typed && triggers.byWord.get(commandKey(typed.word))) ?? []) {
      const args = [...(typed?.args ?? '')].slice(0, maxArgsLength).join('')
      engine.offer(channel, indexed, { ...base, trigger: 'command', args, data: { ...said, roles, platform } })
    }
  }

  return {
    /** A new chat message that violates no rule. Most channels have no automation that waits for one. */
    onChat(line: ReceivedLine): void {
      if (line.viewer.isBot) return
      const known = index.find(line.channel.id)
      if (known !== undefined && !waitsForChat(known)) return
      later(async () => {
        const triggers = await index.load(line.channel.id)
        if (triggers !== undefined && waitsForChat(triggers)) await onLine(line, triggers)
      })
    },

    /** Any other event that is only sent live. */
    onLive(channelId: number, { kind, platform, data }: NewLiveEvent): void {
      if (kind === 'chat.message') return
      const known = index.find(channelId)
      if (known !== undefined && !known.byEvent.has(kind)) return
      later(async () => {
        const candidates = (await index.load(channelId))?.byEvent.get(kind) ?? []
        const met = matching(candidates, { platform, data: { ...data } })
        const channel = met.length === 0 ? undefined : await channels.find(channelId)
        if (channel === undefined) return
        const occurrence = { event: { kind, seq: null }, platform, data: { ...data, platform }, depth: 1 }
        for (const { indexed, type } of met) engine.offer(channel, indexed, { ...occurrence, trigger: type })
      })
    },

    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },

    close: stop,
  }
}

function waitsForChat({ byEvent, byWord }: ChannelTriggers): boolean {
  return byWord.size > 0 || byEvent.has('chat.message') || byEvent.has(firstMessage)
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
