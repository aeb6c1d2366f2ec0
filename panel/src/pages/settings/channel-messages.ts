import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const channelMessages = defineMessages('settings.channel', {
  zone: 'Time zone',
  zoneHelp: 'Days of watch time and leaderboards start at midnight in this time zone.',
  zoneSaved: 'Time zone changed to {zone}',
})
