import type { ActivityList } from '../../contract/events.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { NewEvent } from '../events/events.ts'
import type { ModerationEntry } from '../moderation/moderation-log.ts'
import { subscriptionTypeOf } from '../subscribers/subscribers.ts'
import type { EntryData } from './entries.ts'
import type { Occasion } from './occasion.ts'

type ListedEvent<L extends ActivityList> = Omit<NewEvent, 'data' | 'list'> & { list: L; data: EntryData[L] }
type Report = Exclude<PlatformEvent, { kind: 'chat' }>

/** A report as it stands in the log. */
export function logged(platform: Platform, event: Report, now: number): NewEvent {
  const { id: user_id, username, displayname } = event.user
  const who = { user_id, username, displayname }
  switch (event.kind) {
    case 'follow':
      return listed({ kind: 'follow', list: 'followers', data: { type: 'follower', ...who } })
    case 'subscription': {
      const { type, tier, months } = event
      const data = { type, ...who, subscription_type: subscriptionTypeOf(type), tier, months }
      return listed({ kind: 'subscription', list: 'subscribers', data })
    }
    case 'ban': {
      const { minutes, reason, moderator } = event
      const type = minutes === null ? 'ban' : 'timeout'
      const expires_at = minutes === null ? null : now + minutes * 60_000
      const data = { type, ...who, reason, duration_minutes: minutes, expires_at, moderator } as const
      return listed({ kind: type, list: 'banned', data })
    }
    case 'unban':
      return { kind: 'unban', data: who }
    case 'raid':
      return { kind: 'raid', data: { ...who, viewers: event.viewers } }
    case 'donation': {
      const { provider, amount, currency, message } = event
      return listed({
        kind: 'donation',
        list: 'donors',
        data: { ...who, provider, amount, currency, message, is_test: event.isTest === true ? 1 : 0 },
      })
    }
    case 'bits': {
      const data = { ...who, amount: event.amount, message: event.message }
      // The other platforms have gifts of their own, but no list to stand in.
      if (platform === 'kick') return listed({ kind: 'bits', list: 'kicks', data })
      return platform === 'twitch' ? listed({ kind: 'bits', list: 'bits', data }) : { kind: 'bits', data }
    }
  }
}

/** Holds what is written to what `entries.ts` reads. */
function listed<L extends ActivityList>(event: ListedEvent<L>): NewEvent {
  return { ...event, data: { ...event.data } }
}

export function moderationEntryOf(platform: Platform, event: Report): ModerationEntry | undefined {
  const { id: userId, username } = event.user
  if (event.kind === 'unban') {
    return { type: 'unban', platform, userId, username, reason: '', durationMinutes: null, moderator: '' }
  }
  if (event.kind !== 'ban') return undefined
  const { minutes, reason, moderator } = event
  const type = minutes === null ? 'ban' : 'timeout'
  return { type, platform, userId, username, reason, durationMinutes: minutes, moderator }
}

/** What an alert can be made of; bans are none. */
export function occasionOf(platform: Platform, event: Report): Occasion | undefined {
  const { user } = event
  switch (event.kind) {
    case 'follow':
      return { on: 'follow', platform, user, amount: 0, message: '' }
    case 'subscription': {
      const isGift = event.type === 'sub_gift'
      const shown = isGift ? (event.giver ?? user) : user
      return { on: isGift ? 'gift' : 'subscription', platform, user: shown, amount: event.months, message: '' }
    }
    case 'raid':
      return { on: 'raid', platform, user, amount: event.viewers, message: '' }
    case 'bits':
    case 'donation':
      return { on: event.kind, platform, user, amount: event.amount, message: event.message }
    default:
      return undefined
  }
}
