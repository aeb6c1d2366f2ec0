import { commonWords } from '../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'

export const draftMessages = defineMessages('drafts', {
  unsaved: 'Unsaved changes',
  meanwhile: 'This was changed elsewhere while you were editing. Your changes are not saved yet.',
  taken: 'Updated here too: {fields}.',
  field: 'Field',
  theirs: 'Saved elsewhere',
  yours: 'Your change',
  useTheirs: 'Use the saved version',
  useYours: 'Keep my changes',
  understood: 'OK',
  empty: '(empty)',
  on: commonWords.isOn,
  off: commonWords.isOff,
})
