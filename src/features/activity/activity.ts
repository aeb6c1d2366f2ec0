import type { Clock } from '../../ambient.ts'
import type { ActivityList } from '../../contract/events.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import { type Database, sql, type Writer } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { Donations } from '../donations/donations.ts'
import type { Events } from '../events/events.ts'
import type { Offence } from '../moderation/auto-moderation.ts'
import type { ModerationLog } from '../moderation/moderation-log.ts'
import type { Earning } from '../points/earning.ts'
import type { ChannelSettings } from '../settings/definitions.ts'
import { defaultSettings } from '../settings/settings.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { AlertRules } from './alert-rules.ts'
import { type Entry, entryOf } from './entries.ts'
import { logged, moderationEntryOf, occasionOf } from './log-entries.ts'
import type { MessageCounts } from './message-counts.ts'
import type { Presence } from './presence.ts'

const findTold = sql<{ channel: number; platform: string; externalId: string }, { seq: number }>(
  'SELECT seq FROM events WHERE channel_id = :channel AND platform = :platform AND external_id = :externalId',
)

type ChatEvent = Extract<PlatformEvent, { kind: 'chat' }>
type OtherEvent = Exclude<PlatformEvent, ChatEvent>

/** A chat line that was new, with who wrote it. */
export interface HeardChat {
  readonly viewer: Speaker
  /** What an automatic rule minds about it, unless the writer is exempt. */
  readonly offence: Offence | undefined
}

/** What else is known of a report before its transaction. */
export interface Hearing {
  readonly settings: ChannelSettings
  readonly offence?: Offence | undefined
}

export type Activity = ReturnType<typeof createActivity>

/** What happens on the platforms, as rows, and the newest of it. */
export function createActivity(needs: {
  db: Database
  clock: Clock
  events: Events
  viewers: Viewers
  subscribers: Subscribers
  standing: Standing
  counts: MessageCounts
  presence: Presence
  earning: Earning
  alertRules: AlertRules
  moderationLog: ModerationLog
  donations: Donations
}) {
  const { db, clock, events, viewers, subscribers, standing, counts, presence } = needs
  const { earning, alertRules, moderationLog, donations } = needs

  /** Before anything is touched, so that a late repeat does not even bring back a name that has changed since. */
  async function isRepeat(tx: Writer, channel: Channel, platform: Platform, event: PlatformEvent): Promise<boolean> {
    const externalId = externalIdOf(event)
    if (event.kind === 'chat') return counts.isRepeat(tx, channel, platform, externalId)
    return (await tx.get(findTold, { channel: channel.id, platform, externalId })) !== undefined
  }

  async function recordChat(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    event: ChatEvent,
    { settings, offence }: Hearing,
  ): Promise<HeardChat> {
    const now = clock.now()
    const viewer = await viewers.recognise(tx, channel, platform, event.user)
    await counts.count(tx, channel, viewer, externalIdOf(event), now)
    tx.onCommit(() => presence.note(channel.id, platform, viewer.id, now))
    const minded = offence !== undefined && !(await isExempt(tx, channel, settings, viewer)) ? offence : undefined
    if (minded === undefined && earning.isWorth(settings, 'per_message')) {
      const earner = await viewers.getKnown(tx, channel.id, viewer.id)
      await earning.reward(tx, causeOf(channel, platform, event), settings, earner, 'per_message')
    }
    return { viewer, offence: minded }
  }

  async function isExempt(tx: Writer, channel: Channel, settings: ChannelSettings, viewer: Speaker): Promise<boolean> {
    const { exempt } = settings.auto_moderation
    if (exempt.length === 0) return false
    const roles = await standing.rolesOf(tx, channel.id, viewer.platform, viewer)
    return exempt.some((role) => roles.has(role))
  }

  async function recordOther(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    event: OtherEvent,
    { settings }: Hearing,
  ): Promise<void> {
    const cause = causeOf(channel, platform, event)
    // A donor need not be anybody's viewer.
    const viewer =
      event.kind === 'donation' ? undefined : await viewers.ensure(tx, channel, { platform, fresh: event.user })
    if (event.kind === 'subscription') await subscribers.record(tx, channel.id, platform, event)
    const externalId = externalIdOf(event)
    const row = logged(platform, event, clock.now())
    const who = viewer === undefined ? {} : { viewerId: viewer.id }
    const seq = await events.appendNew(tx, cause, { ...row, platform, ...who, externalId })
    const sentence = moderationEntryOf(platform, event)
    if (sentence !== undefined) await moderationLog.add(tx, channel.id, seq, sentence)
    const isNews = viewer === undefined || (await reward(tx, channel, platform, event, viewer, settings))
    if (event.kind === 'donation') {
      const { provider, amount, currency, message, user } = event
      const { username, displayname } = user
      const is_test = event.isTest === true ? 1 : 0
      const shown = { provider, amount, currency, message, is_test, username, displayname } as const
      await donations.show(tx, cause, settings, shown)
    }
    const occasion = isNews ? occasionOf(platform, event) : undefined
    if (occasion !== undefined) await alertRules.show(tx, cause, settings, occasion)
  }

  /** Whether it is news: somebody who follows for the second time is not. */
  async function reward(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    event: OtherEvent,
    viewer: Viewer,
    settings: ChannelSettings,
  ): Promise<boolean> {
    const cause = causeOf(channel, platform, event)
    switch (event.kind) {
      case 'follow': {
        const isFirst = await viewers.markFollowed(tx, channel, viewer)
        if (isFirst) await earning.reward(tx, cause, settings, { ...viewer, followedAt: clock.now() }, 'follow')
        return isFirst
      }
      case 'subscription': {
        if (event.type !== 'sub_gift') await earning.reward(tx, cause, settings, viewer, 'subscription')
        else if (event.giver !== undefined) {
          const giver = await viewers.ensure(tx, channel, { platform, fresh: event.giver })
          await earning.reward(tx, cause, settings, giver, 'gift')
        }
        return true
      }
      case 'raid':
        await earning.reward(tx, cause, settings, viewer, 'raid')
        return true
      default:
        return true
    }
  }

  return {
    /** One report of a platform, with everything that follows from it. Told again, it changes nothing. */
    async record(
      tx: Writer,
      channel: Channel,
      platform: Platform,
      event: PlatformEvent,
      hearing: Hearing = { settings: defaultSettings },
    ): Promise<HeardChat | undefined> {
      if (await isRepeat(tx, channel, platform, event)) return undefined
      if (event.kind === 'chat') return recordChat(tx, channel, platform, event, hearing)
      await recordOther(tx, channel, platform, event, hearing)
      return undefined
    },

    async newest<L extends ActivityList>(channel: Channel, list: L, limit: number): Promise<Entry<L>[]> {
      const found = await events.newest(db, channel.id, list, limit)
      return found.map((event) => entryOf(list, event))
    },
  }
}

function causeOf(channel: Channel, platform: Platform, event: PlatformEvent) {
  return { channel, actor: `platform:${platform}`, requestId: event.id }
}

/** A platform counts its follows and its bans apart, so the same id may name one of each. */
function externalIdOf(event: PlatformEvent): string {
  return `${event.kind}:${event.id}`
}
