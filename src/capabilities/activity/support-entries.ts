import type { PlatformEvent } from '../../platforms/platform.ts'
import type { ChannelSupportReport, SupportReport, ViewerSupportReport } from '../../platforms/support-events.ts'
import type { EventData } from '../../registry/events.ts'

type Of<R> = Extract<PlatformEvent, R>
export type ViewerSupport = Of<ViewerSupportReport>
export type ChannelSupport = Of<ChannelSupportReport>
export type SupportEvent = ViewerSupport | ChannelSupport

const supportKinds: Readonly<Record<SupportReport['kind'], 'viewer' | 'channel'>> = {
  'subscription-upgrade': 'viewer',
  'gift-bundle': 'viewer',
  'watch-streak': 'viewer',
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
    | 'subscription.gifts'
    | 'watch-streak'
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
): LoggedAs<'subscription.upgrade' | 'subscription.gifts' | 'watch-streak' | 'share' | 'super-fan'> {
  const { id: user_id, username, displayname } = event.user
  const who = { user_id, username, displayname }
  switch (event.kind) {
    case 'subscription-upgrade': {
      const { origin, tier, from } = event
      return { kind: 'subscription.upgrade', data: { ...who, origin, tier, from } }
    }
    case 'gift-bundle': {
      const { count, tier, levelName: level_name } = event
      return { kind: 'subscription.gifts', data: { ...who, count, tier, level_name } }
    }
    case 'watch-streak': {
      const { streams, points, message } = event
      return { kind: 'watch-streak', data: { ...who, streams, points, message } }
    }
    case 'share':
      return { kind: 'share', data: who }
    case 'super-fan':
      return { kind: 'super-fan', data: { ...who, is_new: event.isNew } }
  }
}

const trainKinds = { begin: 'hype-train.begin', progress: 'hype-train.level', end: 'hype-train.end' } as const

/** A report about the channel. */
export function loggedOfChannel(
  event: ChannelSupport,
): LoggedAs<'hype-train.begin' | 'hype-train.level' | 'hype-train.end' | 'likes'> {
  if (event.kind === 'hype-train') return { kind: trainKinds[event.phase], data: event.state }
  const { count, people, total } = event
  return { kind: 'likes', data: { count, people, ...(total !== undefined && { total }) } }
}
