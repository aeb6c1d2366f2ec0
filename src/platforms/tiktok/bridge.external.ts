import { type ChatRole, isChatRole } from '../../definitions/roles.ts'
import {
  asObject,
  type JsonObject,
  numberIn,
  objectIn,
  textIn,
  timeIn,
  UnexpectedAnswer,
} from '../calls/json-fields.ts'
import type { ChatBadge, ChatEmote } from '../contract/chat-parts.ts'
import type { PlatformUser } from '../platform.ts'
import type { AdapterReport, StreamUpdate } from './adapter.ts'
import { addressIn } from './chat-parts.external.ts'
import { recordsOf } from './loose-json.ts'

export const bridgeProtocol = 1
const subscriptionMs = 30 * 24 * 60 * 60 * 1000
const maxParts = 50

/** The reports in one frame of the bridge protocol (docs/platforms/tiktok.md). `alive` and unknown frames have none. */
export function reportsInFrame(text: string, now: number): AdapterReport[] {
  const frame = asObject(JSON.parse(text))
  switch (textIn(frame, 'type')) {
    case 'hello': {
      const protocol = numberIn(frame, 'protocol')
      if (protocol !== bridgeProtocol) throw new UnexpectedAnswer(`protocol ${protocol} is not supported`)
      return [{ kind: 'account', user: userIn(frame, 'account') }]
    }
    case 'stream':
      return [{ kind: 'stream', news: newsIn(frame) }]
    case 'chat':
      return [
        { kind: 'event', event: { kind: 'chat', ...about(frame), text: textIn(frame, 'text'), ...partsIn(frame) } },
      ]
    case 'follow':
      return [{ kind: 'event', event: { kind: 'follow', ...about(frame) } }]
    case 'gift': {
      const amount = wholeIn(frame, 'diamonds') * (frame.count === undefined ? 1 : wholeIn(frame, 'count'))
      const message = frame.name === undefined ? '' : textIn(frame, 'name')
      return [{ kind: 'event', event: { kind: 'bits', ...about(frame), amount, message } }]
    }
    case 'subscribe': {
      const months = frame.months === undefined ? 1 : Math.max(1, wholeIn(frame, 'months'))
      const type = months > 1 ? 'sub_renew' : 'sub_new'
      const term = { tier: 1, months, expiresAt: now + subscriptionMs }
      return [{ kind: 'event', event: { kind: 'subscription', ...about(frame), type, ...term } }]
    }
    case 'share':
      return [{ kind: 'event', event: { kind: 'share', ...about(frame) } }]
    case 'super_fan':
      return [{ kind: 'event', event: { kind: 'super-fan', ...about(frame), isNew: frame.joined !== true } }]
    case 'like': {
      const count = frame.count === undefined ? 1 : wholeIn(frame, 'count')
      const total = frame.total === undefined ? undefined : wholeIn(frame, 'total')
      return [{ kind: 'likes', user: userIn(frame, 'user'), likes: { count, total } }]
    }
    case 'join':
      return [{ kind: 'person', user: userIn(frame, 'user') }]
    default:
      return []
  }
}

function about(frame: JsonObject): { id: string; user: PlatformUser } {
  return { id: textIn(frame, 'id'), user: userIn(frame, 'user') }
}

/** The emotes of a message, and the badges of its author. A part that cannot be read is left out. */
function partsIn(frame: JsonObject): { emotes: ChatEmote[]; badges: ChatBadge[] } {
  const emotes = recordsOf(frame.emotes, maxParts).flatMap(({ id, name, image, begin, end }) => {
    const isPlaced = Number.isSafeInteger(begin) && Number.isSafeInteger(end) && Number(begin) <= Number(end)
    if (typeof id !== 'string' || typeof name !== 'string' || !isPlaced || Number(begin) < 0) return []
    const place = { begin: Number(begin), end: Number(end) }
    return [{ id, name, image: addressIn(image) ?? null, source: 'platform' as const, ...place }]
  })
  const badges = recordsOf(frame.badges, maxParts).flatMap(({ id, title, image }) =>
    typeof id === 'string' && typeof title === 'string' ? [{ id, title, image: addressIn(image) ?? null }] : [],
  )
  return { emotes, badges }
}

function newsIn(frame: JsonObject): StreamUpdate {
  if (frame.live !== undefined && typeof frame.live !== 'boolean') throw new UnexpectedAnswer('live is not a boolean')
  return {
    ...(typeof frame.live === 'boolean' && { live: frame.live }),
    ...(frame.title !== undefined && { title: textIn(frame, 'title') }),
    ...(frame.viewers !== undefined && { viewers: wholeIn(frame, 'viewers') }),
    ...(frame.followers !== undefined && { followers: wholeIn(frame, 'followers') }),
    ...(frame.started_at !== undefined && { startedAt: timeIn(frame, 'started_at') }),
  }
}

function userIn(frame: JsonObject, field: string): PlatformUser {
  const row = objectIn(frame, field)
  const username = textIn(row, 'username').replace(/^@/, '')
  const id = textIn(row, 'id')
  if (id === '' || username === '') throw new UnexpectedAnswer(`${field} has no name`)
  const displayname = row.displayname === undefined ? username : textIn(row, 'displayname')
  const roles = rolesIn(row)
  return { id, username, displayname, ...(roles !== undefined && { roles }) }
}

function rolesIn({ roles }: JsonObject): ChatRole[] | undefined {
  return Array.isArray(roles) ? roles.map(String).filter(isChatRole) : undefined
}

function wholeIn(row: JsonObject, field: string): number {
  const value = numberIn(row, field)
  if (!Number.isSafeInteger(value) || value < 0) throw new UnexpectedAnswer(`${field} is not a whole number`)
  return value
}
