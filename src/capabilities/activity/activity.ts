import type { ActivityList } from '../../definitions/define-event.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import { setListenerMark } from '../../platforms/listener-marks.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Provider } from '../donations/contract/donation-providers.ts'
import { donatedIn } from '../donations/contract/events.ts'
import type { Donations } from '../donations/donations.ts'
import type { Events } from '../events/events.ts'
import type { ModerationLog } from '../moderation/moderation-log.ts'
import type { ReceivedChat } from '../moderation/received-line.ts'
import type { Earning } from '../points/earning.ts'
import { defaultSettings } from '../settings/settings.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { Presence } from '../watch-time/presence.ts'
import type { ChannelReports } from './channel-reports.ts'
import { createChatReports } from './chat-reports.ts'
import { type Entry, entryOf } from './entries.ts'
import { type Interactions, isInteraction } from './interactions.ts'
import { causeOf, externalIdOf, type ReportContext } from './report-context.ts'
import { isOfChannel, isSupport, loggedOfChannel, loggedOfViewer, type SupportEvent } from './support-entries.ts'
import { createViewerReports } from './viewer-reports.ts'

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
  const { db, events, viewers, subscribers, counts, donations, channelReports } = needs
  const { recordChat } = createChatReports(needs)
  const { recordOther } = createViewerReports(needs)

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

  async function recordSupport(tx: Writer, channel: Channel, platform: Platform, event: SupportEvent): Promise<void> {
    const cause = causeOf(channel, platform, event)
    const externalId = externalIdOf(event)
    if (isOfChannel(event)) {
      await events.appendNew(tx, cause, { ...loggedOfChannel(event), platform, externalId })
      if (event.kind === 'likes' && event.mark !== undefined) {
        await setListenerMark(tx, { channelId: channel.id, platform }, event.mark.name, event.mark.value)
      }
    } else if (event.kind === 'gift-bundle' && event.isAnonymous) {
      await events.appendNew(tx, cause, { ...loggedOfViewer(event), platform, externalId })
    } else {
      const viewer = await viewers.ensure(tx, channel, { platform, fresh: event.user })
      if (event.kind === 'subscription-share') {
        await subscribers.record(tx, channel.id, platform, { ...event, type: 'sub_renew' })
      } else if (event.kind === 'subscription-end') {
        await subscribers.end(tx, channel.id, platform, event.user.id)
        const roles = viewer.roles.filter((role) => role !== 'subscriber')
        await viewers.ensure(tx, channel, { platform, fresh: { ...event.user, roles } })
      }
      await events.appendNew(tx, cause, { ...loggedOfViewer(event), platform, viewerId: viewer.id, externalId })
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
      await events.appendNew(tx, cause, {
        kind: 'donation',
        externalId,
        data: { ...shown, ...donatedIn(shown), origin, user_id: '' },
      })
      await donations.show(tx, cause, settings, shown)
    },

    async newest<L extends ActivityList>(channel: Channel, list: L, limit: number): Promise<Entry<L>[]> {
      const found = await events.newest(db, channel.id, list, limit)
      return found.flatMap((event) => entryOf(list, event) ?? [])
    },
  }
}
