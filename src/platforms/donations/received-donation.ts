import { Failure } from '../../contract/failures.ts'
import { maxNameLength } from '../../contract/fields.ts'
import { UnexpectedAnswer } from '../json-fields.ts'

/** A donation as every provider tells it, once its own words are read. */
export interface ReceivedDonation {
  /** The provider's own: a repeat of it changes nothing. */
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly name: string
  readonly message: string
  /** A try from the provider's own page, with no money in it. */
  readonly isTest: boolean
}

const maxMessageLength = 500
const maxCurrencyLength = 16
const maxIdLength = 100
const nobody = 'Somebody'

/** Strangers wrote what is in it, so all of it is brought into shape; what cannot be is not what was promised. */
export function receivedDonation(given: {
  id: unknown
  amount: unknown
  currency: unknown
  name: unknown
  message: unknown
  isTest: boolean
}): ReceivedDonation {
  const id = lineOf(given.id, maxIdLength)
  const amount = typeof given.amount === 'string' ? Number(given.amount.replace(',', '')) : given.amount
  if (id === '') throw new UnexpectedAnswer('the donation has no id')
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0 || amount > 1e12) {
    throw new UnexpectedAnswer('the amount is no number above 0')
  }
  const currency = lineOf(given.currency, maxCurrencyLength)
  if (currency === '') throw new UnexpectedAnswer('the donation has no currency')
  const name = lineOf(given.name, maxNameLength) || nobody
  return { id, amount, currency, name, message: lineOf(given.message, maxMessageLength), isTest: given.isTest }
}

/** One line without what cannot be shown, cut where it is too long. */
function lineOf(value: unknown, maxLength: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const line = String(value)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('')
}

/** What a provider sent us is not what it says it sends. */
export function malformed(cause: unknown): Failure {
  const reason = cause instanceof Error ? cause.message : 'it cannot be read'
  return new Failure('invalid_request', { message: `This is no delivery that can be read: ${reason}.`, cause })
}
