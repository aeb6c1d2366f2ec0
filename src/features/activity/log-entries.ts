import type { EventData } from '../../contract/events.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { ChatChangeReport, ChatMessageReport } from '../../platforms/chat-events.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { SupportReport } from '../../platforms/support-events.ts'
import type { ModerationEntry } from '../moderation/moderation-log.ts'
import { subscriptionTypeOf } from '../subscribers/subscribers.ts'
import type { Occasion } from './occasion.ts'

type Report = Exclude<PlatformEvent, ChatMessageReport | ChatChangeReport | SupportReport>
type ReportedKind = 'follow' | 'subscription' | 'ban' | 'timeout' | 'unban' | 'raid' | 'bits'
type Reported = { [K in ReportedKind]: { readonly kind: K; readonly data: EventData<K> } }[ReportedKind]

/** A platform's report as an event of the log. */
export function logged(event: Report, now: number): Reported {
  const { id: user_id, username, displayname } = event.user
  const who = { user_id, username, displayname }
  switch (event.kind) {
    case 'follow':
      return { kind: 'follow', data: { type: 'follower', ...who } }
    case 'subscription': {
      const { type, tier, months, message, streakMonths: streak_months, levelName: level_name } = event
      const said = { ...(message && { message }), ...(streak_months && { streak_months }) }
      const term = { tier, months, ...said, ...(level_name && { level_name }) }
      return { kind: 'subscription', data: { type, ...who, subscription_type: subscriptionTypeOf(type), ...term } }
    }
    case 'ban': {
      const { minutes, reason, moderator } = event
      const ended = { reason, duration_minutes: minutes, moderator }
      if (minutes === null) return { kind: 'ban', data: { type: 'ban', ...who, ...ended, expires_at: null } }
      const expires_at = now + minutes * 60_000
      return { kind: 'timeout', data: { type: 'timeout', ...who, ...ended, expires_at } }
    }
    case 'unban':
      return { kind: 'unban', data: who }
    case 'raid':
      return { kind: 'raid', data: { ...who, viewers: event.viewers } }
    case 'bits':
      return { kind: 'bits', data: { ...who, amount: event.amount, message: event.message, ...missed(event) } }
  }
}

function missed({ missedAt: sent_at }: { readonly missedAt?: number }) {
  return sent_at === undefined ? {} : { sent_at }
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

/** The occasion for an alert, if there is one; a ban is not shown. */
export function occasionOf(platform: Platform, event: Report): Occasion | undefined {
  const { user } = event
  switch (event.kind) {
    case 'follow':
      return { on: 'follow', platform, user, amount: 0, message: '' }
    case 'subscription': {
      const isGift = event.type === 'sub_gift'
      const shown = isGift ? (event.giver ?? user) : user
      const { months: amount, message = '' } = event
      return { on: isGift ? 'gift' : 'subscription', platform, user: shown, amount, message }
    }
    case 'raid':
      return { on: 'raid', platform, user, amount: event.viewers, message: '' }
    case 'bits':
      // An alert for what happened hours ago would confuse everybody.
      if (event.missedAt !== undefined) return undefined
      return { on: 'bits', platform, user, amount: event.amount, message: event.message }
    default:
      return undefined
  }
}
