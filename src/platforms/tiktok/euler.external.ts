import type { ChatRole } from '../../definitions/roles.ts'
import { asObject, type JsonObject, objectIn, objectsIn, textIn, UnexpectedAnswer } from '../calls/json-fields.ts'
import type { PlatformUser } from '../platform.ts'
import type { AdapterReport } from './adapter.ts'
import { chatPartsIn } from './chat-parts.external.ts'
import type { StreakFrame } from './gift-streaks.ts'
import { superFanIn } from './support.external.ts'

const subscriptionMs = 30 * 24 * 60 * 60 * 1000
/** A gift that can be repeated; its count is final only at the end of the streak. */
const repeatableGift = 1
const followAction = 1
const endActions = [3, 4]

export const closeCodes = {
  notLive: 4404,
  ended: 4005,
  notAllowed: [401, 403, 4400, 4401, 4403],
  tooMany: [429, 4429],
  /** It ends connections without messages, and every connection after eight hours. */
  timeUp: [4006, 4555],
} as const

export function eulerAddress(url: string, { username, key }: { username: string; key: string }): string {
  const address = new URL(url)
  address.searchParams.set('uniqueId', username)
  address.searchParams.set('apiKey', key)
  // The service changed its default between two releases of its SDK.
  address.searchParams.set('features.schemaVersion', 'v2')
  return address.href
}

export type EulerReport = AdapterReport | StreakFrame

/**
 * Reads TikTok's messages as Euler Stream forwards them. Both the old and the new message names are accepted. A message
 * that cannot be read does not affect the others.
 */
export function reportsInMessages(text: string, now: number, unreadable: (type: string) => void): EulerReport[] {
  return objectsIn(JSON.parse(text), 'messages').flatMap((message) => {
    const type = textIn(message, 'type')
    try {
      return reportsInWebcast(
        type,
        message.data === undefined || message.data === null ? {} : asObject(message.data),
        now,
      )
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer)) throw error
      unreadable(type)
      return []
    }
  })
}

/** The reports in one message of TikTok. */
export function reportsInWebcast(type: string, data: JsonObject, now: number): EulerReport[] {
  switch (type) {
    case 'roomInfo':
      return [{ kind: 'stream', news: { live: true, ...roomIn(data) } }]
    case 'tiktok.connect':
      return [{ kind: 'stream', news: { live: true } }]
    case 'tiktok.disconnect':
      return [{ kind: 'stream', news: { live: false } }]
    case 'WebcastControlMessage':
      return endActions.includes(Number(data.action)) ? [{ kind: 'stream', news: { live: false } }] : []
    case 'WebcastRoomUserSeqMessage':
      return [{ kind: 'stream', news: { live: true, viewers: wholeFrom(data.viewerCount ?? data.total) } }]
    case 'WebcastLikeMessage':
      return [{ kind: 'likes', user: userIn(data), likes: likesIn(data) }]
    case 'WebcastBarrageMessage': {
      const fan = superFanIn(data)
      if (fan === undefined) return []
      const user = userIn({ ...data, user: fan.user })
      return [{ kind: 'event', event: { kind: 'super-fan', id: idIn(data), user, isNew: fan.isNew } }]
    }
    case 'WebcastMemberMessage':
      return [{ kind: 'person', user: userIn(data) }]
    case 'WebcastChatMessage': {
      const comment = data.comment ?? data.content
      if (typeof comment !== 'string') throw new UnexpectedAnswer('a chat message without text')
      const event = { kind: 'chat', id: idIn(data), user: userIn(data), text: comment } as const
      return [{ kind: 'event', event: { ...event, ...chatPartsIn(data, comment) } }]
    }
    case 'WebcastSocialMessage': {
      const isFollow = Number(data.action) === followAction || /follow/i.test(markerOf(data))
      const user = userIn(data)
      if (isFollow) return [{ kind: 'event', event: { kind: 'follow', id: idIn(data), user } }]
      const isShare = /share/i.test(markerOf(data))
      return [isShare ? { kind: 'event', event: { kind: 'share', id: idIn(data), user } } : { kind: 'person', user }]
    }
    case 'WebcastGiftMessage':
      return giftIn(data)
    case 'WebcastSubNotifyMessage': {
      const months = Math.max(1, wholeFrom(data.subMonth ?? 1))
      const type = months > 1 ? 'sub_renew' : 'sub_new'
      const term = { tier: 1, months, expiresAt: now + subscriptionMs }
      return [{ kind: 'event', event: { kind: 'subscription', id: idIn(data), user: userIn(data), type, ...term } }]
    }
    default:
      return []
  }
}

