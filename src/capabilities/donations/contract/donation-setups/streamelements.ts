import { defineDonationSetup } from './definition.ts'

export const streamelements = defineDonationSetup({
  name: 'streamelements',
  secretLabel: 'JWT token',
  accountLabel: 'Account ID',
  steps: [
    {
      text: 'Open the channels of your StreamElements account and press Show secrets.',
      link: 'https://streamelements.com/dashboard/account/channels',
    },
    {
      text: 'Copy the JWT token into the field below. It gives access to your whole account; Showcaller only receives tips with it. No permissions are chosen.',
    },
  ],
})
