import type { DonationVariant } from '../src/contract/overlay-messages.ts'

/** Symbols that can only mean one currency, or that everyone takes for it. */
const codes = new Map([
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

/** How many make about a dollar, where it is far from one: 100 yen are no grand gift. What is no currency counts as cents. */
const perDollar = new Map(
  Object.entries({
    ...{ ARS: 1000, BRL: 5, CLP: 900, COP: 4000, CZK: 23, DKK: 7, EGP: 50, HKD: 8, HUF: 350, IDR: 16_000, INR: 85 },
    ...{ JPY: 150, KRW: 1400, KZT: 500, MXN: 18, NGN: 1500, NOK: 10, PHP: 57, PKR: 280, PLN: 4, RSD: 105, RUB: 90 },
    ...{ SEK: 10, THB: 35, TRY: 40, TWD: 32, UAH: 41, VND: 25_000, ZAR: 18 },
  }),
)

/** An amount the way its currency is written; what is no currency, such as bits, stands after the number. */
export function formatMoney(amount: unknown, currency: unknown, locale: string) {
  const value = typeof amount === 'number' ? amount : Number(amount)
  const code = codeOf(currency)
  if (!Number.isFinite(value)) return [amount, currency].join(' ').trim()
  if (isKnown(code)) {
    const format = (currencyDisplay: 'symbol' | 'narrowSymbol') =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay }).format(value)
    const text = format('symbol')
    // A symbol says more at a glance than three letters, where there is one.
    return text.includes(code) ? format('narrowSymbol') : text
  }
  const name = typeof currency === 'string' ? currency.trim() : ''
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)} ${name}`.trim()
}

/** The variant with the highest minimum that the amount reaches: in its own currency, or without one in about dollars. */
export function variantFor(
  variants: readonly DonationVariant[],
  { amount, currency }: { amount?: unknown; currency?: unknown },
) {
  const code = codeOf(currency)
  const value = Number(amount)
  const dollars = value / (isKnown(code) ? (perDollar.get(code) ?? 1) : 100)
  const fitting = variants.filter((variant) =>
    variant.currency === undefined
      ? variant.minimum <= dollars
      : variant.minimum <= value && codeOf(variant.currency) === code,
  )
  return fitting.sort((one, other) => other.minimum - one.minimum)[0]
}

function codeOf(currency: unknown) {
  const word = typeof currency === 'string' ? currency.trim().toUpperCase() : ''
  return codes.get(word) ?? word
}

function isKnown(code: string) {
  if (!/^[A-Z]{3}$/.test(code)) return false
  const name = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }).of(code)
  return name !== undefined
}
