import type { ChatRole } from '../../definitions/roles.ts'
import {
  asObject,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
  timeIn,
  UnexpectedAnswer,
} from '../calls/json-fields.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'
import { badgesIn, deletedMessageIn, giftingIn, membershipIn } from './support.external.ts'

/** The assumed duration of a membership: YouTube does not report its end. */
const membershipMs = 30 * 24 * 60 * 60 * 1000

/** One page of chat items, from polling or from the stream. */
export interface ChatPage {
  readonly items: readonly JsonObject[]
  /** The token of the next page. */
  readonly next: string | undefined
  /** The polling interval that YouTube asks for. */
  readonly waitMs: number
  readonly isOver: boolean
}

/** One action in the chat. */
export type ChatAction =
  | { readonly kind: 'event'; readonly at: number; readonly event: PlatformEvent }
  /** Repeated with the same id and a higher count while the user keeps giving. */
  | { readonly kind: 'combo'; readonly at: number; readonly event: PlatformEvent }
  /** The giver of the gifts whose recipients follow. */
  | {
      readonly kind: 'giver'
      readonly at: number
      readonly id: string
      readonly user: PlatformUser
      readonly event: PlatformEvent
    }

export function pageIn(body: unknown): ChatPage {
  const row = asObject(body)
  const items = row.items === undefined ? [] : objectsIn(row, 'items')
  return {
    items,
    next: typeof row.nextPageToken === 'string' && row.nextPageToken !== '' ? row.nextPageToken : undefined,
    waitMs: typeof row.pollingIntervalMillis === 'number' ? row.pollingIntervalMillis : 0,
    isOver: row.offlineAt !== undefined || items.some((item) => typeIn(item) === 'chatEndedEvent'),
  }
}

/** Undefined for an item that is not used. `giverOf` returns the giver of a gift. */
export function chatActionIn(
  item: JsonObject,
  { now, giverOf }: { now: number; giverOf: (messageId: string) => PlatformUser | undefined },
): ChatAction | undefined {
  const snippet = objectIn(item, 'snippet')
  const id = textIn(item, 'id')
  const at = timeIn(snippet, 'publishedAt')
  const about = (details: string) => objectIn(snippet, details)
  const report = (event: PlatformEvent): ChatAction => ({ kind: 'event', at, event })
  const term = { tier: 1, months: 1, expiresAt: now + membershipMs }

  switch (typeIn(item)) {
    case 'textMessageEvent':
      return report({
        kind: 'chat',
        id,
        user: authorIn(item),
        text: textIn(about('textMessageDetails'), 'messageText'),
        ...badgesIn(objectIn(item, 'authorDetails')),
      })
    case 'superChatEvent':
      return report(paidIn(id, authorIn(item), about('superChatDetails')))
    case 'superStickerEvent':
      return report(paidIn(id, authorIn(item), about('superStickerDetails')))
    case 'giftEvent':
      return { kind: 'combo', at, event: giftIn(id, authorIn(item), snippet) }
    case 'newSponsorEvent': {
      const details = about('newSponsorDetails')
      const type = details.isUpgrade === true ? 'sub_renew' : 'sub_new'
      return report({ kind: 'subscription', id, user: authorIn(item), type, ...term, ...membershipIn(details) })
    }
    case 'memberMilestoneChatEvent': {
      const details = about('memberMilestoneChatDetails')
      const renewal = { ...term, months: numberFrom(details, 'memberMonth'), ...membershipIn(details) }
      return report({ kind: 'subscription', id, user: authorIn(item), type: 'sub_renew', ...renewal })
    }
    case 'membershipGiftingEvent': {
      const user = authorIn(item)
      return { kind: 'giver', at, id, user, event: { kind: 'gift-bundle', id, user, ...giftingIn(snippet) } }
    }
    case 'giftMembershipReceivedEvent': {
      const details = about('giftMembershipReceivedDetails')
      const { associatedMembershipGiftingMessageId: gift } = details
      const giver = typeof gift === 'string' ? giverOf(gift) : undefined
      const membership = { ...term, ...membershipIn(details), giftId: typeof gift === 'string' ? gift : id }
      const event = { kind: 'subscription', id, user: authorIn(item), type: 'sub_gift', ...membership } as const
      return report(giver === undefined ? event : { ...event, giver })
    }
    case 'messageDeletedEvent':
    case 'messageRetractedEvent': {
      const user = item.authorDetails === undefined ? userNamed('', '') : authorIn(item)
      return report({ kind: 'chat-deleted', id, user, messageId: deletedMessageIn(snippet) })
    }
    case 'userBannedEvent':
      return report(banIn(id, item, about('userBannedDetails')))
    default:
      return undefined
  }
}

