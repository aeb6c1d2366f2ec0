import { asRow, type Row, rowIn, textIn } from '../rows.ts'
import type { LineProtocol, Step } from './donation-line.ts'
import { receivedDonation } from './received-donation.ts'

const topic = 'channel.tips'
const nonce = 'showcaller-tips'

/** StreamElements: JSON frames, a subscription with the token in it, and a move to another connection now and then. */
export function streamElementsProtocol(needs: { url: string; token: string; account: string }): LineProtocol {
  const { url, token, account } = needs

  function read(frame: string): readonly Step[] {
    const message = asRow(JSON.parse(frame))
    switch (message.type) {
      case 'welcome':
        return [{ kind: 'send', text: JSON.stringify(subscription) }]
      case 'response':
        return readResponse(message)
      case 'reconnect': {
        const address = new URL(url)
        address.searchParams.set('reconnect_token', textIn(rowIn(message, 'data'), 'reconnect_token'))
        return [{ kind: 'move', address: address.href }]
      }
      case 'message':
        return message.topic === topic ? readTip(rowIn(message, 'data')) : []
      default:
        return []
    }
  }

  const subscription = {
    type: 'subscribe',
    nonce,
    data: { topic, room: account, token, token_type: 'jwt' },
  }
  return { address: url, read }
}

function readResponse(message: Row): readonly Step[] {
  if (message.nonce !== nonce) return []
  const { error } = message
  if (error === undefined || error === null || error === '') return [{ kind: 'ready' }]
  if (error === 'err_unauthorized' || error === 'err_bad_request') {
    return [{ kind: 'refused', reason: 'StreamElements does not take the JWT token, or it is of another channel.' }]
  }
  return [{ kind: 'lost', reason: `StreamElements is in trouble (${String(error).slice(0, 60)}).` }]
}

function readTip(tip: Row): readonly Step[] {
  if (tip.status !== 'success' || tip.approved === 'rejected') return []
  const donation = rowIn(tip, 'donation')
  const { username: name } = rowIn(donation, 'user')
  const { amount, currency, message } = donation
  const id = tip.transactionId ?? tip._id
  return [
    {
      kind: 'donation',
      donation: receivedDonation({ id, amount, currency, name, message, isTest: tip.isMock === true }),
    },
  ]
}

/** The channel that a token is for, which it says itself. */
export function channelInToken(token: string): string | undefined {
  try {
    const claims = asRow(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
    return typeof claims.channel === 'string' && claims.channel !== '' ? claims.channel : undefined
  } catch {
    return undefined
  }
}
