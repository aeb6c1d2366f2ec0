import { rewardsPage } from '../../../../src/capabilities/rewards/contract/page.ts'
import { commonEventLabels } from '../../../../src/definitions/common-event-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { queueMessages } from '../overlay/queue-messages.ts'

export const peopleMessages = defineMessages('home.people', {
  filter: 'Filter people',
  all: 'Everything',
  activity: 'All activity',
  empty: 'Follows, subscriptions, support and raids appear here as they happen.',
  nothing: 'Nothing of this kind lately.',
  notShown: { plural: 'count', one: '{count:number} not shown', other: '{count:number} not shown' },
  playAgain: commonMessages.playAgain,
  playAgainOf: 'Play again: {event}',
  skip: commonWords.skipOne,
  skipOf: 'Skip: {event}',
  mute: 'Play without sound',
  muteOf: 'Play without sound: {event}',
  thank: 'Thank {name}',
  thanks: '@{name} thank you',
  seen: 'Mark as seen',
  seenOf: 'Mark as seen: {event}',
  unseen: 'Not seen yet',
})

export const momentGroupTitles = defineMessages('home.people.groups', {
  follows: commonEventLabels.followers,
  subscriptions: commonEventLabels.subscribers,
  support: 'Support',
  raids: commonEventLabels.raids,
  rewards: rewardsPage.title,
})

export const momentStateTitles = defineMessages('home.people.states', {
  held: 'Held by shield mode',
  waiting: queueMessages.queued,
  waitingForOverlay: 'Waiting for the overlay',
  playing: queueMessages.onScreen,
  shown: 'Shown',
  skipped: 'Skipped',
  missed: 'Not shown',
  missedBecause: 'Not shown: {reason}',
})
