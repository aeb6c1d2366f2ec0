import { defineDonationSetup } from './definition.ts'

export const buymeacoffee = defineDonationSetup({
  name: 'buymeacoffee',
  secretLabel: 'Signing secret',
  steps: [
    {
      text: 'Open the webhook page of Buy Me a Coffee, press Create new webhook and paste this as URL. It has to be a public https address:',
      link: 'https://studio.buymeacoffee.com/webhooks',
      address: 'webhook',
    },
    {
      text: 'Choose the event donation.created, and of what you offer also recurring_donation.started, membership.started, extra_purchase.created, commission_order.created and wishlist_payment.created. No other permissions are needed.',
    },
    { text: 'Copy the signing secret of the new webhook into the field below. Press Save.' },
    { text: 'Press Send test at Buy Me a Coffee, then Check here.' },
  ],
})
