import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import { testEventType, type WebhookDeliveryState, webhookLimits } from './contract/webhooks.ts'

interface DeliveryRow {
  readonly id: number
  readonly seq: number
  readonly type: string
  readonly state: WebhookDeliveryState
  readonly attempts: number
  readonly due_at: number | null
  readonly status: number | null
  readonly error: string | null
  readonly created_at: number
  readonly attempted_at: number | null
}

export interface WebhookDelivery {
  readonly id: number
  /** The event in the channel's log. */
  readonly seq: number
  readonly type: string
  readonly state: WebhookDeliveryState
  readonly attempts: number
  readonly dueAt: number | null
  /** Of the last answer. */
  readonly status: number | null
  readonly error: Text | null
  readonly createdAt: number
  readonly attemptedAt: number | null
}

interface Place {
  readonly channelId: number
  readonly id: string
}

type Of = { channel: number; webhook: string }

const columns = 'id, seq, type, state, attempts, due_at, status, error, created_at, attempted_at'
const insertOne = sql<Of & { id: number; seq: number; type: string; now: number }>(
  `INSERT INTO event_deliveries (channel_id, webhook_id, id, seq, type, state, attempts, due_at, status, error,
     created_at, attempted_at)
   VALUES (:channel, :webhook, :id, :seq, :type, 'pending', 0, :now, NULL, NULL, :now, NULL)`,
)
/** Never due, because a test is sent once and not by the queue. No event of the log has the number 0. */
const insertTest = sql<Of & { id: number; type: string; now: number }>(
  `INSERT INTO event_deliveries (channel_id, webhook_id, id, seq, type, state, attempts, due_at, status, error,
     created_at, attempted_at)
   VALUES (:channel, :webhook, :id, 0, :type, 'pending', 0, NULL, NULL, NULL, :now, NULL)`,
)
const listDue = sql<Of & { now: number; limit: number }, DeliveryRow>(
  `SELECT ${columns} FROM event_deliveries
   WHERE channel_id = :channel AND webhook_id = :webhook AND due_at <= :now ORDER BY due_at LIMIT :limit`,
)
const findNextDue = sql<Of, { at: number | null }>(
  `SELECT MIN(due_at) AS at FROM event_deliveries
   WHERE channel_id = :channel AND webhook_id = :webhook AND due_at IS NOT NULL`,
)
const countPending = sql<Of & { limit: number }, { count: number }>(
  `SELECT count(*) AS count FROM (SELECT 1 AS one FROM event_deliveries
     WHERE channel_id = :channel AND webhook_id = :webhook AND due_at IS NOT NULL LIMIT :limit) AS waiting`,
)
const settleOne = sql<
  Of & {
    id: number
    state: WebhookDeliveryState
    attempts: number
    due: number | null
    status: number | null
    error: string | null
    now: number
  }
>(
  `UPDATE event_deliveries SET state = :state, attempts = :attempts, due_at = :due, status = :status, error = :error,
     attempted_at = :now
   WHERE channel_id = :channel AND webhook_id = :webhook AND id = :id`,
)
const hurryAll = sql<Of & { now: number }>(
  `UPDATE event_deliveries SET due_at = :now WHERE channel_id = :channel AND webhook_id = :webhook AND due_at > :now`,
)
const giveUpAll = sql<Of & { error: string }>(
  `UPDATE event_deliveries SET state = 'failed', due_at = NULL, error = :error
   WHERE channel_id = :channel AND webhook_id = :webhook AND due_at IS NOT NULL`,
)
const listBefore = sql<Of & { before: number; limit: number }, DeliveryRow>(
  `SELECT ${columns} FROM event_deliveries
   WHERE channel_id = :channel AND webhook_id = :webhook AND id < :before ORDER BY id DESC LIMIT :limit`,
)
const findOne = sql<Of & { id: number }, DeliveryRow>(
  `SELECT ${columns} FROM event_deliveries WHERE channel_id = :channel AND webhook_id = :webhook AND id = :id`,
)
/** Jumps from one type to the next in the index, however many deliveries there are. */
const listTypes = sql<Of, { type: string }>(
  `WITH RECURSIVE kept (type) AS (
     SELECT MIN(type) FROM event_deliveries WHERE channel_id = :channel AND webhook_id = :webhook
     UNION ALL
     SELECT (SELECT MIN(d.type) FROM event_deliveries d
       WHERE d.channel_id = :channel AND d.webhook_id = :webhook AND d.type > kept.type)
     FROM kept WHERE kept.type IS NOT NULL)
   SELECT type FROM kept WHERE type IS NOT NULL`,
)
const deleteAll = sql<Of>('DELETE FROM event_deliveries WHERE channel_id = :channel AND webhook_id = :webhook')
const deleteOld = sql<{ before: number }>('DELETE FROM event_deliveries WHERE created_at < :before AND due_at IS NULL')

