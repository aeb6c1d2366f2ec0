import { createSeal } from '../../kernel/seal.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Provider } from './contract/donation-providers.ts'

interface SourceRow {
  readonly channel_id: number
  readonly provider: Provider
  readonly hook: string
  readonly sealed: string | null
  readonly account: string
  readonly last_event_at: number | null
}

const columns = 'channel_id, provider, hook, sealed, account, last_event_at'
const listRows = sql<{ channel: number }, SourceRow>(
  `SELECT ${columns} FROM donation_sources WHERE channel_id = :channel`,
)
const listAll = sql<Record<never, never>, SourceRow>(
  `SELECT ${columns} FROM donation_sources WHERE sealed IS NOT NULL ORDER BY channel_id, provider LIMIT 100000`,
)
const findRow = sql<{ channel: number; provider: string }, SourceRow>(
  `SELECT ${columns} FROM donation_sources WHERE channel_id = :channel AND provider = :provider`,
)
const upsertRow = sql<{
  channel: number
  provider: string
  hook: string
  sealed: string | null
  account: string
  now: number
}>(
  `INSERT INTO donation_sources (channel_id, provider, hook, sealed, account, last_event_at, changed_at)
   VALUES (:channel, :provider, :hook, :sealed, :account, NULL, :now)
   ON CONFLICT (channel_id, provider) DO UPDATE SET sealed = excluded.sealed, account = excluded.account,
     last_event_at = NULL, changed_at = excluded.changed_at`,
)
const noteEvent = sql<{ channel: number; provider: string; now: number }>(
  'UPDATE donation_sources SET last_event_at = :now WHERE channel_id = :channel AND provider = :provider',
)
const deleteRow = sql<{ channel: number; provider: string }>(
  'DELETE FROM donation_sources WHERE channel_id = :channel AND provider = :provider',
)

/** A donation provider that is connected to a channel. */
export interface DonationSource {
  readonly channelId: number
  readonly provider: Provider
  /** The last path segment of the webhook URL. */
  readonly hook: string
  /** Undefined until it is entered, or if it was encrypted with another key. */
  readonly secret: string | undefined
  readonly account: string
  readonly lastEventAt: number | null
}

export type SourceRows = ReturnType<typeof createSourceRows>

/** Stores donation sources, with encrypted secrets. */
export function createSourceRows({ db, secret }: { db: Database; secret: () => string }) {
  const seal = createSeal({ secret, purpose: 'donation sources' })

  function asSource(row: SourceRow): DonationSource {
    const { channel_id: channelId, provider, hook, account, last_event_at: lastEventAt } = row
    const opened = row.sealed === null ? undefined : seal.open(row.sealed, placeOf(channelId, provider))
    return { channelId, provider, hook, secret: opened, account, lastEventAt }
  }

  return {
    async list(channelId: number): Promise<DonationSource[]> {
      return (await db.all(listRows, { channel: channelId })).map(asSource)
    },

    /** The sources of all channels. */
    async listAll(): Promise<DonationSource[]> {
      return (await db.all(listAll, {})).map(asSource)
    },

    async find(reader: Reader, channelId: number, provider: Provider): Promise<DonationSource | undefined> {
      const row = await reader.get(findRow, { channel: channelId, provider })
      return row === undefined ? undefined : asSource(row)
    },

    async save(tx: Writer, source: Omit<DonationSource, 'lastEventAt'>, now: number): Promise<void> {
      const { channelId: channel, provider, hook, secret: plain, account } = source
      const sealed = plain === undefined ? null : seal.close(plain, placeOf(channel, provider))
      await tx.run(upsertRow, { channel, provider, hook, sealed, account, now })
    },

    async noteEvent(channelId: number, provider: Provider, now: number): Promise<void> {
      await db.write((tx) => tx.run(noteEvent, { channel: channelId, provider, now }))
    },

    async remove(tx: Writer, channelId: number, provider: Provider): Promise<boolean> {
      return (await tx.run(deleteRow, { channel: channelId, provider })) > 0
    },
  }
}

function placeOf(channelId: number, provider: Provider): string {
  return `${channelId}/${provider}`
}