/** YouTube shows the handle of users who have one. */
export function userNamed(id: string, name: string): PlatformUser {
  const plain = name.replace(/^@/, '')
  return { id, username: plain, displayname: plain }
}

function typeIn(item: JsonObject): string {
  return textIn(objectIn(item, 'snippet'), 'type')
}

function authorIn(item: JsonObject): PlatformUser {
  const author = objectIn(item, 'authorDetails')
  return { ...userNamed(textIn(author, 'channelId'), textIn(author, 'displayName')), roles: rolesIn(author) }
}

function rolesIn({ isChatOwner, isChatModerator, isChatSponsor }: JsonObject): ChatRole[] {
  const roles: ChatRole[] = []
  if (isChatOwner === true) roles.push('broadcaster')
  if (isChatModerator === true) roles.push('moderator')
  if (isChatSponsor === true) roles.push('subscriber')
  return roles
}

/** Micros are of the currency, whether it has cents or not. The message begins with the amount as YouTube shows it. */
function paidIn(id: string, user: PlatformUser, details: JsonObject): PlatformEvent {
  const { amountDisplayString: shown, userComment: comment } = details
  const message = [shown, comment].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const micros = numberFrom(details, 'amountMicros')
  const money = { value: micros / 1_000_000, currency: String(details.currency ?? '') }
  return { kind: 'bits', id, user, amount: Math.round(micros / 10_000), message, money }
}

/** Jewels. The API reference and the guide use different field names. */
function giftIn(id: string, user: PlatformUser, snippet: JsonObject): PlatformEvent {
  const holder = snippet.giftDetails ?? snippet.giftEventDetails
  const outer = asObject(holder)
  const details = outer.giftMetadata === undefined ? outer : { ...outer, ...objectIn(outer, 'giftMetadata') }
  const jewels = numberFrom(details, details.jewelsAmount === undefined ? 'jewelsCount' : 'jewelsAmount')
  const times = details.comboCount === undefined ? 1 : Math.max(1, numberFrom(details, 'comboCount'))
  const message = typeof details.giftName === 'string' ? details.giftName : ''
  return { kind: 'bits', id, user, amount: jewels * times, message }
}

function banIn(id: string, item: JsonObject, details: JsonObject): PlatformEvent {
  const banned = objectIn(details, 'bannedUserDetails')
  const user = userNamed(textIn(banned, 'channelId'), textIn(banned, 'displayName'))
  const isForGood = details.banType !== 'temporary' && details.banType !== 'TEMPORARY'
  const minutes = isForGood ? null : Math.max(1, Math.round(numberFrom(details, 'banDurationSeconds') / 60))
  const moderator = item.authorDetails === undefined ? '' : authorIn(item).username
  return { kind: 'ban', id, user, minutes, reason: '', moderator }
}

/** Large numbers are sent as strings. */
function numberFrom(row: JsonObject, field: string): number {
  const value = Number(row[field] ?? Number.NaN)
  if (!Number.isFinite(value)) throw new UnexpectedAnswer(`${field} is not a number`)
  return value
}
