import { defineMessages } from '../../kernel/text/message.ts'

export const backupMessages = defineMessages('backups', {
  failed: 'The backup failed: {reason}.',
  running: 'A backup is already being created.',
  off: 'Automatic backups are turned off by SHOWCALLER_BACKUPS.',
  postgres:
    'The data is on PostgreSQL. Back it up with the tools of PostgreSQL, or create a copy with "showcaller backup".',
  unknown: 'There is no backup {name}.',
  cannotRestore: '{name} cannot be restored: {reason}.',
  cannotRestart: 'This server cannot restart itself. Restore the backup with "showcaller restore".',
  needsAllChannels:
    'A backup contains every channel of this server, and you do not own all of them. Create it on the server with "showcaller backup".',
  beforeMigration:
    'the data must be upgraded, and the backup before the upgrade failed: {reason}. Nothing was changed. SHOWCALLER_BACKUPS=off upgrades without a backup',
})
