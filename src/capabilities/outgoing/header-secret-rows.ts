import { createSeal } from '../../kernel/seal.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { headerSecretLimits } from './contract/header-secrets.ts'

interface SecretRow {
  readonly name: string
  readonly host: string
  readonly sealed: string
  readonly set_at: number
}

const columns = 'name, host, sealed, set_at'
const listRows = sql<{ channel: number; limit: number }, SecretRow>(
  `SELECT ${columns} FROM header_secrets WHERE channel_id = :channel ORDER BY name LIMIT :limit`,
)
const findRow = sql<{ channel: number; name: string }, SecretRow>(
  `SELECT ${columns} FROM header_secrets WHERE channel_id = :channel AND name = :name`,
)
const upsertRow = sql<{ channel: number; name: string; host: string; sealed: string; now: number }>(
  `INSERT INTO header_secrets (channel_id, name, host, sealed, set_at) VALUES (:channel, :name, :host, :sealed, :now)
   ON CONFLICT (channel_id, name) DO UPDATE SET host = excluded.host, sealed = excluded.sealed, set_at = excluded.set_at`,
)
const deleteRow = sql<{ channel: number; name: string }>(
  'DELETE FROM header_secrets WHERE channel_id = :channel AND name = :name',
)

export interface HeaderSecret {
  readonly name: string
  /** The only address it is sent to: scheme, host and port. */
  readonly host: string
  readonly setAt: number
  /** Undefined where it was encrypted with another secret of the server, or for another address. */
  readonly value: string | undefined
}

export type HeaderSecretRows = ReturnType<typeof createHeaderSecretRows>

/** Stores the secrets of headers, encrypted. A row that is copied to another channel, name or address does not open. */
export function createHeaderSecretRows({ secret }: { secret: () => string }) {
  const seal = createSeal({ secret, purpose: 'header secrets' })

  function asSecret(channelId: number, { name, host, sealed, set_at: setAt }: SecretRow): HeaderSecret {
    return { name, host, setAt, value: seal.open(sealed, placeOf(channelId, name, host)) }
  }

  return {
    async list(reader: Reader, channelId: number): Promise<HeaderSecret[]> {
      const rows = await reader.all(listRows, { channel: channelId, limit: headerSecretLimits.count })
      return rows.map((row) => asSecret(channelId, row))
    },

    async find(reader: Reader, channelId: number, name: string): Promise<HeaderSecret | undefined> {
      const row = await reader.get(findRow, { channel: channelId, name })
      return row === undefined ? undefined : asSecret(channelId, row)
    },

    async save(tx: Writer, channel: number, secret: { name: string; host: string; value: string; now: number }) {
      const { name, host, value, now } = secret
      const sealed = seal.close(value, placeOf(channel, name, host))
      await tx.run(upsertRow, { channel, name, host, sealed, now })
    },

    async remove(tx: Writer, channelId: number, name: string): Promise<void> {
      await tx.run(deleteRow, { channel: channelId, name })
    },
  }
}

function placeOf(channelId: number, name: string, host: string): string {
  return `${channelId} ${name} ${host}`
}
