import { defineDonationSetup } from './definition.ts'

export const kofi = defineDonationSetup({
  name: 'kofi',
  secretLabel: 'Verification token',
  steps: [
    {
      text: 'Open the webhook page of Ko-fi, paste this as Webhook URL and press Update. Ko-fi can reach it only if it is a public https address:',
      link: 'https://ko-fi.com/manage/webhooks',
      address: 'webhook',
    },
    { text: 'On the same page, open Advanced and copy the verification token into the field below. Press Save.' },
    { text: 'Press Send Single Donation Test at Ko-fi, then Check here. No permissions are needed.' },
  ],
})
