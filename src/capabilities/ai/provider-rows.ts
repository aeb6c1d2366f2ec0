import type { Clock } from '../../kernel/ambient.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'

interface ProviderRow {
  readonly id: number
  readonly place: number
  readonly name: string
  readonly url: string
  readonly model: string
  readonly sealed: string | null
  readonly input_price: number
  readonly output_price: number
  readonly timeout_seconds: number
  readonly is_local: number
}

const columns = 'id, place, name, url, model, sealed, input_price, output_price, timeout_seconds, is_local'
const listRows = sql<{ channel: number }, ProviderRow>(
  `SELECT ${columns} FROM ai_providers WHERE channel_id = :channel ORDER BY place, id`,
)
const upsertRow = sql<{
  channel: number
  id: number
  place: number
  name: string
  url: string
  model: string
  sealed: string | null
  inputPrice: number
  outputPrice: number
  timeout: number
  isLocal: number
  now: number
}>(
  `INSERT INTO ai_providers (channel_id, id, place, name, url, model, sealed, input_price, output_price,
     timeout_seconds, is_local, changed_at)
   VALUES (:channel, :id, :place, :name, :url, :model, :sealed, :inputPrice, :outputPrice, :timeout, :isLocal, :now)
   ON CONFLICT (channel_id, id) DO UPDATE SET place = excluded.place, name = excluded.name, url = excluded.url,
     model = excluded.model, sealed = excluded.sealed, input_price = excluded.input_price,
     output_price = excluded.output_price, timeout_seconds = excluded.timeout_seconds, is_local = excluded.is_local,
     changed_at = excluded.changed_at`,
)
const moveRow = sql<{ channel: number; id: number; place: number }>(
  'UPDATE ai_providers SET place = :place WHERE channel_id = :channel AND id = :id',
)
const deleteRow = sql<{ channel: number; id: number }>(
  'DELETE FROM ai_providers WHERE channel_id = :channel AND id = :id',
)

/** A model server of a channel, with its key. */
export interface AiProvider {
  /** 0 for the one of the environment. */
  readonly id: number
  readonly name: string
  readonly url: string
  readonly model: string
  /** Undefined without one, or if it was encrypted with another secret. */
  readonly key: string | undefined
  /** The key is stored, and cannot be decrypted with the secret of this server. */
  readonly isUnreadable: boolean
  /** Millionths of a US dollar for a million tokens. */
  readonly inputPrice: number
  readonly outputPrice: number
  readonly timeoutSeconds: number
  /** Whether it may be on the machine or in the network of the server. */
  readonly isLocal: boolean
  /** The variable or the line of the settings file that sets it. */
  readonly setBy?: string
}

export type ProviderRows = ReturnType<typeof createProviderRows>

/** The model servers of channels, with encrypted keys, in the order in which they are asked. */
export function createProviderRows({ db, clock, secret }: { db: Database; clock: Clock; secret: () => string }) {
  const seal = createSeal({ secret, purpose: 'ai providers' })

  function asProvider(channelId: number, row: ProviderRow): AiProvider {
    const key = row.sealed === null ? undefined : seal.open(row.sealed, placeOf(channelId, row.id))
    const { id, name, url, model } = row
    return {
      id,
      name,
      url,
      model,
      key,
      isUnreadable: row.sealed !== null && key === undefined,
      inputPrice: row.input_price,
      outputPrice: row.output_price,
      timeoutSeconds: row.timeout_seconds,
      isLocal: row.is_local === 1,
    }
  }

  return {
    async list(channelId: number, reader: Reader = db): Promise<AiProvider[]> {
      return (await reader.all(listRows, { channel: channelId })).map((row) => asProvider(channelId, row))
    },

    async save(tx: Writer, channelId: number, provider: AiProvider, place: number): Promise<void> {
      const { id, key, name, url, model } = provider
      await tx.run(upsertRow, {
        channel: channelId,
        id,
        place,
        name,
        url,
        model,
        sealed: key === undefined ? null : seal.close(key, placeOf(channelId, id)),
        inputPrice: provider.inputPrice,
        outputPrice: provider.outputPrice,
        timeout: provider.timeoutSeconds,
        isLocal: provider.isLocal ? 1 : 0,
        now: clock.now(),
      })
    },

    async sort(tx: Writer, channelId: number, ids: readonly number[]): Promise<void> {
      for (const [index, id] of ids.entries()) await tx.run(moveRow, { channel: channelId, id, place: index + 1 })
    },

    async remove(tx: Writer, channelId: number, id: number): Promise<void> {
      await tx.run(deleteRow, { channel: channelId, id })
    },
  }
}

function placeOf(channelId: number, id: number): string {
  return `${channelId} ${id}`
}
