import { asObject, type JsonObject, textIn } from '../calls/json-fields.ts'
import { type EulerReport, reportsInWebcast } from './euler.external.ts'

/** The events of TikFinity that count, and TikTok's names of the messages behind them. */
const messageTypes: Readonly<Record<string, string>> = {
  chat: 'WebcastChatMessage',
  gift: 'WebcastGiftMessage',
  like: 'WebcastLikeMessage',
  member: 'WebcastMemberMessage',
  follow: 'WebcastSocialMessage',
  share: 'WebcastSocialMessage',
  subscribe: 'WebcastSubNotifyMessage',
  roomUser: 'WebcastRoomUserSeqMessage',
  streamEnd: 'tiktok.disconnect',
}

/**
 * Reads an event of TikFinity: `{ event, data }`, with the data of tiktok-live-connector 1, where the fields of the user
 * stand beside those of the message. An event that does not count has no reports.
 */
export function reportsInTikFinity(text: string, now: number): EulerReport[] {
  const frame = asObject(JSON.parse(text))
  const event = textIn(frame, 'event')
  const type = Object.hasOwn(messageTypes, event) ? messageTypes[event] : undefined
  if (type === undefined) return []
  const data = frame.data === undefined || frame.data === null ? {} : asObject(frame.data)
  return reportsInWebcast(type, nested(event, data, now), now)
}

/** The same message as TikTok itself nests it. */
function nested(event: string, data: JsonObject, now: number): JsonObject {
  const { userId, uniqueId, nickname, giftType, giftName, diamondCount, isModerator, isSubscriber, followRole } = data
  // Not every version numbers its messages. Two within the same millisecond are then one.
  const msgId = data.msgId ?? `${event} ${String(userId)} ${String(data.createTime ?? now)}`
  return {
    ...data,
    common: { msgId, roomId: data.roomId, displayText: { displayType: data.displayType ?? event } },
    user: { userId, uniqueId, nickname },
    ...(isModerator !== undefined && {
      userIdentity: {
        isModeratorOfAnchor: isModerator,
        isSubscriberOfAnchor: isSubscriber,
        isFollowerOfAnchor: Number(followRole) >= 1,
      },
    }),
    ...(event === 'gift' && { giftDetails: { giftType, giftName, diamondCount } }),
  }
}
