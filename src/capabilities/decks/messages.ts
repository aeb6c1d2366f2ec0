import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of decks. A name of a parameter stands first, so that a form finds its field. */
export const deckErrors = defineMessages('errors.decks', {
  notFound: 'There is no deck {id}.',
  tooMany: 'name cannot be added: a channel can have at most {max} decks.',
  tooManyLinks: 'name cannot be added: a deck can have at most {max} links. Revoke one first.',
  unknownOperation: 'There is no operation {name}.',
  stateNeeds: 'the state needs {field}.',
  inButton: 'pages: page “{page}”, button “{button}”: {error}',
})
