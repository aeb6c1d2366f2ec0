import { type ChatRole, isChatRole } from '../../contract/roles.ts'
import type { PlatformUser } from '../platform.ts'
import { asRow, numberIn, type Row, rowIn, textIn, timeIn, UnexpectedAnswer } from '../rows.ts'
import type { StreamNews, Told } from './adapter.ts'

export const bridgeProtocol = 1
const subscriptionMs = 30 * 24 * 60 * 60 * 1000

/** One frame of a bridge, as docs/platforms/tiktok.md describes them. `alive` and what is unknown tell nothing. */
export function toldInFrame(text: string, now: number): Told[] {
  const frame = asRow(JSON.parse(text))
  switch (textIn(frame, 'type')) {
    case 'hello': {
      const protocol = numberIn(frame, 'protocol')
      if (protocol !== bridgeProtocol) throw new UnexpectedAnswer(`protocol ${protocol} is not known`)
      return [{ kind: 'account', user: userIn(frame, 'account') }]
    }
    case 'stream':
      return [{ kind: 'stream', news: newsIn(frame) }]
    case 'chat':
      return [{ kind: 'event', event: { kind: 'chat', ...about(frame), text: textIn(frame, 'text') } }]
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
    case 'join':
    case 'like':
      return [{ kind: 'person', user: userIn(frame, 'user') }]
    default:
      return []
  }
}

function about(frame: Row): { id: string; user: PlatformUser } {
  return { id: textIn(frame, 'id'), user: userIn(frame, 'user') }
}

function newsIn(frame: Row): StreamNews {
  if (frame.live !== undefined && typeof frame.live !== 'boolean') throw new UnexpectedAnswer('live is no truth value')
  return {
    ...(typeof frame.live === 'boolean' && { live: frame.live }),
    ...(frame.title !== undefined && { title: textIn(frame, 'title') }),
    ...(frame.viewers !== undefined && { viewers: wholeIn(frame, 'viewers') }),
    ...(frame.followers !== undefined && { followers: wholeIn(frame, 'followers') }),
    ...(frame.started_at !== undefined && { startedAt: timeIn(frame, 'started_at') }),
  }
}

function userIn(frame: Row, field: string): PlatformUser {
  const row = rowIn(frame, field)
  const username = textIn(row, 'username').replace(/^@/, '')
  const id = textIn(row, 'id')
  if (id === '' || username === '') throw new UnexpectedAnswer(`${field} has no name`)
  const displayname = row.displayname === undefined ? username : textIn(row, 'displayname')
  const roles = rolesIn(row)
  return { id, username, displayname, ...(roles !== undefined && { roles }) }
}

function rolesIn({ roles }: Row): ChatRole[] | undefined {
  return Array.isArray(roles) ? roles.map(String).filter(isChatRole) : undefined
}

function wholeIn(row: Row, field: string): number {
  const value = numberIn(row, field)
  if (!Number.isSafeInteger(value) || value < 0) throw new UnexpectedAnswer(`${field} is no whole number`)
  return value
}
