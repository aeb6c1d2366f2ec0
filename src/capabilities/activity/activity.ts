import type { ActivityList } from '../../definitions/define-event.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { ChatChangeReport } from '../../platforms/chat-events.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import { setListenerMark } from '../../platforms/listener-marks.ts'
import type { PlatformEvent, ViewerEvent } from '../../platforms/platform.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Provider } from '../donations/contract/donation-providers.ts'
import type { Donations } from '../donations/donations.ts'
import type { Events } from '../events/events.ts'
import type { Offence } from '../moderation/auto-moderation.ts'
import type { ModerationLog } from '../moderation/moderation-log.ts'
import type { ReceivedChat } from '../moderation/received-line.ts'
import type { Earning } from '../points/earning.ts'
import { defaultSettings } from '../settings/settings.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { Presence } from '../watch-time/presence.ts'
import type { ChannelReports } from './channel-reports.ts'
import { type Entry, entryOf } from './entries.ts'
import { type Interactions, isInteraction } from './interactions.ts'
import { logged, moderationEntryOf } from './log-entries.ts'
import {
  type ChannelSupport,
  isOfChannel,
  isSupport,
  loggedOfChannel,
  loggedOfViewer,
  type ViewerSupport,
} from './support-entries.ts'

type ChatEvent = Extract<PlatformEvent, { kind: 'chat' }>
type SupportEvent = ViewerSupport | ChannelSupport
type OtherEvent = Exclude<
  ViewerEvent,
  ChatEvent | ChatChangeReport | SupportEvent | Parameters<Interactions['record']>[3]
>

/** What was read for a report before its transaction. */
export interface ReportContext {
  readonly settings: ChannelSettings
  readonly offence?: Offence | undefined
}

export type Activity = ReturnType<typeof createActivity>

