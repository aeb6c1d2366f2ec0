import type { ChatRole } from '../../definitions/roles.ts'
import { asObject, type JsonObject, numberIn, objectIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'
import { announcementIn, channelEventIn, channelTopicsOf, raidSentIn } from './channel-events.external.ts'
import { chatPartsIn } from './chat.external.ts'
import { tierIn, userIn } from './people.external.ts'
import { powerUpTopic, rewardEventIn, rewardTopicsOf } from './reward-events.external.ts'
import { noticeIn, supportEventIn, supportTopicsOf } from './support.external.ts'

/** The assumed duration of a subscription, in case the report of its end is missed. */
export const subscriptionMs = 30 * 24 * 60 * 60 * 1000
const minuteMs = 60_000
/** The requested keepalive interval. */
const keepaliveSeconds = 30

type ChatEvent = Extract<PlatformEvent, { kind: 'chat' }>

/** One EventSub subscription type with its condition and scopes. */
export interface TwitchTopic {
  readonly type: string
  readonly version: string
  readonly condition: Readonly<Record<string, string>>
  readonly scopes: readonly string[]
}

/**
 * The subscriptions of a channel. Twitch reports some events twice: gifts are read from the chat notification, which alone
 * names the giver, and cheers from the bits event, so that none is counted twice. Of custom power-ups see
 * `repeatsPowerUp`.
 */
export function topicsOf(accountId: string): TwitchTopic[] {
  const about = { broadcaster_user_id: accountId }
  const subscriptions = ['channel:read:subscriptions']
  const chat = { version: '1', condition: { ...about, user_id: accountId }, scopes: ['user:read:chat'] }
  return [
    { type: 'channel.chat.message', ...chat },
    { type: 'channel.chat.notification', ...chat },
    {
      type: 'channel.follow',
      version: '2',
      condition: { ...about, moderator_user_id: accountId },
      scopes: ['moderator:read:followers'],
    },
    { type: 'channel.subscribe', version: '1', condition: about, scopes: subscriptions },
    { type: 'channel.subscription.message', version: '1', condition: about, scopes: subscriptions },
    { type: 'channel.subscription.end', version: '1', condition: about, scopes: subscriptions },
    { type: 'channel.ban', version: '1', condition: about, scopes: ['channel:moderate'] },
    { type: 'channel.unban', version: '1', condition: about, scopes: ['channel:moderate'] },
    { type: 'channel.bits.use', version: '1', condition: about, scopes: ['bits:read'] },
    { type: 'channel.raid', version: '1', condition: { to_broadcaster_user_id: accountId }, scopes: [] },
    ...rewardTopicsOf(about),
    ...channelTopicsOf(accountId),
    ...supportTopicsOf(accountId),
  ]
}

/** A parsed WebSocket message. */
export type Frame =
  | { readonly kind: 'welcome'; readonly sessionId: string; readonly silenceMs: number }
  | { readonly kind: 'move'; readonly address: string }
  | {
      readonly kind: 'report'
      readonly id: string
      readonly at: number
      readonly topic: string
      readonly event: JsonObject
    }
  | { readonly kind: 'revoked'; readonly topic: string; readonly reason: string; readonly isSignedOut: boolean }
  | { readonly kind: 'alive' }

export function sessionAddress(address: string): string {
  const url = new URL(address)
  url.searchParams.set('keepalive_timeout_seconds', String(keepaliveSeconds))
  return url.href
}

export function readFrame(text: string): Frame {
  const frame = asObject(JSON.parse(text))
  const metadata = objectIn(frame, 'metadata')
  const payload = objectIn(frame, 'payload')
  switch (textIn(metadata, 'message_type')) {
    case 'session_welcome': {
      const session = objectIn(payload, 'session')
      const silenceMs = numberIn(session, 'keepalive_timeout_seconds') * 1000
      return { kind: 'welcome', sessionId: textIn(session, 'id'), silenceMs }
    }
    case 'session_reconnect':
      return { kind: 'move', address: textIn(objectIn(payload, 'session'), 'reconnect_url') }
    case 'notification':
      return {
        kind: 'report',
        id: textIn(metadata, 'message_id'),
        at: timeIn(metadata, 'message_timestamp'),
        topic: textIn(metadata, 'subscription_type'),
        event: objectIn(payload, 'event'),
      }
    case 'revocation': {
      const subscription = objectIn(payload, 'subscription')
      const reason = textIn(subscription, 'status')
      return {
        kind: 'revoked',
        topic: textIn(subscription, 'type'),
        reason,
        isSignedOut: reason === 'authorization_revoked',
      }
    }
    default:
      return { kind: 'alive' }
  }
}

/**
 * Whether a report of bits repeats a custom power-up. The redemption of one also has what the viewer wrote, so it is the
 * event wherever Twitch sends it.
 */
export function repeatsPowerUp(topic: string, row: JsonObject, isSubscribed: (topic: string) => boolean): boolean {
  return topic === 'channel.bits.use' && row.type === 'custom_power_up' && isSubscribed(powerUpTopic)
}

/** Undefined for an event that is not used. */
export function eventIn(
  topic: string,
  row: JsonObject,
  delivery: { readonly id: string; readonly now: number; readonly accountId: string },
): PlatformEvent | undefined {
  const { id, now } = delivery
  const isAnonymous = 'user_id' in row && typeof row.user_id !== 'string'
  if (isAnonymous && topic !== 'channel.bits.use') return undefined
  switch (topic) {
    case 'channel.chat.message': {
      const guest = isFromElsewhere(row) ? { guestOf: textIn(row, 'source_broadcaster_user_login') } : {}
      const user = { ...userIn(row, 'chatter_user'), roles: rolesIn(row) }
      const line = { id: textIn(row, 'message_id'), user, text: textIn(objectIn(row, 'message'), 'text') }
      return { kind: 'chat', ...line, ...chatPartsIn(row), ...repliedIn(row), ...guest }
    }
    case 'channel.follow':
      return { kind: 'follow', id, user: userIn(row) }
    case 'channel.chat.notification': {
      if (isFromElsewhere(row)) return undefined
      if (row.notice_type === 'announcement') return announcementIn(row, id)
      if (row.notice_type !== 'sub_gift') return noticeIn(row, id)
      const gift = objectIn(row, 'sub_gift')
      const giver = row.chatter_is_anonymous === true ? {} : { giver: userIn(row, 'chatter_user') }
      const expiresAt = now + Math.max(1, numberIn(gift, 'duration_months')) * subscriptionMs
      const { community_gift_id: giftId } = gift
      const part = typeof giftId === 'string' && giftId !== '' ? { giftId } : {}
      const term = { tier: tierIn(gift, 'sub_tier'), months: 1, expiresAt, ...part, ...giver }
      return { kind: 'subscription', id, user: userIn(gift, 'recipient_user'), type: 'sub_gift', ...term }
    }
    case 'channel.subscribe': {
      if (row.is_gift === true) return undefined
      const term = { tier: tierIn(row), months: 1, expiresAt: now + subscriptionMs }
      return { kind: 'subscription', id, user: userIn(row), type: 'sub_new', ...term }
    }
    case 'channel.subscription.message': {
      const months = numberIn(row, 'cumulative_months')
      const term = { tier: tierIn(row), months, expiresAt: now + subscriptionMs }
      return { kind: 'subscription', id, user: userIn(row), type: 'sub_renew', ...term, ...resubscriptionIn(row) }
    }
    case 'channel.subscription.end':
      return { kind: 'subscription-end', id, user: userIn(row), tier: tierIn(row), isGift: row.is_gift === true }
    case 'channel.ban': {
      const moderator = textIn(row, 'moderator_user_login')
      return { kind: 'ban', id, user: userIn(row), minutes: minutesIn(row), reason: textIn(row, 'reason'), moderator }
    }
    case 'channel.unban':
      return { kind: 'unban', id, user: userIn(row) }
    case 'channel.bits.use': {
      const given = { amount: numberIn(row, 'bits'), message: cheerIn(row) }
      const powerUp = powerUpIn(row)
      if (powerUp !== undefined) {
        return isAnonymous ? undefined : { kind: 'power-up', id, user: userIn(row), ...powerUp, ...given }
      }
      if (isAnonymous) return { kind: 'bits', id, user: userIn(row, 'broadcaster_user'), ...given, isAnonymous }
      return { kind: 'bits', id, user: userIn(row), ...given }
    }
    case 'channel.raid': {
      if (row.from_broadcaster_user_id === delivery.accountId) return raidSentIn(row, id)
      const user: PlatformUser = userIn(row, 'from_broadcaster_user')
      return { kind: 'raid', id, user, viewers: numberIn(row, 'viewers') }
    }
    default:
      return rewardEventIn(topic, row, id) ?? channelEventIn(topic, row, id) ?? supportEventIn(topic, row, id)
  }
}

/** What the viewer wrote, without the cheermotes: they say the amount again. */
function cheerIn({ message }: JsonObject): string {
  if (message === null || message === undefined) return ''
  const row = asObject(message)
  const fragments = Array.isArray(row.fragments) ? row.fragments.map(asObject) : []
  if (fragments.length === 0) return textIn(row, 'text')
  const said = fragments.flatMap(({ type, text }) => (type === 'cheermote' || typeof text !== 'string' ? [] : [text]))
  return said.join('').replace(/\s+/g, ' ').trim()
}

/** Undefined for a cheer. */
function powerUpIn(row: JsonObject): { name: string; isCustom: boolean } | undefined {
  const { type, power_up: builtIn, custom_power_up: custom } = row
  if (type === 'custom_power_up') return { name: textIn(asObject(custom ?? {}), 'title'), isCustom: true }
  return type === 'power_up' ? { name: textIn(asObject(builtIn ?? {}), 'type'), isCustom: false } : undefined
}

/** What a subscriber shares in the chat. */
function resubscriptionIn({ message, streak_months: streak }: JsonObject): { message?: string; streakMonths?: number } {
  const { text } = asObject(message ?? {})
  return {
    ...(typeof text === 'string' && text !== '' && { message: text }),
    ...(typeof streak === 'number' && { streakMonths: streak }),
  }
}

function repliedIn({ reply }: JsonObject): Pick<ChatEvent, 'replyTo'> {
  if (typeof reply !== 'object' || reply === null) return {}
  const row = asObject(reply)
  return { replyTo: { messageId: textIn(row, 'parent_message_id'), username: textIn(row, 'parent_user_login') } }
}

/** Shared chat repeats messages and notices of the other channels. */
function isFromElsewhere({
  source_broadcaster_user_id: source = null,
  broadcaster_user_id: here,
}: JsonObject): boolean {
  return source !== null && source !== here
}

function minutesIn(row: JsonObject): number | null {
  if (row.is_permanent === true || row.ends_at === null) return null
  return Math.max(1, Math.round((timeIn(row, 'ends_at') - timeIn(row, 'banned_at')) / minuteMs))
}

const roleByBadge: ReadonlyMap<string, ChatRole> = new Map([
  ['broadcaster', 'broadcaster'],
  ['moderator', 'moderator'],
  ['lead_moderator', 'moderator'],
  ['vip', 'vip'],
  ['subscriber', 'subscriber'],
  ['founder', 'subscriber'],
])

function rolesIn(row: JsonObject): ChatRole[] {
  const roles = objectsIn(row, 'badges').flatMap((badge) => roleByBadge.get(textIn(badge, 'set_id')) ?? [])
  return [...new Set(roles)]
}
