import { asObject, type JsonObject, objectIn, textIn } from '../json-fields.ts'
import type { Step } from './donation-socket.ts'
import { donationMessages } from './messages.ts'
import { receivedDonation } from './received-donation.ts'
import type { SocketReceiver } from './receiver.ts'

const topic = 'channel.tips'
const nonce = 'showcaller-tips'

/** JSON frames, a subscription with the token, and an occasional request to reconnect to another address. */
export const streamelements: SocketReceiver = {
  url: 'wss://astro.streamelements.com/',
  protocol({ url, token, account }) {
    const data = { topic, room: account, token, token_type: 'jwt' }
    const subscription = JSON.stringify({ type: 'subscribe', nonce, data })
    return { address: url, read: (frame) => read(frame, url, subscription) }
  },
  accountIn: channelInToken,
}

function read(frame: string, url: string, subscription: string): readonly Step[] {
  const message = asObject(JSON.parse(frame))
  switch (message.type) {
    case 'welcome':
      return [{ kind: 'send', text: subscription }]
    case 'response':
      return readResponse(message)
    case 'reconnect': {
      const address = new URL(url)
      address.searchParams.set('reconnect_token', textIn(objectIn(message, 'data'), 'reconnect_token'))
      return [{ kind: 'move', address: address.href }]
    }
    case 'message':
      return message.topic === topic ? readTip(objectIn(message, 'data')) : []
    default:
      return []
  }
}

function readResponse(message: JsonObject): readonly Step[] {
  if (message.nonce !== nonce) return []
  const { error } = message
  if (error === undefined || error === null || error === '') return [{ kind: 'ready' }]
  if (error === 'err_unauthorized' || error === 'err_bad_request') {
    return [{ kind: 'refused', reason: donationMessages.streamelementsRefused() }]
  }
  return [{ kind: 'lost', reason: donationMessages.streamelementsError({ error: String(error).slice(0, 60) }) }]
}

function readTip(tip: JsonObject): readonly Step[] {
  if (tip.status !== 'success' || tip.approved === 'rejected') return []
  const donation = objectIn(tip, 'donation')
  const { username: name } = objectIn(donation, 'user')
  const { amount, currency, message } = donation
  const id = tip.transactionId ?? tip._id
  return [
    {
      kind: 'donation',
      donation: receivedDonation({ id, amount, currency, name, message, isTest: tip.isMock === true }),
    },
  ]
}

/** The channel in the claims of the JWT. */
function channelInToken(token: string): string | undefined {
  try {
    const claims = asObject(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
    return typeof claims.channel === 'string' && claims.channel !== '' ? claims.channel : undefined
  } catch {
    return undefined
  }
}
