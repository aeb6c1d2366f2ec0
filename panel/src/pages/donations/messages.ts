import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const donationSourceMessages = defineMessages('settings.donations', {
  title: 'Donation services',
  help: 'Donations there show an alert here. Secrets are stored encrypted and never shown again.',
  setUp: commonTexts.setUp,
  edit: commonTexts.edit,
  setUpTitle: commonTexts.setUpTitle,
  remove: commonTexts.remove,
  removeOne: commonMessages.removeTitle,
  removeTitle: 'Remove {title}?',
  removeHelp: 'Donations there no longer show an alert. The webhook URL stops working.',
  removed: '{title} removed',
  lastDonation: 'last donation',
})
