import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'
import { oauthAppFields } from '../../../../definitions/oauth-app.ts'

export const spotify = defineServiceSetup({
  name: 'spotify',
  title: 'Spotify',
  group: 'music',
  belongsTo: 'server',
  fields: oauthAppFields,
  steps: [
    {
      text: 'Open the dashboard and sign in with your Premium account. Spotify allows one app per developer: open the app that you have, or press Create app. Any name works.',
      link: 'https://developer.spotify.com/dashboard',
    },
    { text: 'Paste this as Redirect URI and press Add:', address: 'redirect' },
    { text: 'Under "Which API/SDKs are you planning to use" choose Web API, then save the app.' },
    { text: 'Open the settings of the app. Copy the client ID and, behind View client secret, the secret.' },
    {
      text: 'No permissions are chosen there. Spotify asks for these when you connect your account:',
      listsPermissions: true,
    },
  ],
})
