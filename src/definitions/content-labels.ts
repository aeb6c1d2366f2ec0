import { defineMessages } from '../kernel/text/message.ts'
import { commonEventLabels } from './common-event-labels.ts'

/**
 * The common labels that the contracts of widgets and effects use. They stand apart from the others because an overlay page
 * loads them with its first widget or effect. Everything else names them as `commonLabels`.
 */
export const contentLabels = defineMessages('common.labels', {
  ...commonEventLabels,
  allTime: 'All time',
  atTheBottom: 'At the bottom',
  atTheTop: 'At the top',
  colour: 'Colour',
  confetti: 'Confetti',
  countedSince: 'Counted since',
  counter: 'Counter',
  custom: 'Custom',
  donations: 'Donations',
  emojiRain: 'Emoji rain',
  events: 'Events',
  fireworks: 'Fireworks',
  flash: 'Flash',
  follows: 'Follows',
  goal: 'Goal',
  hearts: 'Hearts',
  image: 'Image',
  label: 'Label',
  newFollowers: 'New followers',
  polls: 'Polls',
  predictions: 'Predictions',
  rain: 'Rain',
  shake: 'Shake',
  size: 'Size',
  snow: 'Snow',
  sound: 'Sound',
  speed: 'Speed',
  spotlight: 'Spotlight',
  style: 'Style',
  subscriptions: 'Subscriptions',
  text: 'Text',
  textBurst: 'Text burst',
  timeZone: 'Time zone',
  title: 'Title',
  today: 'Today',
  value: 'Value',
  viewerCount: 'Viewer count',
  volume: 'Volume',
  yourOwnContent: 'Your own content',
})
