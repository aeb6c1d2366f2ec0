import { randomUUID } from 'node:crypto'

/**
 * What Kick's page receives on its socket, with our own values. The shapes are those of frames that others have recorded:
 * the list of event definitions from 800,000 events of September 2025 (chat, replies, celebrations, subscriptions, gifts),
 * the gift payloads with `correlation_id` in the tests of a subathon timer, and the frames of Centrifugo, which replaced
 * Pusher for many users in 2026, in the tests of the chat recorder CHUCK.
 */

interface Writer {
  readonly id: number
  readonly name: string
  readonly badges?: readonly string[]
}

export function chatPayload(chatroomId: number, { id, name, badges = [] }: Writer, content: string, more: object = {}) {
  return {
    id: randomUUID(),
    chatroom_id: chatroomId,
    content,
    type: 'message',
    created_at: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
    sender: {
      id,
      username: name,
      slug: name.toLowerCase(),
      identity: { color: '#B9D6F6', badges: badges.map((type) => ({ type, text: type, count: 2 })) },
    },
    metadata: { message_ref: '1757869174401' },
    ...more,
  }
}

export function giftPayload(chatroomId: number, giver: string, names: readonly string[], more: object = {}) {
  return {
    chatroom_id: chatroomId,
    correlation_id: '110003713021787',
    gifted_usernames: names,
    gifter_username: giver,
    gifted_total: names.length,
    gifter_total: 355,
    chunk_details: null,
    ...more,
  }
}

export const chatEvent = 'App\\Events\\ChatMessageEvent'
export const subscriptionEvent = 'App\\Events\\SubscriptionEvent'
/** Without the prefix, unlike the others. */
export const giftEvent = 'GiftedSubscriptionsEvent'

/** Pusher has the payload as text. */
export function pusherFrame(event: string, payload: object, channel = 'chatrooms.2579856.v2'): string {
  return JSON.stringify({ event, data: JSON.stringify(payload), channel })
}

/** Centrifugo has it as an object or as text, and several frames in lines. */
export function centrifugoFrame(event: string, payload: object | string, channel = 'chatrooms.2579856.v2'): string {
  return JSON.stringify({ push: { channel, pub: { data: { event, data: payload }, offset: 7 } } })
}
