import { defineDonationSetup } from './definition.ts'

export const fourthwall = defineDonationSetup({
  name: 'fourthwall',
  secretLabel: 'Secret token',
  steps: [
    {
      text: 'Open your shop at Fourthwall, then Settings › For developers, press Create webhook and paste this as URL. It has to be a public https address:',
      link: 'https://my-shop.fourthwall.com/admin/dashboard/settings/for-developers',
      address: 'webhook',
    },
    { text: 'Choose the event Donation and save. No other permissions are needed.' },
    { text: 'Copy the secret token with which webhooks are signed into the field below. Press Save.' },
    { text: 'Send a test notification there, then press Check here.' },
  ],
})
