import { defineDonationSetup } from './definition.ts'

export const donationalerts = defineDonationSetup({
  name: 'donationalerts',
  secretLabel: 'Access token',
  steps: [
    {
      text: 'Open the applications of DonationAlerts, create one and enter https://www.donationalerts.com/ as redirect URL.',
      link: 'https://www.donationalerts.com/application/clients',
    },
    {
      text: 'Open this page, replace APP_ID in its address with the ID of your application, and allow the permissions oauth-user-show and oauth-donation-subscribe.',
      link: 'https://www.donationalerts.com/oauth/authorize?client_id=APP_ID&redirect_uri=https%3A%2F%2Fwww.donationalerts.com%2F&response_type=token&scope=oauth-user-show%20oauth-donation-subscribe',
    },
    {
      text: 'The address of the page that follows contains access_token=. Copy what is between it and the next & into the field below. Press Save.',
    },
  ],
})
