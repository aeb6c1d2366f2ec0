import { isScope, type Scope } from '../../kernel/operation/contract/scopes.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { WebhookDisabledReason } from './contract/webhooks.ts'

interface WebhookRow {
  readonly channel_id: number
  readonly id: string
  readonly name: string
  readonly url: string
  readonly types: string | null
  readonly scopes: string
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_until: number | null
  readonly active: number
  readonly disabled_reason: WebhookDisabledReason | null
  readonly last_event: number
  readonly created_at: number
}

export interface Webhook {
  readonly channelId: number
  readonly id: string
  readonly name: string
  readonly url: string
  /** Undefined: every type that its scopes may read. */
  readonly types: readonly string[] | undefined
  readonly scopes: ReadonlySet<Scope>
  /** Undefined where it was encrypted with another key. */
  readonly secret: string | undefined
  readonly previousSecret: string | undefined
  readonly previousUntil: number | null
  readonly isActive: boolean
  readonly disabledReason: WebhookDisabledReason | null
  readonly lastEvent: number
  readonly createdAt: number
}

const columns = `channel_id, id, name, url, types, scopes, secret, previous_secret, previous_until, active,
  disabled_reason, last_event, created_at`
const listOfChannel = sql<{ channel: number; limit: number }, WebhookRow>(
  `SELECT ${columns} FROM event_webhooks WHERE channel_id = :channel ORDER BY id LIMIT :limit`,
)
const listActive = sql<{ limit: number }, WebhookRow>(
  `SELECT ${columns} FROM event_webhooks WHERE active = 1 ORDER BY channel_id, id LIMIT :limit`,
)
const findOne = sql<{ channel: number; id: string }, WebhookRow>(
  `SELECT ${columns} FROM event_webhooks WHERE channel_id = :channel AND id = :id`,
)
const insertOne = sql<{
  channel: number
  id: string
  name: string
  url: string
  types: string | null
  scopes: string
  secret: string
  lastEvent: number
  now: number
}>(
  `INSERT INTO event_webhooks (channel_id, id, name, url, types, scopes, secret, previous_secret, previous_until, active,
     disabled_reason, last_event, created_at)
   VALUES (:channel, :id, :name, :url, :types, :scopes, :secret, NULL, NULL, 1, NULL, :lastEvent, :now)`,
)
const updateOne = sql<{
  channel: number
  id: string
  name: string
  url: string
  types: string | null
  scopes: string
  active: number
  lastEvent: number
}>(
  `UPDATE event_webhooks SET name = :name, url = :url, types = :types, scopes = :scopes, active = :active,
     disabled_reason = NULL, last_event = :lastEvent
   WHERE channel_id = :channel AND id = :id`,
)
const updateSecrets = sql<{ channel: number; id: string; secret: string; previous: string; until: number }>(
  `UPDATE event_webhooks SET secret = :secret, previous_secret = :previous, previous_until = :until
   WHERE channel_id = :channel AND id = :id`,
)
const disableOne = sql<{ channel: number; id: string; reason: string }>(
  `UPDATE event_webhooks SET active = 0, disabled_reason = :reason
   WHERE channel_id = :channel AND id = :id AND active = 1`,
)
const advanceOne = sql<{ channel: number; id: string; from: number; to: number }>(
  `UPDATE event_webhooks SET last_event = :to
   WHERE channel_id = :channel AND id = :id AND last_event = :from AND active = 1`,
)
const deleteOne = sql<{ channel: number; id: string }>(
  'DELETE FROM event_webhooks WHERE channel_id = :channel AND id = :id',
)

const maxActive = 100_000

export type WebhookRows = ReturnType<typeof createWebhookRows>

/** Stores webhooks, with encrypted secrets. */
export function createWebhookRows({ db, secret }: { db: Database; secret: () => string }) {
  const seal = createSeal({ secret, purpose: 'webhook secrets' })

  function asWebhook(row: WebhookRow): Webhook {
    const place = placeOf(row.channel_id, row.id)
    return {
      channelId: row.channel_id,
      id: row.id,
      name: row.name,
      url: row.url,
      types: row.types === null ? undefined : (JSON.parse(row.types) as string[]),
      scopes: new Set((JSON.parse(row.scopes) as string[]).filter(isScope)),
      secret: seal.open(row.secret, place),
      previousSecret: row.previous_secret === null ? undefined : seal.open(row.previous_secret, place),
      previousUntil: row.previous_until,
      isActive: row.active === 1,
      disabledReason: row.disabled_reason,
      lastEvent: row.last_event,
      createdAt: row.created_at,
    }
  }

  return {
    async list(reader: Reader, channelId: number, limit: number): Promise<Webhook[]> {
      return (await reader.all(listOfChannel, { channel: channelId, limit })).map(asWebhook)
    },

    /** Of one channel, or of all of them. */
    async listActive(channelId?: number): Promise<Webhook[]> {
      if (channelId === undefined) return (await db.all(listActive, { limit: maxActive })).map(asWebhook)
      const ofChannel = await db.all(listOfChannel, { channel: channelId, limit: maxActive })
      return ofChannel.map(asWebhook).filter(({ isActive }) => isActive)
    },

    async find(reader: Reader, channelId: number, id: string): Promise<Webhook | undefined> {
      const row = await reader.get(findOne, { channel: channelId, id })
      return row === undefined ? undefined : asWebhook(row)
    },

    async insert(tx: Writer, { channelId: channel, id, name, url, ...rest }: NewWebhook): Promise<void> {
      const sealed = seal.close(rest.secret, placeOf(channel, id))
      const { lastEvent, createdAt: now } = rest
      await tx.run(insertOne, { channel, id, name, url, ...storedFilter(rest), secret: sealed, lastEvent, now })
    },

    async update(tx: Writer, webhook: Webhook): Promise<void> {
      const { channelId: channel, id, name, url, isActive, lastEvent } = webhook
      const active = isActive ? 1 : 0
      await tx.run(updateOne, { channel, id, name, url, ...storedFilter(webhook), active, lastEvent })
    },

    /** The old secret signs beside the new one until then. */
    async replaceSecret(tx: Writer, { channelId: channel, id, secret: old }: Webhook, plain: string, until: number) {
      const place = placeOf(channel, id)
      const previous = seal.close(old ?? plain, place)
      await tx.run(updateSecrets, { channel, id, secret: seal.close(plain, place), previous, until })
    },

    /** False when it was disabled before. */
    async disable(tx: Writer, { channelId: channel, id }: Webhook, reason: WebhookDisabledReason): Promise<boolean> {
      return (await tx.run(disableOne, { channel, id, reason })) > 0
    },

    /** False when another node has done it, or somebody changed the webhook: then nothing may be delivered twice. */
    async advance(tx: Writer, { channelId: channel, id }: Webhook, from: number, to: number): Promise<boolean> {
      return (await tx.run(advanceOne, { channel, id, from, to })) > 0
    },

    async remove(tx: Writer, channelId: number, id: string): Promise<boolean> {
      return (await tx.run(deleteOne, { channel: channelId, id })) > 0
    },
  }
}

export type NewWebhook = Pick<
  Webhook,
  'channelId' | 'id' | 'name' | 'url' | 'types' | 'scopes' | 'lastEvent' | 'createdAt'
> & { readonly secret: string }

function storedFilter({ types, scopes }: Pick<Webhook, 'types' | 'scopes'>) {
  return { types: types === undefined ? null : JSON.stringify(types), scopes: JSON.stringify([...scopes]) }
}

function placeOf(channelId: number, id: string): string {
  return `${channelId}/${id}`
}
