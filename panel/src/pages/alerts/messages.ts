import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const alertMessages = defineMessages('alerts', {
  title: 'Alerts',
  lead: 'What the overlay shows for follows, subscriptions, raids and donations, and sounds that viewers play.',
  newAlert: 'New audio alert',
  none: 'No audio alerts yet',
  noneHelp: 'Upload a sound, name it and set a price in points. Viewers play it with a chat command.',
  choose: 'Choose an alert to edit it.',
  back: 'All audio alerts',
  active: '{name} is active',
  test: 'Test',
  testOne: 'Test {name}',
  free: 'free',
  price: { plural: 'count', one: '{count:number} point', other: '{count:number} points' },
  noSound: 'no sound',
  newTitle: 'New audio alert',
  name: 'Name',
  namePlaceholder: 'Airhorn',
  sound: 'Sound',
  picture: 'Picture',
  image: 'Image',
  video: 'Video',
  priceLabel: 'Price in points',
  priceHint: '0 = free. Paid by viewers who play it with a chat command.',
  activeLabel: 'Active',
  create: 'Create alert',
  saved: '{name} saved',
  remove: 'Delete',
  removeTitle: 'Delete {name}?',
  removeHelp: 'Commands and API calls that play this alert will fail. Its files stay.',
  removed: '{name} deleted',
})

export const playedMessages = defineMessages('alerts.played', {
  with: 'Viewers play it with',
  without: 'No chat command plays it yet.',
  create: 'Create {word}',
  created: '{word} created',
})

export const alertTabs = defineMessages('alerts.tabs', {
  events: 'Event alerts',
  audio: 'Audio alerts',
  donations: 'Donations',
  files: 'Files',
})

export const alertPictures = defineMessages('alerts.pictures', {
  none: 'None',
  image: 'Image',
  video: 'Video',
})

export const donationMessages = defineMessages('alerts.donations', {
  amounts: 'By amount',
  amountsHelp: 'A donation uses the row with the highest amount it reaches.',
  minimum: 'Minimum',
  currency: 'Currency',
  anyCurrency: 'Any (in USD)',
  style: 'Style',
  card: 'Text, picture, sound and layout',
  ofStyle: 'As the style has it',
  addAmount: 'Add amount',
  removeAmount: 'Remove {amount}',
  testAmount: 'Test a donation of {amount}',
  speech: 'Text to speech',
  speak: 'Read donation messages aloud',
  speakName: 'Also say the name',
  speechMinimum: 'Minimum',
  speechMinimumHint: 'In USD. 0 = all.',
  saved: 'Saved',
})

export const donationStyleNames = defineMessages('alerts.donations.styles', {
  plain: 'Plain',
  bright: 'Bright',
  grand: 'Grand',
})
