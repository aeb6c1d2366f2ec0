import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable, putBack } from '../change-log/kept-rows.ts'
import type { Cause, Events } from '../events/events.ts'
import type { KeyEntry, Keys } from '../keys/keys.ts'
import { type DeckPage, deckLimits } from './contract/decks.ts'
import type { DeckCalls } from './deck-calls.ts'
import { deckErrors as messages } from './messages.ts'

/** A deck as it is stored. */
export interface Deck {
  readonly id: number
  readonly name: string
  readonly pages: readonly DeckPage[]
  readonly changedAt: number
}

interface DeckRow {
  readonly id: number
  readonly name: string
  readonly pages: string
  readonly changed_at: number
}

type DeckKey = { channel: number; id: number }

const columns = 'id, name, pages, changed_at'
const findDeck = sql<DeckKey, DeckRow>(`SELECT ${columns} FROM decks WHERE channel_id = :channel AND id = :id`)
const listDecks = sql<{ channel: number; limit: number }, DeckRow>(
  `SELECT ${columns} FROM decks WHERE channel_id = :channel ORDER BY id LIMIT :limit`,
)
const countDecks = sql<{ channel: number }, { count: number }>(
  'SELECT count(*) AS count FROM decks WHERE channel_id = :channel',
)
const insertDeck = sql<DeckKey & { name: string; pages: string; now: number }>(
  'INSERT INTO decks (channel_id, id, name, pages, changed_at) VALUES (:channel, :id, :name, :pages, :now)',
)
const updateDeck = sql<DeckKey & { name: string; pages: string; now: number }>(
  'UPDATE decks SET name = :name, pages = :pages, changed_at = :now WHERE channel_id = :channel AND id = :id',
)
const deleteDeck = sql<DeckKey>('DELETE FROM decks WHERE channel_id = :channel AND id = :id')

export const keptDeck: Kept = {
  kind: 'deck',
  tables: [keptTable('decks', 'id', { written: ['id', 'name', 'pages'], history: ['changed_at'] })],
}

export type Decks = ReturnType<typeof createDecks>

/** Pages of buttons for phones and tablets. Each link that opens one is a key with what its buttons need. */
export function createDecks(needs: {
  db: Database
  clock: Clock
  events: Events
  keys: Keys
  deckCalls: DeckCalls
  changeLog: ChangeLog
}) {
  const { db, clock, events, keys, deckCalls, changeLog } = needs

  async function find(reader: Reader, channel: number, id: number): Promise<Deck | undefined> {
    const row = await reader.get(findDeck, { channel, id })
    return row && deckOf(row)
  }

  async function get(reader: Reader, channel: number, id: number): Promise<Deck> {
    const deck = await find(reader, channel, id)
    if (deck === undefined) throw new Failure('not_found', { message: messages.notFound.of({ id }) })
    return deck
  }

  async function requirePlace(tx: Writer, channel: number): Promise<void> {
    const { count = 0 } = (await tx.get(countDecks, { channel })) ?? {}
    if (count >= deckLimits.decks) throw invalid(messages.tooMany.of({ max: deckLimits.decks }))
  }

  return {
    find,
    get,

    async list(channel: number): Promise<Deck[]> {
      return (await db.all(listDecks, { channel, limit: deckLimits.decks })).map(deckOf)
    },

    links: (reader: Reader, channel: number, id: number): Promise<KeyEntry[]> => keys.ofDeck(reader, channel, id),

    /** Creates a deck, or replaces one, whose links follow at once. `pages` are checked and in our own names. */
    async save(
      tx: Writer,
      cause: Cause,
      id: number | undefined,
      { name, pages }: { name: string; pages: readonly DeckPage[] },
    ): Promise<number> {
      const channel = cause.channel.id
      const values = { name, pages: JSON.stringify(pages), now: clock.now() }
      const access = deckCalls.accessOf(pages)
      const { scopes } = access
      if (id !== undefined) {
        const before = await get(tx, channel, id)
        await changeLog.keepSaved(tx, cause, keptDeck, id, before.name)
        await tx.run(updateDeck, { channel, id, ...values })
        await keys.changeOfDeck(tx, channel, id, access)
        await events.appendNew(tx, cause, { kind: 'deck.saved', data: { deck_id: id, name, scopes } })
        return id
      }
      await requirePlace(tx, channel)
      const added = await tx.next('deck', channel)
      await tx.run(insertDeck, { channel, id: added, ...values })
      await changeLog.noteCreated(tx, cause, keptDeck, added, name)
      await events.appendNew(tx, cause, { kind: 'deck.saved', data: { deck_id: added, name, scopes } })
      return added
    },

    /** Deletes a deck and revokes its links. */
    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const { name } = await get(tx, cause.channel.id, id)
      await changeLog.keepDeleted(tx, cause, keptDeck, id, name)
      await keys.revokeOfDeck(tx, cause, id)
      await tx.run(deleteDeck, { channel: cause.channel.id, id })
      await events.appendNew(tx, cause, { kind: 'deck.removed', data: { deck_id: id, name } })
    },

    /** Puts a deleted deck back. Its links stay revoked: a key is never given again. */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      await requirePlace(tx, channel)
      await putBack(tx, channel, keptDeck, content)
      const { id, name, pages } = keptDeckOf(content)
      const { scopes } = deckCalls.accessOf(pages)
      await events.appendNew(tx, cause, { kind: 'deck.saved', data: { deck_id: id, name, scopes } })
    },

    /** A key that opens this deck and can do what its buttons do. */
    async createLink(
      tx: Writer,
      cause: Cause,
      id: number,
      { name, expiresAt }: { name: string; expiresAt: number | null },
    ): Promise<{ id: string; key: string }> {
      const channel = cause.channel.id
      const { pages } = await get(tx, channel, id)
      if ((await keys.ofDeck(tx, channel, id)).length >= deckLimits.links) {
        throw invalid(messages.tooManyLinks.of({ max: deckLimits.links }))
      }
      const { scopes, operations } = deckCalls.accessOf(pages)
      return keys.create(tx, cause, { name, scopes, expiresAt, deck: { id, operations } })
    },
  }
}

/** The deck in what the change log has kept. */
export function keptDeckOf(content: KeptContent): Deck {
  return deckOf(keptRowOf(content, 'decks'))
}

function deckOf({ id, name, pages, changed_at }: DeckRow): Deck {
  return { id, name, pages: JSON.parse(pages) as DeckPage[], changedAt: changed_at }
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
