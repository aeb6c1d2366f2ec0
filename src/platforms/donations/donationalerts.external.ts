import { asObject, type JsonObject, objectIn, objectsIn, textIn } from '../calls/json-fields.ts'
import { apiBeside, askProvider, ProviderAnswer } from './ask-provider.ts'
import type { Step } from './donation-socket.ts'
import { donationMessages } from './messages.ts'
import { receivedDonation } from './received-donation.ts'
import type { SocketReceiver } from './receiver.ts'

const own = { socket: 'wss://centrifugo.donationalerts.com', api: 'https://www.donationalerts.com' } as const
/** Commands of Centrifugo 2 and the ids under which their answers arrive. */
const methods = { subscribe: 1, ping: 7 } as const
const ids = { connect: 1, subscribe: 2, ping: 3 } as const
const pingMs = 25_000

/** Speaks JSON to a Centrifugo 2 server. The tokens for the connection and for the channel come from the API. */
export const donationalerts: SocketReceiver = {
  url: own.socket,
  protocol({ url, token }) {
    const api = apiBeside(url, own)
    let channel = ''

    const ask = (path: string, body: object | undefined, read: (answer: JsonObject) => readonly Step[]): Step => ({
      kind: 'ask',
      async ask(signal) {
        try {
          const request = { token, signal, ...(body !== undefined && { body }) }
          return read(await askProvider(new URL(`/api/v1/${path}`, api), request))
        } catch (error) {
          if (!(error instanceof ProviderAnswer)) throw error
          const { status, isRefusal } = error
          return isRefusal ? [refused] : [{ kind: 'lost', reason: donationMessages.badStatus.of({ status }) }]
        }
      },
    })

    function connect(answer: JsonObject): readonly Step[] {
      const user = objectIn(answer, 'data')
      channel = `$alerts:donation_${String(user.id)}`
      return [sendOf({ params: { token: textIn(user, 'socket_connection_token') }, id: ids.connect })]
    }

    function subscribe(answer: JsonObject): readonly Step[] {
      const found = objectsIn(answer, 'channels').find((one) => one.channel === channel)
      if (found === undefined) return [refused]
      const params = { channel, token: textIn(found, 'token') }
      return [sendOf({ params, method: methods.subscribe, id: ids.subscribe })]
    }

    function readReply(reply: JsonObject): readonly Step[] {
      const { id, error } = reply
      if (id !== undefined && error !== undefined && error !== null) return [refused]
      if (id === ids.connect) {
        const client = textIn(objectIn(reply, 'result'), 'client')
        return [ask('centrifuge/subscribe', { channels: [channel], client }, subscribe)]
      }
      if (id === ids.subscribe) {
        const text = JSON.stringify({ method: methods.ping, id: ids.ping })
        return [{ kind: 'beat', everyMs: pingMs, text, silenceMs: 3 * pingMs }, { kind: 'ready' }]
      }
      return id === undefined ? readPush(objectIn(reply, 'result'), channel) : []
    }

    return {
      address: new URL('/connection/websocket', url).href,
      opened: () => [ask('user/oauth', undefined, connect)],
      // Several replies may come in one frame, one per line.
      read: (frame) =>
        frame
          .split('\n')
          .filter((line) => line !== '')
          .flatMap((line) => readReply(asObject(JSON.parse(line)))),
    }
  },
}

const refused: Step = { kind: 'refused', reason: donationMessages.donationalertsRefused.of() }

function sendOf(command: object): Step {
  return { kind: 'send', text: JSON.stringify(command) }
}

/** A message without an id. Those that join or leave the channel have a type. */
function readPush(push: JsonObject, channel: string): readonly Step[] {
  if (push.channel !== channel || (push.type !== undefined && push.type !== 0)) return []
  const donation = objectIn(objectIn(push, 'data'), 'data')
  const { id, amount, currency, username: name, message, message_type: type } = donation
  // The message of a recorded donation is the address of the recording.
  const isText = type === undefined || type === null || type === 'text'
  return [
    {
      kind: 'donation',
      donation: receivedDonation({ id, amount, currency, name, message: isText ? message : '', isTest: false }),
    },
  ]
}
