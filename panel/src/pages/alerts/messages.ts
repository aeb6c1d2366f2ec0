import { overlayKinds } from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { commonAmounts } from '../../../../src/definitions/common-amounts.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const alertMessages = defineMessages('alerts', {
  title: commonMessages.alerts,
  lead: 'What the overlay shows for follows, subscriptions, raids and donations, and sounds that viewers play.',
  newAlert: commonTexts.newAudioAlert,
  none: 'No audio alerts yet',
  noneHelp: 'Upload a sound, name it and set a price in points. Viewers play it with a chat command.',
  choose: commonTexts.chooseAnAlertToEditIt,
  back: 'All audio alerts',
  active: commonTexts.nameIsActive,
  test: commonTexts.test,
  testOne: commonTexts.testName,
  free: 'free',
  price: commonAmounts.points,
  noSound: 'no sound',
  newTitle: commonTexts.newAudioAlert,
  name: commonLabels.name,
  namePlaceholder: 'Airhorn',
  sound: commonLabels.sound,
  picture: 'Picture',
  image: commonLabels.image,
  video: commonLabels.video,
  priceLabel: commonLabels.priceInPoints,
  priceHint: '0 = free. Paid by viewers who play it with a chat command.',
  activeLabel: 'Active',
  create: 'Create alert',
  saved: '{name} saved',
  remove: commonTexts.delete,
  removeTitle: commonTexts.deleteNameQuestion,
  removeHelp: 'Commands and API calls that play this alert will fail. Its files stay.',
  removed: commonTexts.nameDeleted,
})

export const playedMessages = defineMessages('alerts.played', {
  with: 'Viewers play it with',
  without: 'No chat command plays it yet.',
  create: 'Create {word}',
  created: '{word} created',
})

export const alertTabs = defineMessages('alerts.tabs', {
  events: overlayKinds['event-alert'],
  audio: overlayKinds['audio-alert'],
  donations: commonTexts.donations,
  files: 'Files',
})

export const alertPictures = defineMessages('alerts.pictures', {
  none: 'None',
  image: commonLabels.image,
  video: commonLabels.video,
})

export const donationMessages = defineMessages('alerts.donations', {
  amounts: 'By amount',
  amountsHelp: 'A donation uses the row with the highest amount it reaches.',
  minimum: commonTexts.minimum,
  currency: 'Currency',
  anyCurrency: 'Any (in USD)',
  style: commonLabels.style,
  card: 'Text, picture, sound and layout',
  ofStyle: 'As the style has it',
  addAmount: 'Add amount',
  removeAmount: 'Remove {amount}',
  testAmount: 'Test a donation of {amount}',
  speech: commonLabels.textToSpeech,
  speak: 'Read donation messages aloud',
  speakName: 'Also say the name',
  speechMinimum: commonTexts.minimum,
  speechMinimumHint: 'In USD. 0 = all.',
  saved: commonTexts.saved,
})

export const donationStyleNames = defineMessages('alerts.donations.styles', {
  plain: 'Plain',
  bright: 'Bright',
  grand: 'Grand',
})
