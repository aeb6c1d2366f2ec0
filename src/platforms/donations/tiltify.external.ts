import { Failure } from '../../kernel/operation/contract/failures.ts'
import { asObject, objectIn, textIn } from '../calls/json-fields.ts'
import { isSignedWith } from './hmac.ts'
import { malformed, receivedDonation } from './received-donation.ts'
import type { WebhookReceiver } from './receiver.ts'

/** With or without the private fields of the donor; to this campaign, or to one that supports it. */
const donationUpdated = /^(?:public|private):(?:direct|indirect):donation_updated$/

/**
 * Each delivery is signed with HMAC-SHA256 over its time, a full stop and its raw bytes. The age of the time is not
 * checked: a delivery that is sent again has the id of its donation, which counts once, and the clock of a computer at
 * home may be wrong.
 */
export const tiltify: WebhookReceiver = {
  read({ body, secret, header }) {
    const signed = Buffer.concat([Buffer.from(`${header('x-tiltify-timestamp') ?? ''}.`), body])
    if (!isSignedWith(secret, signed, header('x-tiltify-signature'), 'base64')) throw new Failure('invalid_signature')
    try {
      const delivery = asObject(JSON.parse(body.toString()))
      const meta = objectIn(delivery, 'meta')
      if (!donationUpdated.test(textIn(meta, 'event_type'))) return undefined
      const data = objectIn(delivery, 'data')
      // Tiltify also reports a donation before it is paid.
      if (typeof data.completed_at !== 'string') return undefined
      const { value, currency } = objectIn(data, 'amount')
      return receivedDonation({
        id: data.id,
        amount: value,
        currency,
        name: data.donor_name,
        message: data.donor_comment,
        isTest: meta.subscription_source_type === 'test',
      })
    } catch (error) {
      throw malformed(error)
    }
  },
}
