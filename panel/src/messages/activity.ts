import { defineMessages } from '../../../src/messages/message.ts'

export const activityMessages = defineMessages('activity', {
  title: 'Activity',
  lead: 'Everything that happens on your channel, newest first.',
  all: 'All',
  more: 'Show older',
  none: 'No activity yet',
  noneFound: 'No matching activity',
  showAll: 'Clear filters',
  platform: 'Platform',
  allPlatforms: 'All platforms',
  search: 'Search activity',
  replay: 'Show again on the overlay',
  replayOne: 'Show again on the overlay: {event}',
  replayed: 'Sent to overlay',
})
