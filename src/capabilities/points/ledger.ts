import { type Reader, type Statement, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Currency, StoredViewer } from '../viewers/viewer.ts'

/** The history of a balance: who changed it, why, and by which request. */
export interface LedgerEntry {
  readonly seq: number
  readonly currency: Currency
  readonly delta: number
  readonly balance: number
  readonly reason: string
  readonly actor: string
  readonly requestId: string
  readonly at: number
}

type Entry = Pick<LedgerEntry, 'seq' | 'currency' | 'balance' | 'reason'>

const insertEntry = sql<{
  channel: number
  seq: number
  viewer: number
  currency: string
  previous: number | null
  delta: number
  balance: number
  reason: string
}>(
  `INSERT INTO points_ledger (channel_id, seq, viewer_id, currency, previous_seq, delta, balance, reason)
   VALUES (:channel, :seq, :viewer, :currency, :previous, :delta, :balance, :reason)`,
)

const setBalance = { points: balanceStatement('points'), coin: balanceStatement('coin') }
const listNewest = { points: newestStatement('points'), coin: newestStatement('coin') }

/** Stores the new balance with a ledger row. The viewer must be as this transaction sees it. */
export async function enterLedger(tx: Writer, channel: number, viewer: StoredViewer, entry: Entry): Promise<void> {
  const { seq, currency, balance, reason } = entry
  const previous = currency === 'points' ? viewer.pointsSeq : viewer.coinSeq
  const delta = balance - viewer[currency]
  await tx.run(setBalance[currency], { channel, id: viewer.id, balance, seq })
  await tx.run(insertEntry, { channel, seq, viewer: viewer.id, currency, previous, delta, balance, reason })
}

/** Newest first. */
export async function newestOf(
  reader: Reader,
  channel: number,
  viewer: number,
  wanted: readonly Currency[],
  limit: number,
): Promise<LedgerEntry[]> {
  const lists = await Promise.all(wanted.map((name) => reader.all(listNewest[name], { channel, viewer, limit })))
  const newestFirst = (a: LedgerEntry, b: LedgerEntry) => b.seq - a.seq || b.currency.localeCompare(a.currency)
  return lists.flat().sort(newestFirst).slice(0, limit)
}

function balanceStatement(currency: Currency) {
  return sql<{ channel: number; id: number; balance: number; seq: number }>(
    `UPDATE viewers SET ${currency} = :balance, ${currency}_seq = :seq WHERE channel_id = :channel AND id = :id`,
    { sets: { [currency]: 'balance', [`${currency}_seq`]: 'seq' } },
  )
}

/** Follows the linked list from the newest row to the previous ones. */
function newestStatement(
  currency: Currency,
): Statement<{ channel: number; viewer: number; limit: number }, LedgerEntry> {
  return sql(
    `SELECT l.seq, l.currency, l.delta, l.balance, l.reason, e.actor, e.request_id AS "requestId", e.at
     FROM points_ledger l JOIN events e ON e.channel_id = :channel AND e.seq = l.seq
     WHERE l.channel_id = :channel AND l.viewer_id = :viewer AND l.currency = '${currency}' AND l.seq IN (
       WITH RECURSIVE chain (seq, place) AS (
         SELECT ${currency}_seq, CAST(1 AS BIGINT) FROM viewers WHERE channel_id = :channel AND id = :viewer
         UNION ALL
         SELECT l.previous_seq, chain.place + 1 FROM chain JOIN points_ledger l ON l.channel_id = :channel
           AND l.seq = chain.seq AND l.viewer_id = :viewer AND l.currency = '${currency}' WHERE chain.place < :limit
       ) SELECT seq FROM chain)
     ORDER BY l.seq DESC`,
  )
}
