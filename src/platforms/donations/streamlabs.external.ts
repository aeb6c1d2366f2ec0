import { asObject, type JsonObject } from '../calls/json-fields.ts'
import type { Step } from './donation-socket.ts'
import { engineIo3 } from './engine-io.ts'
import { donationMessages } from './messages.ts'
import { type ReceivedDonation, receivedDonation } from './received-donation.ts'
import type { SocketReceiver } from './receiver.ts'

export const streamlabs: SocketReceiver = {
  url: 'wss://sockets.streamlabs.com',
  protocol: ({ url, token }) =>
    engineIo3({
      url,
      query: { token },
      connected: [{ kind: 'ready' }],
      closed: { kind: 'lost', reason: donationMessages.streamlabsClosed.of() },
      ended: { kind: 'refused', reason: donationMessages.streamlabsEnded.of() },
      refused: { kind: 'refused', reason: donationMessages.streamlabsRefused.of() },
      readEvent,
    }),
}

function readEvent(name: unknown, body: unknown): readonly Step[] {
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
    ...(type === 'tiltifydonation' && { relayOf: 'tiltify' }),
  })
}
