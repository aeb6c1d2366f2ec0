import { asObject, type JsonObject, numberIn, UnexpectedAnswer } from '../json-fields.ts'
import type { Step } from './donation-socket.ts'
import { donationMessages } from './messages.ts'
import { receivedDonation } from './received-donation.ts'
import type { SocketReceiver } from './receiver.ts'

/**
 * Streamlabs speaks Socket.IO 2 over Engine.IO 3: a digit for the type of frame, one for the type of message, then
 * JSON. In this version the client sends the heartbeats.
 */
export const streamlabs: SocketReceiver = {
  url: 'wss://sockets.streamlabs.com',
  protocol({ url, token }) {
    const address = new URL('/socket.io/', url)
    for (const [name, value] of Object.entries({ EIO: '3', transport: 'websocket', token })) {
      address.searchParams.set(name, value)
    }
    return { address: address.href, read }
  },
}

function read(frame: string): readonly Step[] {
  const rest = frame.slice(1)
  switch (frame[0]) {
    case '0': {
      const opened = asObject(JSON.parse(rest))
      const everyMs = numberIn(opened, 'pingInterval')
      const patienceMs = typeof opened.pingTimeout === 'number' ? opened.pingTimeout : everyMs
      return [{ kind: 'beat', everyMs, text: '2', silenceMs: everyMs + patienceMs }]
    }
    case '1':
      return [{ kind: 'lost', reason: donationMessages.streamlabsClosed() }]
    case '2':
      return [{ kind: 'send', text: '3' }]
    case '4':
      return readMessage(rest)
    default:
      return []
  }
}

function readMessage(message: string): readonly Step[] {
  const rest = message.slice(1)
  switch (message[0]) {
    case '0':
      return [{ kind: 'ready' }]
    case '1':
      return [{ kind: 'refused', reason: donationMessages.streamlabsEnded() }]
    case '4':
      return [{ kind: 'refused', reason: donationMessages.streamlabsRefused() }]
    case '2':
      return readEvent(JSON.parse(rest))
    default:
      return []
  }
}

function readEvent(parts: unknown): readonly Step[] {
  if (!Array.isArray(parts)) throw new UnexpectedAnswer('an event is not a list')
  const [name, body] = parts
  if (name !== 'event') return []
  const event = asObject(body)
  // Streamlabs also repeats platform events, which the platforms report themselves.
  const isOwn = event.for === undefined || event.for === '' || event.for === 'streamlabs'
  if (event.type !== 'donation' || !isOwn) return []
  const items = Array.isArray(event.message) ? event.message : [event.message]
  return items.map((item) => ({ kind: 'donation', donation: donationOf(asObject(item), event) }))
}

function donationOf(item: JsonObject, event: JsonObject) {
  const { id, _id, amount, currency, name, from, message } = item
  const isTest = item.isTest === true || event.isTest === true
  return receivedDonation({ id: id ?? _id ?? event.event_id, amount, currency, name: name ?? from, message, isTest })
}
