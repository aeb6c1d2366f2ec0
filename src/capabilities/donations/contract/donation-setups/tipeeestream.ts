import { defineDonationSetup } from './definition.ts'

export const tipeeestream = defineDonationSetup({
  name: 'tipeeestream',
  secretLabel: 'API key',
  steps: [
    {
      text: 'Open the page with your API key at TipeeeStream and press Show.',
      link: 'https://www.tipeeestream.com/dashboard/api-key',
    },
    {
      text: 'Copy the API key into the field below. No permissions are chosen: Showcaller only receives events with it.',
    },
  ],
})
