import { defineMessages } from '../../../src/messages/message.ts'

export const channelMessages = defineMessages('settings.channel', {
  zone: 'Time zone',
  zoneHelp: 'Days of watch time and leaderboards start at midnight in this time zone.',
  zoneSaved: 'Time zone changed to {zone}',
  backup: 'Backup',
  backupHelp:
    'One archive with the database and all uploaded files: viewers, points, commands, settings and hashed keys. Restore it with npx showcaller restore. The secret of this server is not included, and platform sign-ins cannot be decrypted without it: store instance.key or SHOWCALLER_SECRET separately.',
  backupButton: 'Download backup',
  backupOnlyOwner: 'Only owners can download a backup.',
})
