import { defineEvent } from '../../../definitions/define-event.ts'
import { anyValue } from '../../../kernel/schema/open-schema.ts'
import { integer, list, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

/** Alerts, effects and uploaded files. */
const messages = defineMessages('events.content', {
  alertCreated: 'Alert created',
  alertCreatedNamed: 'Alert {name} created',
  alertChanged: 'Alert changed',
  alertChangedNamed: 'Alert {name} changed',
  alertDeleted: 'Alert deleted',
  alertDeletedNamed: 'Alert {name} deleted',
  alertsReordered: 'Alerts reordered',
  effectCreated: 'Effect created',
  effectCreatedNamed: 'Effect {name} created',
  effectChanged: 'Effect changed',
  effectChangedNamed: 'Effect {name} changed',
  effectDeleted: 'Effect deleted',
  effectDeletedNamed: 'Effect {name} deleted',
  effectsReordered: 'Effects reordered',
  fileUploaded: 'File uploaded',
  fileUploadedNamed: 'File {name} uploaded',
  fileRenamed: 'File renamed',
  fileRenamedNamed: 'File {before} renamed to {name}',
  fileDeleted: 'File deleted',
  fileDeletedNamed: 'File {name} deleted',
})

const alertReaders = { role: 'viewer', scope: 'alerts:read' } as const
const effectReaders = { role: 'viewer', scope: 'effects:read' } as const
const fileReaders = { role: 'viewer', scope: null } as const

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

export const effectCreated = defineEvent({
  kind: 'effect.created',
  group: 'panel',
  icon: 'effects',
  title: messages.effectCreated,
  data: object({ overlay_id: text(), name: text() }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_id: 'confetti', name: 'Confetti' },
  },
  sentence: ({ name }) => messages.effectCreatedNamed({ name }),
})

export const effectChanged = defineEvent({
  kind: 'effect.changed',
  group: 'panel',
  icon: 'effects',
  title: messages.effectChanged,
  data: object({ overlay_id: text(), name: text(), effect_type: optional(text()) }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_id: 'confetti', name: 'Confetti', effect_type: 'confetti' },
  },
  sentence: ({ name }) => messages.effectChangedNamed({ name }),
})

export const effectDeleted = defineEvent({
  kind: 'effect.deleted',
  group: 'panel',
  icon: 'effects',
  title: messages.effectDeleted,
  data: object({ overlay_id: text(), name: text() }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_id: 'confetti', name: 'Confetti' },
  },
  sentence: ({ name }) => messages.effectDeletedNamed({ name }),
})

export const effectsReordered = defineEvent({
  kind: 'effect.ordered',
  group: 'panel',
  icon: 'effects',
  title: messages.effectsReordered,
  data: object({ overlay_ids: list(text()) }),
  readableBy: effectReaders,
  changes: 'effect',
  published: {
    example: { overlay_ids: ['fireworks', 'confetti'] },
  },
  sentence: () => messages.effectsReordered(),
})

export const uploadAdded = defineEvent({
  kind: 'upload.added',
  group: 'panel',
  icon: 'upload',
  title: messages.fileUploaded,
  data: object({ id: text(), kind: text(), name: text(), bytes: integer() }),
  readableBy: fileReaders,
  sentence: ({ name }) => messages.fileUploadedNamed({ name }),
})

export const uploadRenamed = defineEvent({
  kind: 'upload.renamed',
  group: 'panel',
  icon: 'upload',
  title: messages.fileRenamed,
  data: object({ id: text(), name: text(), before: text() }),
  readableBy: fileReaders,
  sentence: ({ name, before }) => messages.fileRenamedNamed({ name, before }),
})

export const uploadRemoved = defineEvent({
  kind: 'upload.removed',
  group: 'panel',
  icon: 'upload',
  title: messages.fileDeleted,
  data: object({ id: text(), kind: text(), name: text() }),
  readableBy: fileReaders,
  sentence: ({ name }) => messages.fileDeletedNamed({ name }),
})

export const contentEvents = [
  alertCreated,
  alertChanged,
  alertDeleted,
  alertsReordered,
  effectCreated,
  effectChanged,
  effectDeleted,
  effectsReordered,
  uploadAdded,
  uploadRenamed,
  uploadRemoved,
] as const
