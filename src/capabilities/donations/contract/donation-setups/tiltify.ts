import { defineDonationSetup } from './definition.ts'

export const tiltify = defineDonationSetup({
  name: 'tiltify',
  secretLabel: 'Webhook signing ID',
  steps: [
    {
      text: 'Publish your campaign, open the developer dashboard of Tiltify and create an application. Its redirect address is not used.',
      link: 'https://app.tiltify.com/developers',
    },
    {
      text: 'In the application, open Webhooks, press Add webhook and paste this as Endpoint URL. It has to be a public https address:',
      address: 'webhook',
    },
    { text: 'Copy the Webhook Signing ID into the field below. Press Save, here and at Tiltify.' },
    {
      text: 'In the webhook, open Events, press Add event, enter the ID of your campaign (Setup › Information) and choose public:direct:donation_updated. No other permissions are needed.',
    },
    { text: 'Open Testing in the webhook, press Send Test, then press Check here.' },
  ],
})
