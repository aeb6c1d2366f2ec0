import type { Migration } from './migration.ts'

// Statements that read this index repeat the condition word by word (`features/events/indexed-kinds.ts`): SQLite compares
// the texts to find out whether the index may be used.
const kinds = `kind IN ('follow', 'subscription', 'subscription.gifts', 'donation', 'bits', 'raid', 'likes', 'redemption.added', 'stream.online', 'stream.offline')`

const notDemo = `request_id NOT LIKE 'first-start:%'`

/** The same currency, whether it was reported by its code or by its symbol. */
function codeOf(currency: string): string {
  return `CASE upper(trim(${currency})) WHEN '$' THEN 'USD' WHEN '€' THEN 'EUR' WHEN '£' THEN 'GBP' WHEN '¥' THEN 'JPY'
    WHEN '₺' THEN 'TRY' WHEN 'TL' THEN 'TRY' WHEN '₽' THEN 'RUB' WHEN '₩' THEN 'KRW' WHEN '₹' THEN 'INR'
    WHEN '₴' THEN 'UAH' WHEN '₫' THEN 'VND' WHEN '₱' THEN 'PHP' WHEN '₪' THEN 'ILS' WHEN '฿' THEN 'THB'
    WHEN '₦' THEN 'NGN' WHEN 'R$' THEN 'BRL' WHEN 'ZŁ' THEN 'PLN' ELSE upper(trim(${currency})) END`
}

function sumOf(kind: string, name: string, field: string) {
  const insert = 'INSERT INTO event_totals (channel_id, name, amount)'
  const from = `FROM events WHERE ${kinds} AND kind = '${kind}' AND ${notDemo} GROUP BY channel_id`
  return {
    sqlite: `${insert} SELECT channel_id, '${name}', CAST(round(sum(json_extract(data, '$.${field}')) * 100) AS BIGINT) ${from}`,
    postgres: `${insert} SELECT channel_id, '${name}', CAST(round(sum((data::json->>'${field}')::numeric) * 100) AS BIGINT) ${from}`,
  }
}

/** Supporters by kind, for lists and sums on the overlay, and what they have added up to since the beginning. */
export const eventTotals = {
  version: 49,
  name: 'event-totals',
  statements: [
    `CREATE UNIQUE INDEX events_by_kind ON events (channel_id, kind, seq) WHERE ${kinds}`,
    // `name`: follows, subscriptions, bits, likes, and donations: with a currency. `amount`: in hundredths.
    `CREATE TABLE event_totals (
      channel_id BIGINT NOT NULL,
      name TEXT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (channel_id, name)
    )`,
    `INSERT INTO event_totals (channel_id, name, amount)
     SELECT channel_id, 'follows', count(*) * 100 FROM events
     WHERE ${kinds} AND kind = 'follow' AND ${notDemo} AND data NOT LIKE '%"is_first":false%' GROUP BY channel_id`,
    `INSERT INTO event_totals (channel_id, name, amount)
     SELECT channel_id, 'subscriptions', count(*) * 100 FROM events
     WHERE ${kinds} AND kind = 'subscription' AND ${notDemo} GROUP BY channel_id`,
    sumOf('bits', 'bits', 'amount'),
    sumOf('likes', 'likes', 'count'),
    {
      sqlite: `INSERT INTO event_totals (channel_id, name, amount)
        SELECT channel_id, 'donations:' || ${codeOf(`json_extract(data, '$.currency')`)},
          CAST(round(sum(json_extract(data, '$.amount')) * 100) AS BIGINT)
        FROM events WHERE ${kinds} AND kind = 'donation' AND ${notDemo}
          AND coalesce(json_extract(data, '$.is_test'), 0) = 0 GROUP BY 1, 2`,
      postgres: `INSERT INTO event_totals (channel_id, name, amount)
        SELECT channel_id, 'donations:' || ${codeOf(`(data::json->>'currency')`)},
          CAST(round(sum((data::json->>'amount')::numeric) * 100) AS BIGINT)
        FROM events WHERE ${kinds} AND kind = 'donation' AND ${notDemo}
          AND coalesce(data::json->>'is_test', '0') IN ('0', 'false') GROUP BY 1, 2`,
    },
  ],
} as const satisfies Migration
