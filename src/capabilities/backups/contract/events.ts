import { defineEvent } from '../../../definitions/define-event.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.settings', {
  backup: 'Backup downloaded',
  backupStarted: 'Backup started',
  backupRestored: 'Backup restored',
  backupRestoredNamed: 'Backup {name} restored',
})

const auditReaders = { role: 'editor', scope: null } as const

export const backupDownloaded = defineEvent({
  kind: 'backup.downloaded',
  group: 'panel',
  icon: 'download',
  title: messages.backup,
  data: object({}),
  readableBy: auditReaders,
  sentence: () => messages.backup(),
})

export const backupStarted = defineEvent({
  kind: 'backup.started',
  group: 'panel',
  icon: 'download',
  title: messages.backupStarted,
  data: object({}),
  readableBy: auditReaders,
  sentence: () => messages.backupStarted(),
})

/** Written before the restart into the database that is replaced, and after it into the restored one. */
export const backupRestored = defineEvent({
  kind: 'backup.restored',
  group: 'panel',
  icon: 'download',
  title: messages.backupRestored,
  data: object({ name: text() }),
  readableBy: auditReaders,
  sentence: ({ name }) => messages.backupRestoredNamed({ name }),
})

export const backupEvents = [backupDownloaded, backupStarted, backupRestored] as const
