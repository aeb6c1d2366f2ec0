import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { ChatChangeReport } from '../../platforms/chat-events.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ViewerEvent } from '../../platforms/platform.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Events } from '../events/events.ts'
import type { ModerationLog } from '../moderation/moderation-log.ts'
import type { Earning } from '../points/earning.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { ChatEvent } from './chat-reports.ts'
import type { Interactions } from './interactions.ts'
import { logged, moderationEntryOf } from './log-entries.ts'
import { causeOf, externalIdOf, type ReportContext } from './report-context.ts'
import { giftsOf, type SupportEvent } from './support-entries.ts'

type OtherEvent = Exclude<
  ViewerEvent,
  ChatEvent | ChatChangeReport | SupportEvent | Parameters<Interactions['record']>[3]
>

/** What a viewer did or got beside chat: follows, subscriptions, raids, roles, bans. */
export function createViewerReports(needs: {
  clock: Clock
  events: Events
  viewers: Viewers
  subscribers: Subscribers
  earning: Earning
  moderationLog: ModerationLog
}) {
  const { clock, events, viewers, subscribers, earning, moderationLog } = needs

  async function recordOther(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    event: OtherEvent,
    { settings }: ReportContext,
  ): Promise<void> {
    const cause = causeOf(channel, platform, event)
    if (event.kind === 'bits' && event.isAnonymous) {
      const report = logged(platform, event, clock.now(), false)
      await events.appendNew(tx, cause, { ...report, platform, externalId: externalIdOf(event) })
      return
    }
    const viewer = await viewers.ensure(tx, channel, { platform, fresh: event.user })
    if (event.kind === 'subscription' && event.type === 'sub_gift' && event.giftId === undefined) {
      await recordSingleGift(tx, channel, platform, event)
    }
    if (event.kind === 'role') await changeRole(tx, channel, platform, event, viewer)
    if (event.kind === 'subscription') await subscribers.record(tx, channel.id, platform, event)
    const externalId = externalIdOf(event)
    const isFirstFollow = event.kind === 'follow' && (await viewers.markFollowed(tx, channel, viewer))
    const report = logged(platform, event, clock.now(), isFirstFollow)
    const seq = await events.appendNew(tx, cause, { ...report, platform, viewerId: viewer.id, externalId })
    const sentence = moderationEntryOf(platform, event)
    if (sentence !== undefined) await moderationLog.add(tx, channel.id, seq, sentence)
    if (event.kind !== 'follow' || isFirstFollow) await reward(tx, channel, platform, event, viewer, settings)
  }

  /** A gift that was given alone, as all others: one event with who gave it and a number. */
  async function recordSingleGift(
    tx: Writer,
    channel: Channel,
    platform: Platform,
    gift: Extract<OtherEvent, { kind: 'subscription' }>,
  ): Promise<void> {
    const { id, user, tier, levelName = '', giver } = gift
    const to = user.displayname
    const viewer = giver === undefined ? undefined : await viewers.ensure(tx, channel, { platform, fresh: giver })
    const anonymous = giver === undefined ? ({ isAnonymous: true } as const) : {}
    await events.appendNew(tx, causeOf(channel, platform, gift), {
      kind: 'subscription.gifts',
      data: giftsOf({ id, user: giver ?? user, count: 1, tier, levelName, to, ...anonymous }),
      platform,
      ...(viewer === undefined ? {} : { viewerId: viewer.id }),
      externalId: `gift-bundle:${id}`,
    })
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

  return { recordOther }
}
