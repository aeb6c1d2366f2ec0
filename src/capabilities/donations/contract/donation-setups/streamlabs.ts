import { defineDonationSetup } from './definition.ts'

export const streamlabs = defineDonationSetup({
  name: 'streamlabs',
  secretLabel: 'Socket API token',
  steps: [
    {
      text: 'Open API Settings in the dashboard of Streamlabs, then API Tokens.',
      link: 'https://streamlabs.com/dashboard#/settings/api-settings',
    },
    {
      text: 'Copy Your Socket API Token into the field below. No permissions are chosen: the token only reads events.',
    },
  ],
})
