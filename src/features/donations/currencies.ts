/** Symbols that can only mean one currency, or that everyone takes for it. The overlay page has the same. */
const codes: ReadonlyMap<string, string> = new Map([
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

/** How many make about a dollar, where it is far from one: 100 yen are no grand gift. */
const perDollar: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ ARS: 1000, BRL: 5, CLP: 900, COP: 4000, CZK: 23, DKK: 7, EGP: 50, HKD: 8, HUF: 350, IDR: 16_000, INR: 85 },
    ...{ JPY: 150, KRW: 1400, KZT: 500, MXN: 18, NGN: 1500, NOK: 10, PHP: 57, PKR: 280, PLN: 4, RSD: 105, RUB: 90 },
    ...{ SEK: 10, THB: 35, TRY: 40, TWD: 32, UAH: 41, VND: 25_000, ZAR: 18 },
  }),
)
const known = new Set(Intl.supportedValuesOf('currency'))

export interface Amount {
  readonly amount: number
  readonly currency: string
}

/** What is no currency, such as bits, counts as cents. */
export function inDollars({ amount, currency }: Amount): number {
  const code = codeOf(currency)
  return amount / (known.has(code) ? (perDollar.get(code) ?? 1) : 100)
}

/** The variant with the highest minimum that the amount reaches: in its own currency, or without one in about dollars. */
export function variantFor<V extends { readonly minimum: number; readonly currency?: string | undefined }>(
  variants: readonly V[],
  given: Amount,
): V | undefined {
  const dollars = inDollars(given)
  const code = codeOf(given.currency)
  return variants
    .filter(({ minimum, currency }) =>
      currency === undefined ? minimum <= dollars : minimum <= given.amount && codeOf(currency) === code,
    )
    .toSorted((one, other) => other.minimum - one.minimum)[0]
}

function codeOf(currency: string): string {
  const word = currency.trim().toUpperCase()
  return codes.get(word) ?? word
}
