import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const donationSourceMessages = defineMessages('settings.donations', {
  title: 'Donation services',
  help: 'Donations there show an alert here. Secrets are stored encrypted and never shown again.',
  setUp: 'Set up',
  edit: 'Edit',
  setUpTitle: 'Set up {title}',
  remove: 'Remove',
  removeOne: 'Remove {title}',
  removeTitle: 'Remove {title}?',
  removeHelp: 'Donations there no longer show an alert. The webhook URL stops working.',
  removed: '{title} removed',
  lastDonation: 'last donation',
})
