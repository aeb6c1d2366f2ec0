import type { Clock } from '../../kernel/ambient.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause } from '../events/events.ts'
import { type KeyRow, keyColumns } from './key-rows.ts'

/** What the link of a deck may do: its buttons, and nothing else. */
export interface DeckAccess {
  readonly scopes: readonly Scope[]
  readonly operations: readonly string[]
}

const listOfDeck = sql<{ channel: number; deck: number; now: number; limit: number }, KeyRow>(
  `SELECT ${keyColumns} FROM api_keys
   WHERE channel_id = :channel AND deck_id = :deck AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
   ORDER BY created_at DESC, id LIMIT :limit`,
)
const setAccess = sql<{ channel: number; id: string; scopes: string; operations: string }>(
  `UPDATE api_keys SET scopes = :scopes, operations = :operations, revision = revision + 1
   WHERE channel_id = :channel AND id = :id`,
)

/** The links of decks, which are keys that may do what the buttons of their deck do. */
export function createDeckKeys(needs: {
  readonly clock: Clock
  /** The most keys that a channel has. */
  readonly maxKeys: number
  readonly announceChange: (tx: Writer, hash: string) => Promise<void>
  readonly revokeRow: (tx: Writer, cause: Cause, row: KeyRow) => Promise<void>
}) {
  const { clock, maxKeys, announceChange, revokeRow } = needs

  function rowsOfDeck(reader: Reader, channel: number, deck: number): Promise<KeyRow[]> {
    return reader.all(listOfDeck, { channel, deck, now: clock.now(), limit: maxKeys })
  }

  return {
    /** Those that work, newest first. */
    list: rowsOfDeck,

    /** The deck has changed: its links may do what its buttons do now, and whoever is connected begins again. */
    async change(tx: Writer, channel: number, deck: number, { scopes, operations }: DeckAccess): Promise<void> {
      for (const { id, hash } of await rowsOfDeck(tx, channel, deck)) {
        const values = { scopes: JSON.stringify(scopes), operations: JSON.stringify(operations) }
        await tx.run(setAccess, { channel, id, ...values })
        await announceChange(tx, hash)
      }
    },

    async revoke(tx: Writer, cause: Cause, deck: number): Promise<void> {
      for (const row of await rowsOfDeck(tx, cause.channel.id, deck)) await revokeRow(tx, cause, row)
    },
  }
}
