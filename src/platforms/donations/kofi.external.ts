import { Failure } from '../../kernel/operation/contract/failures.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import { asObject, type JsonObject, textIn, UnexpectedAnswer } from '../calls/json-fields.ts'
import { malformed, receivedDonation } from './received-donation.ts'
import type { WebhookReceiver } from './receiver.ts'

/** Payments that are donations; shop orders and commissions are sales. */
const gifts = ['Donation', 'Subscription']
/** The transaction id that Ko-fi's test button always sends. */
const sampleTransaction = '00000000-1111-2222-3333-444444444444'

/** A delivery is a form with one field of JSON, which contains the verification token. */
export const kofi: WebhookReceiver = {
  read({ body, secret, header }) {
    const row = deliveryIn(body, header('content-type'))
    const { verification_token: given } = row
    if (typeof given !== 'string' || !isSameSecret(given, secret)) throw new Failure('invalid_signature')
    try {
      const type = textIn(row, 'type')
      if (!gifts.includes(type)) return undefined
      const transaction = textIn(row, 'kofi_transaction_id')
      const isTest = transaction === sampleTransaction
      return receivedDonation({
        id: isTest ? `${transaction}:${textIn(row, 'message_id')}` : transaction,
        amount: row.amount,
        currency: row.currency,
        name: row.from_name,
        // A private message is for the streamer alone.
        message: row.is_public === true ? row.message : '',
        isTest,
      })
    } catch (error) {
      throw malformed(error)
    }
  },
}

function deliveryIn(body: Buffer, contentType = ''): JsonObject {
  try {
    if (!contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
      throw new UnexpectedAnswer('it is not a form')
    }
    const data = new URLSearchParams(body.toString()).get('data')
    if (data === null) throw new UnexpectedAnswer('data is missing')
    return asObject(JSON.parse(data))
  } catch (error) {
    throw malformed(error)
  }
}
