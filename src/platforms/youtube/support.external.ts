import { asObject, type JsonObject, objectIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { ChatBadge } from '../contract/chat-parts.ts'
import type { PlatformUser } from '../platform.ts'
import { youtubeMessages } from './messages.ts'

/** YouTube says what somebody is, and publishes no images of badges. */
export function badgesIn(author: JsonObject): { badges: readonly ChatBadge[] } {
  const worn: readonly (readonly [string, string, string])[] = [
    ['isChatOwner', 'owner', youtubeMessages.ownerBadge()],
    ['isChatModerator', 'moderator', youtubeMessages.moderatorBadge()],
    ['isChatSponsor', 'member', youtubeMessages.memberBadge()],
    ['isVerified', 'verified', youtubeMessages.verifiedBadge()],
  ]
  return {
    badges: worn.flatMap(([field, id, title]) => (author[field] === true ? [{ id, title, image: null }] : [])),
  }
}

/** The name of the membership level, and what the member wrote. */
export function membershipIn(details: JsonObject): { levelName?: string; message?: string } {
  const { memberLevelName: levelName, userComment: message } = details
  return {
    ...(typeof levelName === 'string' && levelName !== '' && { levelName }),
    ...(typeof message === 'string' && message !== '' && { message }),
  }
}

/** How many memberships somebody gave, and of which level. */
export function giftingIn(snippet: JsonObject): { count: number; tier: number; levelName: string } {
  const details = objectIn(snippet, 'membershipGiftingDetails')
  const { giftMembershipsLevelName: levelName } = details
  const count = Number(details.giftMembershipsCount ?? 1)
  return {
    count: Number.isSafeInteger(count) && count > 0 ? count : 1,
    tier: 1,
    levelName: typeof levelName === 'string' ? levelName : '',
  }
}

/** The id of a message that a moderator deleted, or that its author took back. */
export function deletedMessageIn(snippet: JsonObject): string {
  return snippet.type === 'messageRetractedEvent'
    ? textIn(objectIn(snippet, 'messageRetractedDetails'), 'retractedMessageId')
    : textIn(objectIn(snippet, 'messageDeletedDetails'), 'deletedMessageId')
}

/** A Super Chat or Super Sticker of the last 30 days. */
export interface PastSuperChat {
  readonly id: string
  readonly at: number
  readonly user: PlatformUser
  /** In hundredths of the currency, as in the chat. */
  readonly amount: number
  readonly money: { readonly value: number; readonly currency: string }
  readonly message: string
}

export function superChatsIn(body: unknown, userNamed: (id: string, name: string) => PlatformUser) {
  const row = asObject(body)
  const { nextPageToken: next } = row
  const items = row.items === undefined ? [] : objectsIn(row, 'items')
  return {
    items: items.flatMap((item) => superChatIn(item, userNamed)),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

/** None for one whose supporter has no channel any more. */
function superChatIn(item: JsonObject, userNamed: (id: string, name: string) => PlatformUser): PastSuperChat[] {
  const snippet = objectIn(item, 'snippet')
  const { supporterDetails, displayString, commentText } = snippet
  const { channelId, displayName } = asObject(supporterDetails ?? {})
  const micros = Number(snippet.amountMicros ?? Number.NaN)
  if (typeof channelId !== 'string' || typeof displayName !== 'string' || !Number.isFinite(micros)) return []
  const message = [displayString, commentText].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const user = userNamed(channelId, displayName)
  const money = { value: micros / 1_000_000, currency: String(snippet.currency ?? '') }
  const [id, at, amount] = [textIn(item, 'id'), timeIn(snippet, 'createdAt'), Math.round(micros / 10_000)]
  return [{ id, at, user, amount, money, message }]
}
