import { defineMessages } from '../../kernel/text/message.ts'

export const keyErrors = defineMessages('errors.keys', {
  unknown: 'There is no key {id}.',
  tooMany: 'There are {count} keys already. Revoke one first.',
  ofDeck: 'Key {id} is the link of a deck. Revoke it, and create a new link of the deck.',
  notRotatable: 'Key {id} no longer works, so it cannot be rotated.',
})
