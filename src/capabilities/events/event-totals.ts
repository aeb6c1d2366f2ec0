import { codeOf } from '../../definitions/currencies.ts'
import { type Reader, sql } from '../../kernel/storage/database.ts'

/** How much an event adds to which sum. Amounts are in hundredths, so that sums of money stay exact. */
export interface Counted {
  readonly name: string
  readonly amount: number
}

export const donationPrefix = 'donations:'
export const superChatPrefix = 'super-chats:'
const hundredths = 100
const maxCurrencyLength = 20
/** More than currencies exist. */
const maxTotals = 500

export const addToTotal = sql<{ channel: number; name: string; amount: number }>(
  `INSERT INTO event_totals (channel_id, name, amount) VALUES (:channel, :name, :amount)
   ON CONFLICT (channel_id, name) DO UPDATE SET amount = event_totals.amount + excluded.amount`,
)
const listTotals = sql<{ channel: number; limit: number }, Counted>(
  'SELECT name, amount FROM event_totals WHERE channel_id = :channel ORDER BY name LIMIT :limit',
)

/** Undefined for an event that adds to no sum, such as a donation that was a test. */
export function countedIn(kind: string, data: object): Counted | undefined {
  const fields = data as Readonly<Record<string, unknown>>
  switch (kind) {
    case 'follow':
      // Somebody who follows again does not count twice.
      return fields.is_first === false ? undefined : { name: 'follows', amount: hundredths }
    case 'subscription':
    case 'subscription.received':
      return { name: 'subscriptions', amount: hundredths }
    case 'bits':
    case 'power-up':
      return supportIn(fields)
    case 'likes':
      return { name: 'likes', amount: inHundredths(fields.count) }
    case 'donation': {
      if (fields.is_test === 1) return undefined
      const code = codeOf(String(fields.currency)).slice(0, maxCurrencyLength)
      return { name: `${donationPrefix}${code}`, amount: inHundredths(fields.amount) }
    }
    default:
      return undefined
  }
}

/** Each unit and each currency for itself. A row of an older version has no unit. */
function supportIn({ unit, value, currency }: Readonly<Record<string, unknown>>): Counted | undefined {
  if (typeof unit !== 'string') return undefined
  if (unit !== 'money') return { name: unit, amount: inHundredths(value) }
  if (typeof currency !== 'string') return undefined
  return { name: `${superChatPrefix}${currency.slice(0, maxCurrencyLength)}`, amount: inHundredths(value) }
}

function inHundredths(amount: unknown): number {
  return Math.round(Number(amount) * hundredths)
}

/** What everything has added up to since the beginning of the channel, by name, in hundredths. */
export async function readTotals(reader: Reader, channelId: number): Promise<Map<string, number>> {
  const rows = await reader.all(listTotals, { channel: channelId, limit: maxTotals })
  return new Map(rows.map(({ name, amount }) => [name, amount]))
}
