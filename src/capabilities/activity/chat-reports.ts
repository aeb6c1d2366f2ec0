import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Events } from '../events/events.ts'
import type { ReceivedChat } from '../moderation/received-line.ts'
import type { Earning } from '../points/earning.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { Presence } from '../watch-time/presence.ts'
import { causeOf, externalIdOf, type ReportContext } from './report-context.ts'

export type ChatEvent = Extract<PlatformEvent, { kind: 'chat' }>

/** A message in chat: counted, a sign of presence, worth points, or an offence. */
export function createChatReports(needs: {
  clock: Clock
  events: Events
  viewers: Viewers
  standing: Standing
  counts: MessageCounts
  presence: Presence
  earning: Earning
}) {
  const { clock, events, viewers, standing, counts, presence, earning } = needs

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

  return { recordChat }
}
