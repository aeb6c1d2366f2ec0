import { defineEvent } from '../../../definitions/define-event.ts'
import { anyValue } from '../../../kernel/schema/open-schema.ts'
import { integer, list, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.content', {
  alertCreated: 'Alert created',
  alertCreatedNamed: 'Alert {name} created',
  alertChanged: 'Alert changed',
  alertChangedNamed: 'Alert {name} changed',
  alertDeleted: 'Alert deleted',
  alertDeletedNamed: 'Alert {name} deleted',
  alertsReordered: 'Alerts reordered',
})

const alertReaders = { role: 'viewer', scope: 'alerts:read' } as const

export const alertCreated = defineEvent({
  kind: 'alert.created',
  group: 'panel',
  icon: 'alerts',
  title: messages.alertCreated,
  data: object({ id: integer(), name: text() }),
  readableBy: alertReaders,
  changes: 'alert',
  published: {
    example: { id: 1, name: 'Horn' },
  },
  sentence: ({ name }) => messages.alertCreatedNamed({ name }),
})

export const alertChanged = defineEvent({
  kind: 'alert.changed',
  group: 'panel',
  icon: 'alerts',
  title: messages.alertChanged,
  data: object({ id: integer(), name: text(), before: anyValue({ description: 'The alert before the change.' }) }),
  readableBy: alertReaders,
  changes: 'alert',
  published: {
    data: object({ id: integer(), name: text() }),
    example: { id: 1, name: 'Horn', before: {} },
  },
  sentence: ({ name }) => messages.alertChangedNamed({ name }),
})

export const alertDeleted = defineEvent({
  kind: 'alert.deleted',
  group: 'panel',
  icon: 'alerts',
  title: messages.alertDeleted,
  data: object({ id: integer(), name: text() }),
  readableBy: alertReaders,
  changes: 'alert',
  published: {
    example: { id: 1, name: 'Horn' },
  },
  sentence: ({ name }) => messages.alertDeletedNamed({ name }),
})

export const alertsReordered = defineEvent({
  kind: 'alert.ordered',
  group: 'panel',
  icon: 'alerts',
  title: messages.alertsReordered,
  data: object({ ids: list(integer()) }),
  readableBy: alertReaders,
  changes: 'alert',
  published: {
    example: { ids: [2, 1, 3] },
  },
  sentence: () => messages.alertsReordered(),
})

export const alertEvents = [alertCreated, alertChanged, alertDeleted, alertsReordered] as const