const of = ({ channelId: channel, id: webhook }: Place): Of => ({ channel, webhook })

/** Deliveries of events to webhooks: those that wait, and those of the last days. */
export const deliveryRows = {
  async insert(tx: Writer, webhook: Place, { seq, type }: { seq: number; type: string }, now: number): Promise<number> {
    const id = await tx.next('event-delivery', webhook.channelId)
    await tx.run(insertOne, { ...of(webhook), id, seq, type, now })
    return id
  },

  async insertTest(tx: Writer, webhook: Place, now: number): Promise<number> {
    const id = await tx.next('event-delivery', webhook.channelId)
    await tx.run(insertTest, { ...of(webhook), id, type: testEventType, now })
    return id
  },

  async listDue(reader: Reader, webhook: Place, now: number, limit: number): Promise<WebhookDelivery[]> {
    return (await reader.all(listDue, { ...of(webhook), now, limit })).map(asDelivery)
  },

  async nextDueAt(reader: Reader, webhook: Place): Promise<number | undefined> {
    return (await reader.get(findNextDue, of(webhook)))?.at ?? undefined
  },

  async countPending(reader: Reader, webhook: Place): Promise<number> {
    return (await reader.get(countPending, { ...of(webhook), limit: webhookLimits.pending }))?.count ?? 0
  },

  async settle(
    tx: Writer,
    webhook: Place,
    delivery: Pick<WebhookDelivery, 'id' | 'state' | 'attempts' | 'dueAt' | 'status' | 'error'>,
    now: number,
  ): Promise<void> {
    const { id, state, attempts, dueAt: due, status, error } = delivery
    await tx.run(settleOne, { ...of(webhook), id, state, attempts, due, status, error: error && storeText(error), now })
  },

  /** Makes everything due that waits for a further attempt. */
  async hurry(tx: Writer, webhook: Place, now: number): Promise<void> {
    await tx.run(hurryAll, { ...of(webhook), now })
  },

  async giveUpAll(tx: Writer, webhook: Place, error: Text): Promise<void> {
    await tx.run(giveUpAll, { ...of(webhook), error: storeText(error) })
  },

  /** Newest first. */
  async list(reader: Reader, webhook: Place, before: number, limit: number): Promise<WebhookDelivery[]> {
    return (await reader.all(listBefore, { ...of(webhook), before, limit })).map(asDelivery)
  },

  async find(reader: Reader, webhook: Place, id: number): Promise<WebhookDelivery | undefined> {
    const row = await reader.get(findOne, { ...of(webhook), id })
    return row === undefined ? undefined : asDelivery(row)
  },

  /** The types of what waits and of what is kept. */
  async listTypes(reader: Reader, webhook: Place): Promise<string[]> {
    return (await reader.all(listTypes, of(webhook))).map(({ type }) => type)
  },

  async removeAll(tx: Writer, webhook: Place): Promise<void> {
    await tx.run(deleteAll, of(webhook))
  },

  removeOld: (tx: Writer, before: number): Promise<number> => tx.run(deleteOld, { before }),
}

function asDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, seq, type, state, attempts, status, error } = row
  const times = { dueAt: row.due_at, createdAt: row.created_at, attemptedAt: row.attempted_at }
  return { id, seq, type, state, attempts, status, error: error === null ? null : readText(error), ...times }
}
