import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const activityMessages = defineMessages('activity', {
  title: commonTexts.activity,
  lead: 'Everything that happens on your channel, newest first.',
  streams: commonTexts.streamReports,
  all: 'All',
  more: commonTexts.showOlder,
  none: 'No activity yet',
  noneFound: 'No matching activity',
  showAll: 'Clear filters',
  platform: commonLabels.platform,
  allPlatforms: 'All platforms',
  search: 'Search activity',
  showBulk: { plural: 'count', one: '{count:number} more', other: '{count:number} more' },
  hideBulk: 'Show less',
  replay: 'Show again on the overlay',
  replayOne: 'Show again on the overlay: {event}',
  replayed: 'Sent to overlay',
})
