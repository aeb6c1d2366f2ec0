import { defineMessages } from '../../kernel/text/message.ts'

export const webhookErrors = defineMessages('errors.webhooks', {
  tooMany: 'At most {max:number} webhooks are possible. Delete one first.',
  notStored: 'types: {type} is not stored and cannot be delivered by a webhook. Use the event stream.',
  needsScopes: 'This webhook delivers {type}, which needs the scope {scope}.',
  onlyNarrower:
    'types: An API key can take types away from a webhook and add none. The owner adds {type} on the page Webhooks of the panel.',
  notReadable: 'The scopes of this webhook do not include {scope}, which {type} needs.',
  nothingToChange: 'Send url, types, name or active.',
  nothingReadable: 'The API key may not read the data of any event. Give it the scopes of what it should receive.',
  isTest: 'This delivery was a test. Send another one with test-webhook.',
  eventGone: 'The event is no longer stored.',
  deleted: 'The webhook was turned off.',
  unreadableSecret: 'The secret cannot be decrypted. Roll it.',
  answered: '{host} answered with {status}.',
})
