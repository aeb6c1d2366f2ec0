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

export const activityGroups = defineMessages('activity.groups', {
  people: 'Viewers',
  overlay: 'Overlay',
  stream: 'Stream',
  points: 'Points',
  bot: 'Chat and bot',
  panel: 'Panel and keys',
})
