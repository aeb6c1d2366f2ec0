import { Failure } from '../../kernel/operation/contract/failures.ts'
import { asObject, objectIn, textIn } from '../calls/json-fields.ts'
import { isSignedWith } from './hmac.ts'
import { malformed, receivedDonation } from './received-donation.ts'
import type { WebhookReceiver } from './receiver.ts'

/** Each delivery is signed with HMAC-SHA256 over its raw bytes. Orders, gifts and memberships are sales of the shop. */
export const fourthwall: WebhookReceiver = {
  read({ body, secret, receivedAt, header }) {
    if (!isSignedWith(secret, body, header('x-fourthwall-hmac-sha256'), 'base64')) {
      throw new Failure('invalid_signature')
    }
    try {
      const event = asObject(JSON.parse(body.toString()))
      if (textIn(event, 'type') !== 'DONATION') return undefined
      const data = objectIn(event, 'data')
      const { value, currency } = objectIn(objectIn(data, 'amounts'), 'total')
      const isTest = event.testMode === true
      return receivedDonation({
        // Whether a test has an id of its own is not documented.
        id: isTest ? `test:${receivedAt}` : data.id,
        amount: value,
        currency,
        name: data.username,
        message: data.message,
        isTest,
      })
    } catch (error) {
      throw malformed(error)
    }
  },
}
