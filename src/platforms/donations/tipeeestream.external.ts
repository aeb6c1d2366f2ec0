import { asObject, type JsonObject, objectIn, textIn } from '../calls/json-fields.ts'
import { apiBeside, askProvider } from './ask-provider.ts'
import type { Step } from './donation-socket.ts'
import { engineIo3 } from './engine-io.ts'
import { donationMessages } from './messages.ts'
import { receivedDonation } from './received-donation.ts'
import type { SocketReceiver } from './receiver.ts'

/** The socket that the lookup has named since 2020, for when the lookup fails. */
const own = { socket: 'wss://sso-cf.tipeeestream.com', api: 'https://api.tipeeestream.com' } as const

/** Speaks Socket.IO 2. The client joins the room of its API key; any name of a listener is accepted there. */
export const tipeeestream: SocketReceiver = {
  url: own.socket,
  protocol({ url, token }) {
    const room = { room: token, username: 'showcaller' }
    const at = (server: string) =>
      engineIo3({
        url: server,
        query: { access_token: token },
        connected: [{ kind: 'send', text: `42${JSON.stringify(['join-room', room])}` }, { kind: 'ready' }],
        closed: { kind: 'lost', reason: donationMessages.tipeeestreamClosed.of() },
        ended: { kind: 'refused', reason: donationMessages.tipeeestreamRefused.of() },
        refused: { kind: 'refused', reason: donationMessages.tipeeestreamRefused.of() },
        readEvent,
      })
    return {
      ...at(url),
      async locate(signal) {
        const answer = await askProvider(new URL('/v2.0/site/socket', apiBeside(url, own)), { signal })
        const found = socketIn(objectIn(answer, 'datas'))
        // The API key is sent there.
        const isTrusted = found.hostname.endsWith('.tipeeestream.com') || found.hostname === new URL(url).hostname
        return isTrusted ? at(found.href).address : undefined
      },
    }
  },
}

/** `{ host: 'https://sso-cf.tipeeestream.com', port: '443' }` */
function socketIn(datas: JsonObject): URL {
  const found = new URL(textIn(datas, 'host').replace(/^http/, 'ws'))
  found.port = String(datas.port ?? '')
  return found
}

function readEvent(name: unknown, body: unknown): readonly Step[] {
  if (name !== 'new-event') return []
  const event = objectIn(asObject(body), 'event')
  // Follows and subscriptions come from the platforms themselves.
  if (event.type !== 'donation') return []
  const { username, amount, currency, message } = objectIn(event, 'parameters')
  const donation = receivedDonation({
    id: event.ref ?? event.id,
    amount,
    currency,
    name: username,
    message,
    isTest: false,
  })
  return [{ kind: 'donation', donation }]
}
