import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const channelMessages = defineMessages('settings.channel', {
  zone: commonLabels.timeZone,
  zoneHelp: 'Days of watch time and leaderboards start at midnight in this time zone.',
  zoneSaved: 'Time zone changed to {zone}',
})
