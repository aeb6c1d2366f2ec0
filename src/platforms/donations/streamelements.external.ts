import { asObject, type JsonObject, objectIn, textIn } from '../calls/json-fields.ts'
import type { Step } from './donation-socket.ts'
import { donationMessages } from './messages.ts'
import { receivedDonation } from './received-donation.ts'
import type { SocketReceiver } from './receiver.ts'

/** Completed tips, and the decisions about tips that waited for the approval of the streamer. */
const topics = { tips: 'channel.tips', decisions: 'channel.tips.moderation' } as const
const nonces = { tips: 'showcaller-tips', decisions: 'showcaller-decisions' } as const

/** JSON frames, subscriptions with the token, and an occasional request to reconnect to another address. */
export const streamelements: SocketReceiver = {
  url: 'wss://astro.streamelements.com/',
  protocol({ url, token, account }) {
    const subscribe = (kind: keyof typeof topics): Step => {
      const data = { topic: topics[kind], room: account, token, token_type: 'jwt' }
      return { kind: 'send', text: JSON.stringify({ type: 'subscribe', nonce: nonces[kind], data }) }
    }
    let isMoved = false

    function read(frame: string): readonly Step[] {
      const message = asObject(JSON.parse(frame))
      switch (message.type) {
        case 'welcome': {
          // After a move the service restores the subscriptions itself.
          const steps: readonly Step[] = isMoved ? [{ kind: 'ready' }] : [subscribe('tips'), subscribe('decisions')]
          isMoved = false
          return steps
        }
        case 'response':
          return readResponse(message)
        case 'reconnect': {
          const address = new URL(url)
          address.searchParams.set('reconnect_token', textIn(objectIn(message, 'data'), 'reconnect_token'))
          isMoved = true
          return [{ kind: 'move', address: address.href }]
        }
        case 'message':
          return Object.values(topics).some((topic) => topic === message.topic)
            ? readTip(objectIn(message, 'data'))
            : []
        default:
          return []
      }
    }

    return { address: url, read }
  },
  accountIn: channelInToken,
}

function readResponse(message: JsonObject): readonly Step[] {
  // Without the decisions, tips that need no approval still arrive.
  if (message.nonce !== nonces.tips) return []
  const { error } = message
  if (error === undefined || error === null || error === '') return [{ kind: 'ready' }]
  if (error === 'err_unauthorized' || error === 'err_bad_request') {
    return [{ kind: 'refused', reason: donationMessages.streamelementsRefused.of() }]
  }
  return [{ kind: 'lost', reason: donationMessages.streamelementsError.of({ error: String(error).slice(0, 60) }) }]
}

function readTip(tip: JsonObject): readonly Step[] {
  // A tip that is pending comes again with the decision; a rejected or denied one never counts.
  const isApproved = tip.approved === undefined || tip.approved === null || tip.approved === 'allowed'
  if (tip.status !== 'success' || !isApproved) return []
  const donation = objectIn(tip, 'donation')
  const { username: name } = objectIn(donation, 'user')
  const { amount, currency, message } = donation
  // The same in every message about one tip.
  const id = tip._id ?? tip.transactionId
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
