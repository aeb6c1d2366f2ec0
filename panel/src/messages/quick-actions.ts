import { defineMessages } from '../../../src/messages/message.ts'

export const quickActionMessages = defineMessages('quickActions', {
  createClip: 'Create clip',
  alertDone: 'Triggered {name}',
  effectDone: 'Triggered {name}',
  commandDone: 'Ran {name}',
  automationDone: 'Started {name}',
  sceneDone: 'Switched to {name}',
  clipDone: '{name}: done',
})
