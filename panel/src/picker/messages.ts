import { commonWords } from '../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'

/** Texts of the list of actions and of the forms of one action. */
export const pickerMessages = defineMessages('picker', {
  missing: 'Still missing: {fields}',
  either: '{one} or {other}',
  notConnected: '{name} is not connected.',
  connect: commonWords.connect,
  done: '{name}: done',
  help: 'Help and documentation',
  helpWords: 'help, docs, manual, guide, support, how to, tutorial, faq',
})
