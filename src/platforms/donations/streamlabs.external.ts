import { asObject, type JsonObject, numberIn, UnexpectedAnswer } from '../calls/json-fields.ts'
import type { Step } from './donation-socket.ts'
import { donationMessages } from './messages.ts'
import { type ReceivedDonation, receivedDonation } from './received-donation.ts'
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
      return [{ kind: 'lost', reason: donationMessages.streamlabsClosed.of() }]
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
      return [{ kind: 'refused', reason: donationMessages.streamlabsEnded.of() }]
    case '4':
      return [{ kind: 'refused', reason: donationMessages.streamlabsRefused.of() }]
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
  const type = String(event.type)
  // Streamlabs also repeats platform events, which the platforms report themselves.
  const isOwn = event.for === undefined || event.for === null || event.for === '' || event.for === 'streamlabs'
  if (!(type === 'donation' && isOwn) && !otherGifts.has(type)) return []
  const items = Array.isArray(event.message) ? event.message : [event.message]
  return items.flatMap((item) => {
    const donation = donationOf(type, asObject(item), event)
    return donation === undefined ? [] : [{ kind: 'donation', donation }]
  })
}

/** Streamlabs Charity and other charities that can be connected there, and sales of merchandise. */
const otherGifts = new Set([
  'streamlabscharitydonation',
  'tiltifydonation',
  'justgivingdonation',
  'donordrivedonation',
  'eldonation',
  'merch',
])

function donationOf(type: string, item: JsonObject, event: JsonObject): ReceivedDonation | undefined {
  const { amount, currency, message } = item
  // A sale that does not say how much was paid.
  if (type === 'merch' && (amount === undefined || amount === null)) return undefined
  const id = item.charityDonationId ?? item.id ?? item._id ?? event.event_id
  return receivedDonation({
    // Each type counts its ids separately.
    id: type === 'donation' || id === undefined || id === null ? id : `${type}:${String(id)}`,
    amount,
    currency,
    // In test donations `name` is the streamer.
    name: item.from ?? item.name,
    message,
    isTest: item.isTest === true || event.isTest === true,
  })
}
