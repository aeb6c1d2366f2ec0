import { asObject, type JsonObject, objectIn, objectsIn, textIn, UnexpectedAnswer } from '../json-fields.ts'
import type { PlatformUser } from '../platform.ts'
import type { AdapterReport } from './adapter.ts'

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
} as const

export function eulerAddress(url: string, { username, key }: { username: string; key: string }): string {
  const address = new URL(url)
  address.searchParams.set('uniqueId', username)
  address.searchParams.set('apiKey', key)
  return address.href
}

/**
 * Reads TikTok's messages as Euler Stream forwards them. Both the old and the new message names are accepted. A message
 * that cannot be read does not affect the others.
 */
export function reportsInMessages(text: string, now: number, unreadable: (type: string) => void): AdapterReport[] {
  return objectsIn(JSON.parse(text), 'messages').flatMap((message) => {
    const type = textIn(message, 'type')
    try {
      return reportsIn(type, message.data === undefined || message.data === null ? {} : asObject(message.data), now)
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer)) throw error
      unreadable(type)
      return []
    }
  })
}

function reportsIn(type: string, data: JsonObject, now: number): AdapterReport[] {
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
    case 'WebcastMemberMessage':
    case 'WebcastLikeMessage':
      return [{ kind: 'person', user: userIn(data) }]
    case 'WebcastChatMessage': {
      const comment = data.comment ?? data.content
      if (typeof comment !== 'string') throw new UnexpectedAnswer('a chat message without text')
      return [{ kind: 'event', event: { kind: 'chat', id: idIn(data), user: userIn(data), text: comment } }]
    }
    case 'WebcastSocialMessage': {
      const isFollow = Number(data.action) === followAction || /follow/i.test(keyOfText(data))
      const user = userIn(data)
      return [isFollow ? { kind: 'event', event: { kind: 'follow', id: idIn(data), user } } : { kind: 'person', user }]
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

function giftIn(data: JsonObject): AdapterReport[] {
  const details = asObject(data.giftDetails ?? data.gift ?? data.extendedGiftInfo)
  const kind = Number(details.giftType ?? details.type ?? 0)
  const isOver = data.repeatEnd === true || Number(data.repeatEnd) === 1
  if (kind === repeatableGift && !isOver) return [{ kind: 'person', user: userIn(data) }]
  const diamonds = wholeFrom(details.diamondCount ?? details.diamond_count ?? 0)
  const amount = diamonds * Math.max(1, wholeFrom(data.repeatCount ?? 1))
  const name = details.giftName ?? details.name
  const message = typeof name === 'string' ? name : ''
  return [{ kind: 'event', event: { kind: 'bits', id: idIn(data), user: userIn(data), amount, message } }]
}

function roomIn(data: JsonObject) {
  const room = typeof data.roomInfo === 'object' && data.roomInfo !== null ? objectIn(data, 'roomInfo') : data
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
  return { id: String(id), username, displayname }
}

function idIn(data: JsonObject): string {
  const { msgId } = objectIn(data, 'common')
  if (typeof msgId !== 'string' && !Number.isSafeInteger(msgId)) throw new UnexpectedAnswer('no id')
  return String(msgId)
}

function keyOfText(data: JsonObject): string {
  const { displayText } = objectIn(data, 'common')
  if (typeof displayText !== 'object' || displayText === null) return ''
  const { key } = asObject(displayText)
  return typeof key === 'string' ? key : ''
}

function wholeFrom(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new UnexpectedAnswer('not a whole number')
  return number
}
