import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, list, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.decks', {
  saved: 'Deck saved',
  savedNamed: 'Deck “{name}” saved',
  removed: 'Deck deleted',
  removedNamed: 'Deck “{name}” deleted',
})

/** As who may list the keys: the links of a deck are keys. */
const readers = { role: 'editor', scope: null } as const

export const deckSaved = defineEvent({
  kind: 'deck.saved',
  group: 'panel',
  icon: 'deck',
  title: messages.saved,
  // `scopes`: what its links may do from now on.
  data: object({ deck_id: integer(), name: text(), scopes: list(text()) }),
  readableBy: readers,
  sentence: ({ name }) => messages.savedNamed({ name }),
})

export const deckRemoved = defineEvent({
  kind: 'deck.removed',
  group: 'panel',
  icon: 'deck',
  title: messages.removed,
  data: object({ deck_id: integer(), name: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.removedNamed({ name }),
})

export const decksEvents = [deckSaved, deckRemoved] as const
