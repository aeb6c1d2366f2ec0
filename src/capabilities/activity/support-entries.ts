import { supportInDollars } from '../../definitions/support/support-amounts.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { ChannelSupportReport, SupportReport, ViewerSupportReport } from '../../platforms/support-events.ts'
import type { EventData } from '../../registry/events.ts'

type Of<R> = Extract<PlatformEvent, R>
export type ViewerSupport = Of<ViewerSupportReport>
export type ChannelSupport = Of<ChannelSupportReport>
export type SupportEvent = ViewerSupport | ChannelSupport

const supportKinds: Readonly<Record<SupportReport['kind'], 'viewer' | 'channel'>> = {
  'subscription-upgrade': 'viewer',
  'subscription-share': 'viewer',
  'subscription-end': 'viewer',
  'gift-bundle': 'viewer',
  'watch-streak': 'viewer',
  'power-up': 'viewer',
  'automatic-reward': 'viewer',
  share: 'viewer',
  'super-fan': 'viewer',
  'hype-train': 'channel',
  likes: 'channel',
}

export function isSupport(event: PlatformEvent): event is SupportEvent {
  return Object.hasOwn(supportKinds, event.kind)
}

export function isOfChannel(event: SupportEvent): event is ChannelSupport {
  return supportKinds[event.kind] === 'channel'
}

type LoggedAs<K extends string> = K extends keyof Kinds ? { readonly kind: K; readonly data: Kinds[K] } : never
type Kinds = {
  [K in
    | 'subscription.upgrade'
    | 'subscription.shared'
    | 'subscription.ended'
    | 'subscription.gifts'
    | 'watch-streak'
    | 'power-up'
    | 'redemption.automatic'
    | 'share'
    | 'super-fan'
    | 'hype-train.begin'
    | 'hype-train.level'
    | 'hype-train.end'
    | 'likes']: EventData<K>
}

/** A report about a viewer as an event of the log. */
export function loggedOfViewer(
  event: ViewerSupport,
): LoggedAs<
  | 'subscription.upgrade'
  | 'subscription.shared'
  | 'subscription.ended'
  | 'subscription.gifts'
  | 'watch-streak'
  | 'power-up'
  | 'redemption.automatic'
  | 'share'
  | 'super-fan'
> {
  const { id: user_id, username, displayname } = event.user
  const who = { user_id, username, displayname }
  switch (event.kind) {
    case 'subscription-upgrade': {
      const { origin, tier, from } = event
      return { kind: 'subscription.upgrade', data: { ...who, origin, tier, from } }
    }
    case 'subscription-share': {
      const { tier, months, message, streakMonths: streak_months } = event
      const streak = streak_months === undefined ? {} : { streak_months }
      return { kind: 'subscription.shared', data: { ...who, tier, months, message, ...streak } }
    }
    case 'subscription-end':
      return { kind: 'subscription.ended', data: { ...who, tier: event.tier, is_gift: event.isGift } }
    case 'gift-bundle': {
      return { kind: 'subscription.gifts', data: giftsOf(event) }
    }
    case 'watch-streak': {
      const { streams, points, message } = event
      return { kind: 'watch-streak', data: { ...who, streams, points, message } }
    }
    case 'power-up': {
      const { name: power_up, isCustom: is_custom, amount, message } = event
      const given = { unit: 'bits', currency: null, value: amount } as const
      const paid = { amount, ...given, amount_usd: supportInDollars(given) }
      return { kind: 'power-up', data: { ...who, power_up, is_custom, ...paid, message } }
    }
    case 'automatic-reward': {
      const { id: redemption_id, reward, cost, emote, message } = event
      const unlocked = emote === undefined ? {} : { emote }
      return { kind: 'redemption.automatic', data: { ...who, redemption_id, reward, cost, ...unlocked, message } }
    }
    case 'share':
      return { kind: 'share', data: who }
    case 'super-fan':
      return { kind: 'super-fan', data: { ...who, is_new: event.isNew } }
  }
}

/** With empty names if the giver wants to stay unknown. */
export function giftsOf(
  gifts: Pick<
    Extract<ViewerSupport, { kind: 'gift-bundle' }>,
    'id' | 'user' | 'count' | 'tier' | 'levelName' | 'to' | 'isAnonymous'
  >,
): EventData<'subscription.gifts'> {
  const { id: gift_id, count, tier, levelName: level_name, to, isAnonymous: is_anonymous = false } = gifts
  const { id, username, displayname } = is_anonymous ? nobody : gifts.user
  const given = { count, tier, level_name, ...(to === undefined ? {} : { to }), is_anonymous, gift_id }
  return { user_id: id, username, displayname, ...given }
}

export const nobody = { id: '', username: '', displayname: '' } as const

const trainKinds = { begin: 'hype-train.begin', progress: 'hype-train.level', end: 'hype-train.end' } as const

/** A report about the channel. */
export function loggedOfChannel(
  event: ChannelSupport,
): LoggedAs<'hype-train.begin' | 'hype-train.level' | 'hype-train.end' | 'likes'> {
  if (event.kind === 'hype-train') return { kind: trainKinds[event.phase], data: event.state }
  const { count, people, total } = event
  return { kind: 'likes', data: { count, people, ...(total !== undefined && { total }) } }
}
