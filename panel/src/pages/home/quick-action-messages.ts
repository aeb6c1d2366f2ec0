import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const quickActionMessages = defineMessages('quickActions', {
  createClip: 'Create clip',
  alertDone: 'Triggered {name}',
  effectDone: 'Triggered {name}',
  commandDone: 'Ran {name}',
  automationDone: 'Started {name}',
  sceneDone: 'Switched to {name}',
  clipDone: '{name}: done',
})
