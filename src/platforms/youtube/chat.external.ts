import type { ChatRole } from '../../contract/roles.ts'
import { asObject, type JsonObject, objectIn, objectsIn, textIn, timeIn, UnexpectedAnswer } from '../json-fields.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'

/** YouTube does not say when a membership ends. */
const membershipMs = 30 * 24 * 60 * 60 * 1000

/** What came of a chat, by a question or over a connection that stays open. */
export interface ChatPage {
  readonly items: readonly JsonObject[]
  /** Where the next one begins. */
  readonly next: string | undefined
  /** How long YouTube wants to be left alone. */
  readonly waitMs: number
  readonly isOver: boolean
}

/** Something that somebody did in the chat. */
export type ChatAction =
  | { readonly kind: 'event'; readonly at: number; readonly event: PlatformEvent }
  /** Told again, with the same id and a higher count, for as long as somebody goes on giving it. */
  | { readonly kind: 'combo'; readonly at: number; readonly event: PlatformEvent }
  /** Who gave, for the receivers that are told after it. */
  | { readonly kind: 'giver'; readonly id: string; readonly user: PlatformUser }

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

/** Undefined for what is none of our business. `giverOf` knows who a gift came from. */
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
      })
    case 'superChatEvent':
      return report(paidIn(id, authorIn(item), about('superChatDetails')))
    case 'superStickerEvent':
      return report(paidIn(id, authorIn(item), about('superStickerDetails')))
    case 'giftEvent':
      return { kind: 'combo', at, event: giftIn(id, authorIn(item), snippet) }
    case 'newSponsorEvent': {
      const type = about('newSponsorDetails').isUpgrade === true ? 'sub_renew' : 'sub_new'
      return report({ kind: 'subscription', id, user: authorIn(item), type, ...term })
    }
    case 'memberMilestoneChatEvent': {
      const months = numberFrom(about('memberMilestoneChatDetails'), 'memberMonth')
      return report({ kind: 'subscription', id, user: authorIn(item), type: 'sub_renew', ...term, months })
    }
    case 'membershipGiftingEvent':
      return { kind: 'giver', id, user: authorIn(item) }
    case 'giftMembershipReceivedEvent': {
      const { associatedMembershipGiftingMessageId: gift } = about('giftMembershipReceivedDetails')
      const giver = typeof gift === 'string' ? giverOf(gift) : undefined
      const event = { kind: 'subscription', id, user: authorIn(item), type: 'sub_gift', ...term } as const
      return report(giver === undefined ? event : { ...event, giver })
    }
    case 'userBannedEvent':
      return report(banIn(id, item, about('userBannedDetails')))
    default:
      return undefined
  }
}

/** YouTube calls people by their handle where they have one. */
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

/** Money, in hundredths of its unit; the sum as YouTube shows it stands before the words. */
function paidIn(id: string, user: PlatformUser, details: JsonObject): PlatformEvent {
  const { amountDisplayString: shown, userComment: words } = details
  const message = [shown, words].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return { kind: 'bits', id, user, amount: Math.round(numberFrom(details, 'amountMicros') / 10_000), message }
}

/** Jewels. The description of the API and its guide call the details differently. */
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

/** Large numbers come as texts. */
function numberFrom(row: JsonObject, field: string): number {
  const value = Number(row[field] ?? Number.NaN)
  if (!Number.isFinite(value)) throw new UnexpectedAnswer(`${field} is no number`)
  return value
}
