import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.widgets', {
  created: 'Widget created',
  createdNamed: 'Widget “{name}” created',
  changed: 'Widget changed',
  changedNamed: 'Widget “{name}” changed',
  deleted: 'Widget deleted',
  deletedNamed: 'Widget “{name}” deleted',
  failed: 'Widget removed from the overlay',
  failedNamed: 'Widget “{name}” was removed from the overlay: {error}',
})

const readableBy = { role: 'viewer', scope: 'widgets:read' } as const
const data = object({ widget_id: integer(), name: text(), type: text() })
const example = { widget_id: 1, name: 'Follower goal', type: 'goal' }

export const widgetCreated = defineEvent({
  kind: 'widget.created',
  group: 'overlay',
  icon: 'widgets',
  title: messages.created,
  data,
  readableBy,
  published: { example },
  changes: 'widget',
  sentence: ({ name }) => messages.createdNamed({ name }),
})

export const widgetChanged = defineEvent({
  kind: 'widget.changed',
  group: 'overlay',
  icon: 'widgets',
  title: messages.changed,
  data,
  readableBy,
  published: { example },
  changes: 'widget',
  sentence: ({ name }) => messages.changedNamed({ name }),
})

export const widgetDeleted = defineEvent({
  kind: 'widget.deleted',
  group: 'overlay',
  icon: 'widgets',
  title: messages.deleted,
  data,
  readableBy,
  published: { example },
  changes: 'widget',
  sentence: ({ name }) => messages.deletedNamed({ name }),
})

export const widgetFailed = defineEvent({
  kind: 'widget.failed',
  group: 'overlay',
  icon: 'widgets',
  title: messages.failed,
  data: object({ widget_id: integer(), name: text(), type: text(), error: text() }),
  readableBy,
  published: { example: { ...example, error: 'the widget threw an error' } },
  sentence: ({ name, error }) => messages.failedNamed({ name, error }),
})

export const widgetEvents = [widgetCreated, widgetChanged, widgetDeleted, widgetFailed] as const
