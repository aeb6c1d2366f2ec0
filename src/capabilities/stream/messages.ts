import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about the stream, its category and its chat. */
export const streamErrors = defineMessages('errors.stream', {
  unknownCategoryId: 'No category has the id {id}.',
  unknownCategory: 'No category comes close enough to {name}.',
  categoryExists: 'There is a category {name} already.',
  categoryNotOnPlatform: '{service} has no category named {name}.',
  noneConnected: 'None of these accounts is connected: {accounts}.',
  noAccount: 'No account is connected.',
  noSuchChannel: '{service} has no channel named {username}.',
  ownChannel: 'username is the name of your own channel.',
  cannotClearChat: '{service} does not let other software clear the chat.',
})
