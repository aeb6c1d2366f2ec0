import { defineDonationProvider } from './definition.ts'

export const streamelements = defineDonationProvider({
  name: 'streamelements',
  wireName: 'ProviderB',
  brandName: 'StreamElements',
  title: 'StreamElements',
  delivery: 'socket',
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
