import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, list, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.keys', {
  created: 'API key created',
  createdNamed: 'API key “{name}” created',
  rolled: 'API key rolled',
  rolledNamed: 'API key “{name}” rolled',
  revoked: 'API key revoked',
  revokedNamed: 'API key “{name}” revoked',
  newAddress: 'API key used from a new address',
  usedFrom: 'API key used from a new address: {address}',
  usedInConsole: 'Console call',
  calledAsKey: 'Called {operation} in the console',
})

/** As who may list the keys. */
const readers = { role: 'editor', scope: null } as const
/** Older rows have no name. */
const name = optional(text())

export const keyCreated = defineEvent({
  kind: 'key.created',
  group: 'panel',
  icon: 'keys',
  title: messages.created,
  data: object({ keyId: text(), name: text(), scopes: list(text()) }),
  readableBy: readers,
  sentence: (data) => messages.createdNamed({ name: data.name }),
})

export const keyRolled = defineEvent({
  kind: 'key.rolled',
  group: 'panel',
  icon: 'keys',
  title: messages.rolled,
  data: object({ keyId: text(), name, newKeyId: text(), overlapMs: integer() }),
  readableBy: readers,
  sentence: (data) => (data.name === undefined ? messages.rolled() : messages.rolledNamed({ name: data.name })),
})

export const keyRevoked = defineEvent({
  kind: 'key.revoked',
  group: 'panel',
  icon: 'keys',
  title: messages.revoked,
  data: object({ keyId: text(), name }),
  readableBy: readers,
  sentence: (data) => (data.name === undefined ? messages.revoked() : messages.revokedNamed({ name: data.name })),
})

export const keyUsedFromNewAddress = defineEvent({
  kind: 'key.new-address',
  group: 'panel',
  icon: 'keys',
  title: messages.newAddress,
  data: object({ keyId: text(), address: text() }),
  readableBy: readers,
  sentence: ({ address }) => messages.usedFrom({ address }),
})

export const calledAsKey = defineEvent({
  kind: 'panel.run-as-key',
  group: 'panel',
  icon: 'console',
  title: messages.usedInConsole,
  data: object({ key_id: text(), operation: text() }),
  readableBy: readers,
  sentence: ({ operation }) => messages.calledAsKey({ operation }),
})

export const keysEvents = [keyCreated, keyRolled, keyRevoked, keyUsedFromNewAddress, calledAsKey] as const
