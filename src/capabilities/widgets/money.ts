import { codeOf, inDollars } from '../../definitions/currencies.ts'
import { donationPrefix } from '../events/event-totals.ts'

const dollars = 'USD'
const hundredths = 100

export interface Money {
  readonly value: number
  /** The code of the currency; null if there is no money. */
  readonly unit: string | null
}

/**
 * A sum of donations or Super Chats, whose amounts are in hundredths. In the wanted currency only donations in it count. Otherwise money
 * of one currency is added up exactly, and of several in what is about US dollars, as for the variants of alerts.
 */
export function moneyOf(amounts: ReadonlyMap<string, number>, currency?: string, prefix = donationPrefix): Money {
  if (currency !== undefined) {
    const unit = codeOf(currency)
    return { value: (amounts.get(`${prefix}${unit}`) ?? 0) / hundredths, unit }
  }
  const unit = commonUnit([...amounts.keys()].flatMap((name) => currencyIn(name, prefix) ?? []))
  let value = 0
  for (const [name, amount] of amounts) {
    const own = currencyIn(name, prefix)
    if (own !== undefined) value += inUnit({ amount: amount / hundredths, currency: own }, unit)
  }
  return { value: rounded(value), unit }
}

/** The currency that all of them have, or US dollars; null if there are none. */
export function commonUnit(currencies: readonly string[]): string | null {
  const codes = new Set(currencies.map(codeOf))
  const [first] = codes
  if (first === undefined) return null
  return codes.size === 1 ? first : dollars
}

export function inUnit(given: { readonly amount: number; readonly currency: string }, unit: string | null): number {
  return codeOf(given.currency) === unit ? given.amount : inDollars(given)
}

export function rounded(value: number): number {
  return Math.round(value * hundredths) / hundredths
}

function currencyIn(name: string, prefix: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}
