import { defineMessages } from '../../../src/kernel/text/message.ts'

/** Texts about undoing that several pages share, apart from those that every page loads. */
export const wayBackMessages = defineMessages('common', {
  restored: '{name} restored',
  staysInTrash: 'It stays in the trash for 30 days.',
  turnedOff: '{name} turned off',
  turnedOn: '{name} turned on',
})
