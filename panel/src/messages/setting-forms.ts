import { defineMessages } from '../../../src/kernel/text/message.ts'

/** Texts of the forms that are drawn from the definitions of settings. */
export const settingFormMessages = defineMessages('settings.forms', {
  reset: 'Reset to default',
})
