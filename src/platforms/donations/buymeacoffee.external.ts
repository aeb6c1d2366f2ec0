import { Failure } from '../../contract/failures.ts'
import { createHmac, timingSafeEqual } from '../../node-crypto.ts'
import { asObject, objectIn, textIn } from '../json-fields.ts'
import { malformed, receivedDonation } from './received-donation.ts'
import type { WebhookReceiver } from './receiver.ts'

const signatureHeader = 'x-signature-sha256'
const gifts = ['donation.created', 'recurring_donation.started']

/** Each delivery is signed with HMAC-SHA256 over its raw bytes. */
export const buymeacoffee: WebhookReceiver = {
  read({ body, secret, header }) {
    if (!isSigned(body, header(signatureHeader), secret)) throw new Failure('invalid_signature')
    try {
      const event = asObject(JSON.parse(body.toString()))
      const type = textIn(event, 'type')
      if (!gifts.includes(type)) return undefined
      const data = objectIn(event, 'data')
      // Booleans may arrive as the strings `true` and `false`.
      if (String(data.refunded) === 'true') return undefined
      return receivedDonation({
        id: data.transaction_id ?? data.id ?? event.event_id,
        amount: data.amount,
        currency: data.currency,
        name: data.supporter_name,
        message: data.support_note ?? data.note ?? data.message,
        isTest: event.live_mode === false,
      })
    } catch (error) {
      throw malformed(error)
    }
  },
}

function isSigned(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (signature === undefined || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
