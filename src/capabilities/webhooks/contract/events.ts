import { defineEvent } from '../../../definitions/define-event.ts'
import { object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { webhookDisabledReasons } from './webhooks.ts'

/** Changes of webhooks. No webhook reports them, so that nobody learns where events go. */
const messages = defineMessages('events.webhooks', {
  created: 'Webhook created',
  createdNamed: 'Webhook {name} created',
  changed: 'Webhook changed',
  changedNamed: 'Webhook {name} changed',
  deleted: 'Webhook deleted',
  deletedNamed: 'Webhook {name} deleted',
  rolled: 'Webhook secret rolled',
  rolledNamed: 'Secret of webhook {name} rolled',
  disabled: 'Webhook turned off',
  disabledNamed: 'Webhook {name} turned off, because its server answered that it is gone',
})

const shared = {
  group: 'panel',
  icon: 'upload',
  readableBy: { role: 'editor', scope: null },
} as const
const webhook = { id: text(), name: text() }

export const webhookCreated = defineEvent({
  ...shared,
  kind: 'webhook.created',
  title: messages.created,
  data: object(webhook),
  sentence: ({ name }) => messages.createdNamed({ name }),
})

export const webhookChanged = defineEvent({
  ...shared,
  kind: 'webhook.changed',
  title: messages.changed,
  data: object(webhook),
  sentence: ({ name }) => messages.changedNamed({ name }),
})

export const webhookDeleted = defineEvent({
  ...shared,
  kind: 'webhook.deleted',
  title: messages.deleted,
  data: object(webhook),
  sentence: ({ name }) => messages.deletedNamed({ name }),
})

export const webhookSecretRolled = defineEvent({
  ...shared,
  kind: 'webhook.secret-rolled',
  title: messages.rolled,
  data: object(webhook),
  sentence: ({ name }) => messages.rolledNamed({ name }),
})

export const webhookDisabled = defineEvent({
  ...shared,
  kind: 'webhook.disabled',
  title: messages.disabled,
  data: object({ ...webhook, reason: oneOf(webhookDisabledReasons) }),
  sentence: ({ name }) => messages.disabledNamed({ name }),
})

export const webhooksEvents = [
  webhookCreated,
  webhookChanged,
  webhookDeleted,
  webhookSecretRolled,
  webhookDisabled,
] as const
