import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const activityMessages = defineMessages('activity', {
  title: 'Activity',
  lead: 'Everything that happens on your channel, newest first.',
  streams: 'Stream reports',
  all: 'All',
  more: 'Show older',
  none: 'No activity yet',
  noneFound: 'No matching activity',
  showAll: 'Clear filters',
  platform: 'Platform',
  allPlatforms: 'All platforms',
  search: 'Search activity',
  showBulk: { plural: 'count', one: '{count:number} more', other: '{count:number} more' },
  hideBulk: 'Show less',
  replay: 'Show again on the overlay',
  replayOne: 'Show again on the overlay: {event}',
  replayed: 'Sent to overlay',
})
