import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { thingKinds } from './things.ts'

const messages = defineMessages('events.trash', {
  restored: 'Restored from the trash',
  restoredNamed: '“{name}” restored from the trash',
  deleted: 'Deleted from the trash',
  deletedNamed: '“{name}” deleted for good',
  emptied: 'Trash emptied',
})

/** As who may open the trash. */
const readers = { role: 'editor', scope: null } as const

export const trashRestored = defineEvent({
  kind: 'trash.restored',
  group: 'panel',
  icon: 'settings',
  title: messages.restored,
  data: object({ type: oneOf(thingKinds), name: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.restoredNamed({ name }),
})

export const trashDeleted = defineEvent({
  kind: 'trash.deleted',
  group: 'panel',
  icon: 'settings',
  title: messages.deleted,
  data: object({ type: oneOf(thingKinds), name: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.deletedNamed({ name }),
})

export const trashEmptied = defineEvent({
  kind: 'trash.emptied',
  group: 'panel',
  icon: 'settings',
  title: messages.emptied,
  data: object({ count: integer() }),
  readableBy: readers,
  sentence: () => messages.emptied(),
})

export const changeLogEvents = [trashRestored, trashDeleted, trashEmptied] as const
