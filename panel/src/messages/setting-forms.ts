import { defineMessages } from '../../../src/messages/message.ts'

/** Texts of the forms that are drawn from the definitions of settings. */
export const settingFormMessages = defineMessages('settings.forms', {
  reset: 'Reset to default',
  addRule: 'Add rule',
  removeRule: 'Remove rule {number}',
  rule: 'Rule {number}',
  noRules: 'No rules yet. Without a rule only donations show an alert.',
  choose: 'Choose',
})