function giftIn(data: JsonObject): EulerReport[] {
  const details = asObject(data.giftDetails ?? data.gift ?? data.extendedGiftInfo)
  const kind = Number(details.giftType ?? details.type ?? 0)
  const diamonds = wholeFrom(details.diamondCount ?? details.diamond_count ?? 0)
  const count = Math.max(1, wholeFrom(data.repeatCount ?? 1))
  const name = details.giftName ?? details.name
  const giftName = typeof name === 'string' ? name : ''
  const [id, user] = [idIn(data), userIn(data)]
  if (kind !== repeatableGift) {
    return [{ kind: 'event', event: { kind: 'bits', id, user, amount: diamonds * count, message: giftName } }]
  }
  // 0 is the default of the format and stands for no number.
  const isNumbered = data.groupId !== undefined && data.groupId !== null && String(data.groupId) !== '0'
  const key = `${user.id} ${String(data.giftId ?? details.id ?? giftName)} ${isNumbered ? String(data.groupId) : ''}`
  const isOver = data.repeatEnd === true || Number(data.repeatEnd) === 1
  const streak: StreakFrame = { kind: 'streak', key, isNumbered, id, user, giftName, diamonds, count, isOver }
  return [{ kind: 'person', user }, streak]
}

/** The number of this message, and of the whole stream. */
function likesIn(data: JsonObject) {
  const total = wholeFrom(data.totalLikeCount ?? data.total ?? 0)
  const { roomId } = objectIn(data, 'common')
  const room = typeof roomId === 'string' || typeof roomId === 'number' ? String(roomId) : undefined
  // 0 is the default of the format and stands for no number.
  return { count: wholeFrom(data.likeCount ?? data.count ?? 1), total: total === 0 ? undefined : total, room }
}

function roomIn(data: JsonObject) {
  const inner = data.roomInfo ?? data.data
  const room = typeof inner === 'object' && inner !== null ? asObject(inner) : data
  const viewers = room.userCount ?? room.user_count
  const started = Number(room.createTime ?? room.create_time ?? Number.NaN)
  return {
    ...(typeof room.title === 'string' && { title: room.title }),
    ...(viewers !== undefined && { viewers: wholeFrom(viewers) }),
    ...(Number.isFinite(started) && { startedAt: started * 1000 }),
  }
}

function userIn(data: JsonObject): PlatformUser {
  const user = objectIn(data, 'user')
  const id = user.userId ?? user.id
  const username = user.uniqueId ?? user.displayId
  // TikTok's ids may exceed the safe integer range and are then sent as strings.
  if ((typeof id !== 'string' && !Number.isSafeInteger(id)) || typeof username !== 'string' || username === '') {
    throw new UnexpectedAnswer('a user without a name')
  }
  const displayname = typeof user.nickname === 'string' && user.nickname !== '' ? user.nickname : username
  const roles = rolesIn(data)
  return { id: String(id), username, displayname, ...(roles !== undefined && { roles }) }
}

const roleByIdentity: readonly (readonly [string, ChatRole])[] = [
  ['isAnchor', 'broadcaster'],
  ['isModeratorOfAnchor', 'moderator'],
  ['isSubscriberOfAnchor', 'subscriber'],
  ['isFollowerOfAnchor', 'follower'],
]

/** Only chat messages and gifts say what the user is to the broadcaster (the "anchor"). */
function rolesIn({ userIdentity }: JsonObject): ChatRole[] | undefined {
  if (typeof userIdentity !== 'object' || userIdentity === null) return undefined
  const identity = asObject(userIdentity)
  return roleByIdentity.flatMap(([field, role]) => (identity[field] === true ? [role] : []))
}

function idIn(data: JsonObject): string {
  const { msgId } = objectIn(data, 'common')
  if (typeof msgId !== 'string' && !Number.isSafeInteger(msgId)) throw new UnexpectedAnswer('no id')
  return String(msgId)
}

/** What happened, in the name of the text that TikTok shows for it: `pm_main_follow_message_viewer_2`. */
function markerOf(data: JsonObject): string {
  const { displayText, displayType } = objectIn(data, 'common')
  const shown = typeof displayText === 'object' && displayText !== null ? asObject(displayText) : {}
  const marker = shown.displayType ?? shown.key ?? displayType
  return typeof marker === 'string' ? marker : ''
}

function wholeFrom(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new UnexpectedAnswer('not a whole number')
  return number
}
