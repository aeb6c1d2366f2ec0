import type { Provider } from '../../capabilities/donations/contract/donation-providers.ts'
import { maxNameLength } from '../../definitions/fields.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { UnexpectedAnswer } from '../calls/json-fields.ts'
import { donationMessages } from './messages.ts'

/** A donation in the common format of all providers. */
export interface ReceivedDonation {
  /** The provider's id. A donation with a known id is ignored. */
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly name: string
  readonly message: string
  /** A test donation from the provider's page, without money. */
  readonly isTest: boolean
  /** The provider where it was made, if another one repeats it. It has another id there. */
  readonly relayOf?: Provider
}

const maxMessageLength = 500
const maxCurrencyLength = 16
const maxIdLength = 100
const anonymousName = 'Somebody'

/** Cleans and checks the fields, which anybody may have written. Throws for a donation without id, amount or currency. */
export function receivedDonation(given: {
  id: unknown
  amount: unknown
  currency: unknown
  name: unknown
  message: unknown
  isTest: boolean
  relayOf?: Provider
}): ReceivedDonation {
  const id = lineOf(given.id, maxIdLength)
  const amount = typeof given.amount === 'string' ? Number(given.amount.replace(',', '')) : given.amount
  if (id === '') throw new UnexpectedAnswer('the donation has no id')
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0 || amount > 1e12) {
    throw new UnexpectedAnswer('the amount is not a number above 0')
  }
  const currency = lineOf(given.currency, maxCurrencyLength)
  if (currency === '') throw new UnexpectedAnswer('the donation has no currency')
  const name = lineOf(given.name, maxNameLength) || anonymousName
  const { isTest, relayOf } = given
  const message = lineOf(given.message, maxMessageLength)
  return { id, amount, currency, name, message, isTest, ...(relayOf !== undefined && { relayOf }) }
}

/** One line without control characters, cut to the maximum length. */
function lineOf(value: unknown, maxLength: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const line = String(value)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('')
}

/**
 * The error for a delivery that does not match the provider's documentation. It names fields at most: the errors of the
 * JSON parser quote the text, which may be a private message.
 */
export function malformed(cause: unknown): Failure {
  const reason = cause instanceof UnexpectedAnswer ? cause.message : 'it cannot be parsed'
  return new Failure('invalid_request', { message: donationMessages.unreadableDelivery.of({ reason }) })
}
