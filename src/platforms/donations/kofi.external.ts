import { Failure } from '../../contract/failures.ts'
import { createHash, timingSafeEqual } from '../../node-crypto.ts'
import { asRow, type Row, textIn, UnexpectedAnswer } from '../rows.ts'
import { malformed, type ReceivedDonation, receivedDonation } from './received-donation.ts'

/** What Ko-fi calls payments that are gifts; orders of a shop and commissions are sales. */
const gifts = ['Donation', 'Subscription']
/** What its button for trying out sends as the transaction, always the same. */
const sampleTransaction = '00000000-1111-2222-3333-444444444444'

/**
 * One delivery of Ko-fi: a form with one field, which holds JSON, which holds the token that proves it. Undefined for
 * what is genuine and no donation.
 */
export function readKofi(body: Buffer, contentType: string | undefined, token: string): ReceivedDonation | undefined {
  const row = rowIn(body, contentType)
  if (!isSame(row.verification_token, token)) throw new Failure('invalid_signature')
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
      // What the donor did not want everybody to read is not shown.
      message: row.is_public === true ? row.message : '',
      isTest,
    })
  } catch (error) {
    throw malformed(error)
  }
}

function rowIn(body: Buffer, contentType = ''): Row {
  try {
    if (!contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
      throw new UnexpectedAnswer('it is no form')
    }
    const data = new URLSearchParams(body.toString()).get('data')
    if (data === null) throw new UnexpectedAnswer('data is missing')
    return asRow(JSON.parse(data))
  } catch (error) {
    throw malformed(error)
  }
}

/** In the same time whatever is wrong with it. */
function isSame(given: unknown, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(token))
}
