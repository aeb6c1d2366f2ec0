import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const versionMessages = defineMessages('versions', {
  title: commonMessages.versions,
  version: 'Version',
  savedBy: '{time}, saved by {name}',
  oldest: 'Oldest version',
  differences: 'Differences',
  field: 'Field',
  before: 'Then',
  now: 'Now',
  absent: 'not there',
  same: 'This version is the same as the current one.',
  none: 'No versions yet',
  noneHelp: 'Each save keeps what was there before, up to 20 versions.',
  restore: 'Restore this version',
  restored: 'Version restored',
})
