import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Names } from '../../registry/names.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Events } from '../events/events.ts'
import type { Keys } from '../keys/keys.ts'
import { createDeckCalls, type DeckOperation } from './deck-calls.ts'
import { createDecks } from './decks.ts'

/** Decks: pages of buttons for phones and tablets. */
export function openDecks(needs: {
  db: Database
  clock: Clock
  names: Names
  changeLog: ChangeLog
  events: Events
  keys: Keys
  /** What a button can call. */
  operations: readonly DeckOperation[]
}) {
  const deckCalls = createDeckCalls(needs)
  return { deckCalls, decks: createDecks({ ...needs, deckCalls }) }
}
