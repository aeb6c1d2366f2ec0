import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const backupMessages = defineMessages('settings.backups', {
  title: commonTexts.backups,
  help: 'Every day and before every upgrade the server saves its database and all uploaded files. The last seven of each kind are kept, and every backup was opened and checked.',
  folder: 'Folder: {folder}',
  encrypted: 'New backups are encrypted with the passphrase of the server.',
  plain: 'Backups are not encrypted. SHOWCALLER_BACKUP_PASSPHRASE encrypts them.',
  secret:
    'The secret of this server is not included, and platform sign-ins cannot be decrypted without it: store instance.key or SHOWCALLER_SECRET separately.',
  off: 'Automatic backups are turned off by SHOWCALLER_BACKUPS.',
  postgres:
    'The data is on PostgreSQL: back it up with pg_dump, or continuously with its archive of the write-ahead log. The download below is a copy that either engine can restore.',
  lastGood: 'Last backup',
  none: 'No backup yet. The first one is created within an hour.',
  create: 'Create backup',
  download: 'Download backup',
  onlyOwner: 'Only owners see and create backups.',
  started: 'Backup started',
  restore: 'Restore',
  restoreOne: 'Restore the backup of {date}',
  restoreTitle: 'Restore the backup of {date}?',
  restoreHelp:
    'Everything that changed since then is undone, in all channels. The server restarts, and overlays reconnect by themselves. The current database is kept in the data folder as before-restore-….sqlite.',
  restoreWord: 'Type restore to confirm',
  restoring: 'The server restarts with the backup. This page reloads when it is back.',
  sealed: 'encrypted',
})

export const backupKindNames = defineMessages('settings.backups.kinds', {
  daily: 'Daily',
  migration: 'Before an upgrade',
  manual: 'Created by you',
})

export const backupPhases = defineMessages('settings.backups.phases', {
  copying: 'Copying the database: {percent:number} %',
  writing: 'Writing the file: {percent:number} %',
  checking: 'Checking the finished backup',
})
