import { whenNeeded } from '../kernel/schema/when-needed.ts'

/** Symbols that can only mean one currency, or that everyone takes for it. */
const codeBySymbol: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₩', 'KRW'],
  ['₹', 'INR'],
  ['₴', 'UAH'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₦', 'NGN'],
  ['R$', 'BRL'],
  ['ZŁ', 'PLN'],
  ['TL', 'TRY'],
])

/** Approximate exchange rates, for currencies whose unit is far from a dollar: 100 yen are not a large donation. */
const unitsPerDollar: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ ARS: 1000, BRL: 5, CLP: 900, COP: 4000, CZK: 23, DKK: 7, EGP: 50, HKD: 8, HUF: 350, IDR: 16_000, INR: 85 },
    ...{ JPY: 150, KRW: 1400, KZT: 500, MXN: 18, NGN: 1500, NOK: 10, PHP: 57, PKR: 280, PLN: 4, RSD: 105, RUB: 90 },
    ...{ SEK: 10, THB: 35, TRY: 40, TWD: 32, UAH: 41, VND: 25_000, ZAR: 18 },
  }),
)

const knownCodes = whenNeeded(() => new Set(Intl.supportedValuesOf('currency')))

export interface MoneyAmount {
  readonly amount: number
  /** A code (`EUR`), a symbol (`€`), or the name of something else that is counted (`bits`). */
  readonly currency: string
}

/** Something that is not a currency, such as bits, counts as cents. */
export function inDollars({ amount, currency }: MoneyAmount): number {
  const code = codeOf(currency)
  return amount / (isCurrency(code) ? (unitsPerDollar.get(code) ?? 1) : 100)
}

/** The variant with the highest minimum that the amount reaches: in its own currency, or without one in US dollars. */
export function variantFor<V extends { readonly minimum: number; readonly currency?: string | undefined }>(
  variants: readonly V[],
  given: MoneyAmount,
): V | undefined {
  const dollars = inDollars(given)
  const code = codeOf(given.currency)
  const reached = variants.filter(({ minimum, currency }) =>
    currency === undefined ? minimum <= dollars : minimum <= given.amount && codeOf(currency) === code,
  )
  return reached.sort((one, other) => other.minimum - one.minimum)[0]
}

/** As its currency is written in this language; the name of something that is not a currency follows the number. */
export function formatAmount({ amount, currency }: MoneyAmount, locale?: string): string {
  const code = codeOf(currency)
  if (!isCurrency(code)) {
    return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(amount)} ${currency.trim()}`.trim()
  }
  const format = (currencyDisplay: 'symbol' | 'narrowSymbol') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay }).format(amount)
  const text = format('symbol')
  // Where there is a symbol it is read faster than three letters.
  return text.includes(code) ? format('narrowSymbol') : text
}

/** The code of a currency, also where it was given as a symbol. */
export function codeOf(currency: string): string {
  const name = currency.trim().toUpperCase()
  return codeBySymbol.get(name) ?? name
}

/** Whether it is the code of a currency. */
export function isCurrency(code: string): boolean {
  return knownCodes().has(code)
}
