import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const quickActionMessages = defineMessages('quickActions', {
  createClip: commonWords.createClip,
  alertDone: 'Triggered {name}',
  effectDone: 'Triggered {name}',
  commandDone: 'Ran {name}',
  automationDone: 'Started {name}',
  sceneDone: 'Switched to {name}',
  clipDone: '{name}: done',
})
