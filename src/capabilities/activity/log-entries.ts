import { codeOf } from '../../definitions/currencies.ts'
import { type SupportAmount, supportInDollars, unitOf } from '../../definitions/support/support-amounts.ts'
import type { ChatChangeReport, ChatMessageReport } from '../../platforms/chat-events.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ViewerEvent } from '../../platforms/platform.ts'
import type { SupportReport } from '../../platforms/support-events.ts'
import type { EventData } from '../../registry/events.ts'
import type { ModerationEntry } from '../moderation/moderation-log.ts'
import { subscriptionTypeOf } from '../subscribers/subscribers.ts'
import { nobody } from './support-entries.ts'

type Interaction = { readonly kind: 'redemption' | 'reward' | 'poll' | 'prediction' }
type Report = Exclude<ViewerEvent, ChatMessageReport | ChatChangeReport | SupportReport | Interaction>
type ReportedKind =
  | 'follow'
  | 'subscription'
  | 'subscription.received'
  | 'ban'
  | 'timeout'
  | 'unban'
  | 'raid'
  | 'bits'
  | StandingKind
type StandingKind =
  | `${'vip' | 'moderator'}.${'added' | 'removed'}`
  | 'warning.sent'
  | 'warning.acknowledged'
  | 'unban-request.created'
  | 'unban-request.resolved'
type Reported = { [K in ReportedKind]: { readonly kind: K; readonly data: EventData<K> } }[ReportedKind]

/** A platform's report as an event of the log. */
export function logged(platform: Platform, event: Report, now: number, isFirstFollow: boolean): Reported {
  const isAnonymous = event.kind === 'bits' && event.isAnonymous === true
  const { id: user_id, username, displayname } = isAnonymous ? nobody : event.user
  const who = { user_id, username, displayname }
  switch (event.kind) {
    case 'follow':
      return { kind: 'follow', data: { type: 'follower', ...who, is_first: isFirstFollow } }
    case 'subscription': {
      const { type, tier, months, message, streakMonths: streak_months, levelName: level_name } = event
      const said = { ...(message && { message }), ...(streak_months && { streak_months }) }
      const from = event.giver?.displayname
      const term = { tier, months, ...said, ...(level_name && { level_name }), ...(from && { from }) }
      const data = { ...who, subscription_type: subscriptionTypeOf(type), ...term }
      if (type !== 'sub_gift') return { kind: 'subscription', data: { type, ...data } }
      return { kind: 'subscription.received', data: { type, ...data, gift_id: event.giftId ?? event.id } }
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
      return {
        kind: 'bits',
        data: { ...who, ...givenIn(platform, event), is_anonymous: isAnonymous, ...missed(event) },
      }
    case 'role':
      return { kind: `${event.role}.${event.isAdded ? 'added' : 'removed'}`, data: who }
    case 'warning':
      return { kind: 'warning.sent', data: { ...who, reason: event.reason, moderator: event.moderator } }
    case 'warning-acknowledged':
      return { kind: 'warning.acknowledged', data: who }
    case 'unban-request': {
      const { requestId: request_id, message } = event
      return { kind: 'unban-request.created', data: { ...who, request_id, message } }
    }
    case 'unban-request-resolved': {
      const { requestId: request_id, status, reason, moderator } = event
      return { kind: 'unban-request.resolved', data: { ...who, request_id, status, reason, moderator } }
    }
  }
}

function givenIn(platform: Platform, { amount, message, money, gift }: Extract<Report, { kind: 'bits' }>) {
  const given: SupportAmount =
    money === undefined
      ? { unit: unitOf(platform), value: amount, currency: null }
      : { unit: 'money', value: money.value, currency: codeOf(money.currency) }
  return { amount, message, ...given, amount_usd: supportInDollars(given), ...(gift && giftIn(gift)) }
}

function giftIn({ name, tier }: { readonly name: string; readonly tier: string }) {
  return { ...(name !== '' && { gift_name: name }), ...(tier !== '' && { gift_tier: tier }) }
}

function missed({ missedAt: sent_at }: { readonly missedAt?: number }) {
  return sent_at === undefined ? { is_late: false } : { is_late: true, sent_at }
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
