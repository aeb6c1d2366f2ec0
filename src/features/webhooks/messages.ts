import { defineMessages } from '../../messages/message.ts'

export const webhookErrors = defineMessages('errors.webhooks', {
  tooMany: 'At most {max:number} webhooks are possible. Delete one first.',
  notStored: 'types: {type} is not stored and cannot be delivered by a webhook. Use the event stream.',
  needsScopes: 'This webhook delivers {type}, which needs the scope {scope}.',
  nothingToChange: 'Send url, types, name or active.',
  nothingReadable: 'The API key may not read the data of any event. Give it the scopes of what it should receive.',
  eventGone: 'The event is no longer stored.',
  deleted: 'The webhook was turned off.',
  unreadableSecret: 'The secret cannot be decrypted. Roll it.',
  answered: '{host} answered with {status}.',
})
