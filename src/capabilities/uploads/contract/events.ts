import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.content', {
  fileUploaded: 'File uploaded',
  fileUploadedNamed: 'File {name} uploaded',
  fileRenamed: 'File renamed',
  fileRenamedNamed: 'File {before} renamed to {name}',
  fileDeleted: 'File deleted',
  fileDeletedNamed: 'File {name} deleted',
})

const fileReaders = { role: 'viewer', scope: null } as const

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

export const uploadEvents = [uploadAdded, uploadRenamed, uploadRemoved] as const
