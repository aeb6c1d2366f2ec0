import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const auditMessages = defineMessages('settings.audit', {
  person: 'Person',
  type: 'Type',
  everyone: 'Everyone',
  allChanges: 'All changes',
  terminal: 'Terminal',
  none: 'No matching changes',
  more: 'Show older',
})

/** By how the kind of an event begins. */
export const auditKinds = defineMessages('settings.audit.kinds', {
  key: 'Keys',
  person: 'Team',
  session: 'Sign-ins',
  setting: 'Settings',
  platform: 'Platforms',
  overlay: 'Overlay',
  command: 'Commands',
  points: 'Points',
  viewer: 'Viewers',
  stream: 'Stream',
  backup: 'Backups',
  panel: 'Other',
})