/** Stores what the platforms report, and lists recent activity. */
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
  interactions: Interactions
  moderationLog: ModerationLog
  donations: Donations
  channelReports: ChannelReports
}) {
  const { db, clock, events, viewers, subscribers, standing, counts, presence } = needs
  const { earning, moderationLog, donations, channelReports } = needs

  /** Checked before any write, so that a late repeat does not restore an old name. */
  async function isRepeat(tx: Writer, channel: Channel, platform: Platform, event: PlatformEvent): Promise<boolean> {
    const externalId = externalIdOf(event)
    if (event.kind === 'chat') return counts.isRepeat(tx, channel, platform, externalId)
    return events.isRepeat(tx, channel.id, platform, externalId)
  }

  /** Older versions stored the donations of providers as reports of Kick. */
  async function isRepeatedDonation(tx: Writer, channel: Channel, externalId: string): Promise<boolean> {
    if (await events.isRepeat(tx, channel.id, undefined, externalId)) return true
    return events.isRepeat(tx, channel.id, 'kick', externalId)
  }

  async function recordChat(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    event: ChatEvent,
    { settings, offence }: ReportContext,
  ): Promise<ReceivedChat> {
    const now = clock.now()
    const viewer = await viewers.recognise(tx, channel, platform, event.user)
    await counts.count(tx, channel, viewer, externalIdOf(event), now)
    tx.onCommit(() => presence.note(channel.id, platform, viewer.id, now))
    const minded = offence !== undefined && !(await isExempt(tx, channel, settings, viewer)) ? offence : undefined
    if (minded === undefined && earning.isWorth(settings, 'per_message')) {
      const earner = await viewers.getKnown(tx, channel.id, viewer.id)
      await earning.reward(tx, causeOf(channel, platform, event), settings, earner, 'per_message')
    }
    if (minded === undefined && event.replyTo !== undefined) await recordReply(tx, channel, platform, event, viewer)
    return { viewer, offence: minded }
  }

  async function recordReply(tx: Writer, channel: Channel, platform: Platform, event: ChatEvent, viewer: Speaker) {
    const { id: messageId, text, replyTo } = event
    if (replyTo === undefined) return
    const { userId: user_id, username, displayname } = viewer
    const reply = { text, messageId, to: replyTo.username, replyTo: replyTo.messageId }
    await events.appendNew(tx, causeOf(channel, platform, event), {
      kind: 'chat.reply',
      platform,
      viewerId: viewer.id,
      data: { user_id, username, displayname, ...reply },
    })
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
    { settings }: ReportContext,
  ): Promise<void> {
    const cause = causeOf(channel, platform, event)
    const viewer = await viewers.ensure(tx, channel, { platform, fresh: event.user })
    if (event.kind === 'role') await changeRole(tx, channel, platform, event, viewer)
    if (event.kind === 'subscription') await subscribers.record(tx, channel.id, platform, event)
    const externalId = externalIdOf(event)
    const isFirstFollow = event.kind === 'follow' && (await viewers.markFollowed(tx, channel, viewer))
    const report = logged(event, clock.now(), isFirstFollow)
    const seq = await events.appendNew(tx, cause, { ...report, platform, viewerId: viewer.id, externalId })
    const sentence = moderationEntryOf(platform, event)
    if (sentence !== undefined) await moderationLog.add(tx, channel.id, seq, sentence)
    if (event.kind !== 'follow' || isFirstFollow) await reward(tx, channel, platform, event, viewer, settings)
  }

  /** At once, not only with the viewer's next message. */
  async function changeRole(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    { user, role, isAdded }: Extract<OtherEvent, { kind: 'role' }>,
    viewer: Viewer,
  ): Promise<void> {
    const others = viewer.roles.filter((one) => one !== role)
    await viewers.ensure(tx, channel, { platform, fresh: { ...user, roles: isAdded ? [...others, role] : others } })
  }

  async function recordSupport(tx: Writer, channel: Channel, platform: Platform, event: SupportEvent): Promise<void> {
    const cause = causeOf(channel, platform, event)
    const externalId = externalIdOf(event)
    if (isOfChannel(event)) {
      await events.appendNew(tx, cause, { ...loggedOfChannel(event), platform, externalId })
      if (event.kind === 'likes' && event.mark !== undefined) {
        await setListenerMark(tx, { channelId: channel.id, platform }, event.mark.name, event.mark.value)
      }
    } else {
      const viewer = await viewers.ensure(tx, channel, { platform, fresh: event.user })
      await events.appendNew(tx, cause, { ...loggedOfViewer(event), platform, viewerId: viewer.id, externalId })
    }
  }

  /** Points for what a viewer did. A second follow of the same viewer earns none. */
  async function reward(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    event: OtherEvent,
    viewer: Viewer,
    settings: ChannelSettings,
  ): Promise<void> {
    const cause = causeOf(channel, platform, event)
    if (event.kind === 'follow') {
      await earning.reward(tx, cause, settings, { ...viewer, followedAt: clock.now() }, 'follow')
    } else if (event.kind === 'raid') await earning.reward(tx, cause, settings, viewer, 'raid')
    else if (event.kind === 'subscription' && event.type !== 'sub_gift') {
      await earning.reward(tx, cause, settings, viewer, 'subscription')
    } else if (event.kind === 'subscription' && event.giver !== undefined) {
      const giver = await viewers.ensure(tx, channel, { platform, fresh: event.giver })
      await earning.reward(tx, cause, settings, giver, 'gift')
    }
  }

  return {
    /** Stores one report with all its consequences. Idempotent: a repeated report changes nothing. */
    async record(
      tx: Writer,
      channel: Channel,
      platform: Platform,
      event: PlatformEvent,
      context: ReportContext = { settings: defaultSettings() },
    ): Promise<ReceivedChat | undefined> {
      if (await isRepeat(tx, channel, platform, event)) return undefined
      if (event.kind === 'chat') return recordChat(tx, channel, platform, event, context)
      if (isInteraction(event)) {
        const cause = causeOf(channel, platform, event)
        await needs.interactions.record(tx, cause, platform, event, externalIdOf(event))
        return undefined
      }
      if (event.user === undefined) {
        await channelReports.record(tx, causeOf(channel, platform, event), platform, event, externalIdOf(event))
        return undefined
      }
      if (event.kind === 'chat-deleted' || event.kind === 'chat-cleared') return undefined
      if (isSupport(event)) await recordSupport(tx, channel, platform, event)
      else await recordOther(tx, channel, platform, event, context)
      return undefined
    },

    /** Stores a donation from a provider. The donor need not be a viewer on any platform. */
    async recordDonation(
      tx: Writer,
      channel: Channel,
      provider: Provider,
      received: ReceivedDonation,
      settings: ChannelSettings,
    ): Promise<void> {
      const { amount, currency, name, message } = received
      const externalId = `donation:${provider}:${received.id}`
      if (await isRepeatedDonation(tx, channel, externalId)) return
      const origin = `provider:${provider}` as const
      const cause = { channel, actor: origin, requestId: `${provider}:${received.id}` }
      const is_test = received.isTest ? 1 : 0
      const shown = { provider, amount, currency, message, is_test, username: name, displayname: name } as const
      await events.appendNew(tx, cause, { kind: 'donation', externalId, data: { ...shown, origin, user_id: '' } })
      await donations.show(tx, cause, settings, shown)
    },

    async newest<L extends ActivityList>(channel: Channel, list: L, limit: number): Promise<Entry<L>[]> {
      const found = await events.newest(db, channel.id, list, limit)
      return found.flatMap((event) => entryOf(list, event) ?? [])
    },
  }
}

function causeOf(channel: Channel, platform: Platform, event: PlatformEvent) {
  return { channel, actor: `platform:${platform}`, requestId: event.id }
}

/** Ids are unique per kind only: a follow and a ban may have the same id. */
function externalIdOf(event: PlatformEvent): string {
  return `${event.kind}:${event.id}`
}
