import { Failure } from '../../kernel/operation/contract/failures.ts'
import { asObject, type JsonObject, objectIn, textIn } from '../calls/json-fields.ts'
import { isSignedWith } from './hmac.ts'
import { malformed, receivedDonation } from './received-donation.ts'
import type { WebhookReceiver } from './receiver.ts'

const signatureHeader = 'x-signature-sha256'
/** Each is a new payment. Updates of a membership do not say whether something was paid. */
const payments = [
  'donation.created',
  'recurring_donation.started',
  'membership.started',
  'extra_purchase.created',
  'commission_order.created',
  'wishlist_payment.created',
]

/** Each delivery is signed with HMAC-SHA256 over its raw bytes. */
export const buymeacoffee: WebhookReceiver = {
  read({ body, secret, receivedAt, header }) {
    if (!isSignedWith(secret, body, header(signatureHeader), 'hex')) throw new Failure('invalid_signature')
    try {
      const event = asObject(JSON.parse(body.toString()))
      const type = textIn(event, 'type')
      if (!payments.includes(type)) return undefined
      const data = objectIn(event, 'data')
      if (isTrue(data.refunded)) return undefined
      // A free membership.
      if (Number.parseFloat(String(data.amount)) === 0) return undefined
      const isTest = event.live_mode === false
      return receivedDonation({
        // The ids of test deliveries are always the same.
        id: isTest ? `test:${receivedAt}` : idIn(type, data),
        amount: data.amount,
        currency: data.currency,
        // Other types are names that the supporter wants to hide. Where there is no type, it is the default.
        name: (data.supporter_name_type ?? 'default') === 'default' ? data.supporter_name : '',
        message: noteIn(data),
        isTest,
      })
    } catch (error) {
      throw malformed(error)
    }
  },
}

/** Only payments have a transaction; the ids of memberships and recurring donations are counted separately. */
function idIn(type: string, { transaction_id: transaction, id }: JsonObject): unknown {
  return transaction ?? (id === undefined || id === null ? undefined : `${type}:${String(id)}`)
}

/** The supporter's own words, unless they are for the creator alone. `message` is a sentence of Buy Me a Coffee. */
function noteIn({ note_hidden: isHidden, support_note: note, message, supporter_name: name }: JsonObject): string {
  if (isTrue(isHidden) || typeof note !== 'string') return ''
  const isOwnSentence = note === message || (ownSentence.test(note) && note.startsWith(`${String(name)} `))
  return isOwnSentence ? '' : note
}

/** Where the supporter wrote nothing: "Sam became a supporter.", "Sam bought you a coffee." */
const ownSentence = /(?: became a (?:supporter|member)| bought you .{1,40})\.?$/

/** Booleans arrive as such or as the strings `true` and `false`. In doubt a note is private. */
function isTrue(value: unknown): boolean {
  return /^(?:true|yes|1)$/i.test(String(value))
}
