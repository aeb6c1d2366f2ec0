import type { ChatRole } from '../../definitions/roles.ts'
import { createHash } from '../../kernel/node.ts'
import { asObject, type JsonObject, numberIn, objectIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'
import { badgesIn, plainTextIn } from './chat.external.ts'
import { redemptionTopic, rewardEventsIn } from './rewards.external.ts'
import { repliedIn, streamEventsIn, streamTopics } from './stream-events.external.ts'
import { isAnonymous, userIdIn } from './user-id.external.ts'

/** Kick has one subscription tier. */
export const onlyTier = 1
const minuteMs = 60_000
/** The duration of a subscription without an expiry time. */
export const subscriptionMs = 30 * 24 * 60 * minuteMs

/** The event topics that each channel subscribes to. */
export const topics = [
  'chat.message.sent',
  'channel.followed',
  'channel.subscription.new',
  'channel.subscription.renewal',
  'channel.subscription.gifts',
  'moderation.banned',
  'kicks.gifted',
  redemptionTopic,
  ...streamTopics,
] as const
export const topicVersion = 1

/** The account id of the event's channel; undefined if the event has none. */
export function broadcasterIn(body: unknown): string | undefined {
  const { broadcaster } = asObject(body)
  return broadcaster === undefined || broadcaster === null ? undefined : userIdIn(asObject(broadcaster))
}

/** When the event happened, if it says so. */
export function momentIn(body: unknown): number | undefined {
  return asObject(body).created_at === undefined ? undefined : timeIn(asObject(body), 'created_at')
}

/**
 * What two deliveries of one event have in common. Kick may have two subscriptions of one topic, and each delivers the
 * event under a message id of its own. Undefined for what has an id in its body, or no time.
 */
export function sameEventIn(topic: string, body: unknown): string | undefined {
  const row = asObject(body)
  const { created_at: at = asObject(row.metadata ?? {}).created_at } = row
  if (typeof at !== 'string' || row.message_id !== undefined || row.id !== undefined) return undefined
  const who = asObject(row.subscriber ?? row.gifter ?? row.sender ?? row.banned_user ?? row.follower ?? {})
  const recipients = Array.isArray(row.giftees) ? row.giftees.map(asObject) : []
  const people = [who, ...recipients].map((one) => (isAnonymous(one) ? '' : userIdIn(one))).join(' ')
  return `event:${createHash('sha256').update(`${topic} ${people} ${at}`).digest('base64url')}`
}

/** The events of one delivery: none for an unknown topic, one for most, one per recipient for gifts. */
export function eventsIn(
  topic: string,
  body: unknown,
  delivery: { readonly id: string; readonly now: number },
): PlatformEvent[] {
  const row = asObject(body)
  const { id, now } = delivery
  switch (topic) {
    case 'chat.message.sent': {
      const sender = objectIn(row, 'sender')
      return about(sender, (user) => ({
        kind: 'chat',
        id: textIn(row, 'message_id'),
        user: { ...user, roles: rolesIn(sender, user, row) },
        ...plainTextIn(textIn(row, 'content')),
        ...badgesIn(sender),
        ...repliedIn(row),
      }))
    }
    case 'channel.followed':
      return about(objectIn(row, 'follower'), (user) => ({ kind: 'follow', id, user }))
    case 'channel.subscription.new':
    case 'channel.subscription.renewal': {
      const type = topic === 'channel.subscription.new' ? 'sub_new' : 'sub_renew'
      const months = Math.max(1, typeof row.duration === 'number' ? row.duration : 1)
      const term = { tier: onlyTier, months, expiresAt: endIn(row, now) }
      return about(objectIn(row, 'subscriber'), (user) => ({ kind: 'subscription', id, user, type, ...term }))
    }
    case 'channel.subscription.gifts': {
      const [giver] = about(objectIn(row, 'gifter'), (user) => user)
      const recipients = objectsIn(row, 'giftees').flatMap((giftee) => about(giftee, (user) => user))
      return giftsOf(id, { giver, recipients, expiresAt: endIn(row, now), accountId: broadcasterIn(row) ?? '' })
    }
    case 'moderation.banned': {
      const sentence = objectIn(row, 'metadata')
      const { username: moderator } = objectIn(row, 'moderator')
      return about(objectIn(row, 'banned_user'), (user) => ({
        kind: 'ban',
        id,
        user,
        minutes: minutesIn(sentence),
        reason: typeof sentence.reason === 'string' ? sentence.reason : '',
        moderator: typeof moderator === 'string' ? moderator : '',
      }))
    }
    case 'kicks.gifted': {
      const gift = objectIn(row, 'gift')
      const word = (field: string) => (typeof gift[field] === 'string' ? gift[field] : '')
      const given = { amount: numberIn(gift, 'amount'), message: word('message') }
      const named = { name: word('name'), tier: word('tier') }
      return about(objectIn(row, 'sender'), (user) => ({ kind: 'bits', id, user, ...given, gift: named }))
    }
    default:
      return [...rewardEventsIn(topic, row, about), ...streamEventsIn(topic, row, id)]
  }
}

/** All gifts together, and then what each recipient got. */
export function giftsOf(
  id: string,
  gifts: {
    readonly giver: PlatformUser | undefined
    readonly recipients: readonly PlatformUser[]
    readonly expiresAt: number
    /** Stands for a giver who is not known. */
    readonly accountId: string
  },
): PlatformEvent[] {
  const { giver, recipients, expiresAt, accountId } = gifts
  const [first] = recipients
  const to = recipients.length === 1 && first !== undefined ? { to: first.displayname } : {}
  const given = { count: recipients.length, tier: onlyTier, levelName: '', ...to }
  const broadcaster = { id: accountId, username: '', displayname: '' }
  const whole: PlatformEvent =
    giver === undefined
      ? { kind: 'gift-bundle', id, user: broadcaster, ...given, isAnonymous: true }
      : { kind: 'gift-bundle', id, user: giver, ...given }
  const term = { tier: onlyTier, months: 1, expiresAt, giftId: id, ...(giver !== undefined && { giver }) }
  const each = recipients.map((user): PlatformEvent => {
    return { kind: 'subscription', id: `${id}:${user.id}`, user, type: 'sub_gift', ...term }
  })
  return [whole, ...each]
}

/** Nothing is reported about an anonymous user. */
function about<T>(row: JsonObject, make: (user: PlatformUser) => T): T[] {
  if (isAnonymous(row)) return []
  const username = textIn(row, 'username')
  return [make({ id: userIdIn(row), username, displayname: username })]
}

function endIn(row: JsonObject, now: number): number {
  return typeof row.expires_at === 'string' ? timeIn(row, 'expires_at') : now + subscriptionMs
}

function minutesIn(sentence: JsonObject): number | null {
  if (sentence.expires_at === null || sentence.expires_at === undefined) return null
  return Math.max(1, Math.round((timeIn(sentence, 'expires_at') - timeIn(sentence, 'created_at')) / minuteMs))
}

const roleByBadge: ReadonlyMap<unknown, ChatRole> = new Map([
  ['broadcaster', 'broadcaster'],
  ['moderator', 'moderator'],
  ['vip', 'vip'],
  ['subscriber', 'subscriber'],
  ['founder', 'subscriber'],
])

/** The roles of these types of badges. */
export function rolesOf(badges: readonly unknown[]): ChatRole[] {
  return badges.flatMap((badge) => roleByBadge.get(badge) ?? [])
}

function rolesIn(sender: JsonObject, user: PlatformUser, row: JsonObject): ChatRole[] {
  const { badges } = asObject(sender.identity ?? {})
  const worn = Array.isArray(badges) ? rolesOf(badges.map((badge) => asObject(badge).type)) : []
  return [...new Set<ChatRole>(user.id === broadcasterIn(row) ? [...worn, 'broadcaster'] : worn)]
}
