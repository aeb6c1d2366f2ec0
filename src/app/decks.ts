import { createDeckCalls } from '../capabilities/decks/deck-calls.ts'
import { createDecks } from '../capabilities/decks/decks.ts'
import { operations } from '../operations.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'

/** Decks: pages of buttons for phones and tablets. */
export function openDecks(needs: NodeParts & ChannelParts) {
  const deckCalls = createDeckCalls({ operations, names: needs.names })
  return { deckCalls, decks: createDecks({ ...needs, deckCalls }) }
}
