import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'
import { oauthAppFields } from '../../../../definitions/oauth-app.ts'

export const youtube = defineServiceSetup({
  name: 'youtube',
  title: 'YouTube',
  group: 'platform',
  belongsTo: 'server',
  fields: oauthAppFields,
  steps: [
    {
      text: 'Create a project in the Google Cloud console. Any name works.',
      link: 'https://console.cloud.google.com/projectcreate',
    },
    {
      text: 'Open YouTube Data API v3 in the library and press Enable.',
      link: 'https://console.cloud.google.com/apis/library/youtube.googleapis.com',
    },
    {
      text: 'Configure the consent screen with the audience External, and add the Google accounts that you want to connect as test users.',
      link: 'https://console.cloud.google.com/auth/audience',
    },
    {
      text: 'Under Data access, add these permissions:',
      link: 'https://console.cloud.google.com/auth/scopes',
      listsPermissions: true,
    },
    {
      text: 'Create a client. If you open the panel on the machine that runs the server, the type Desktop app is enough. Otherwise choose Web application, and paste this as authorised redirect URI:',
      link: 'https://console.cloud.google.com/auth/clients/create',
      address: 'redirect',
    },
    {
      text: 'Copy the client ID and the client secret of the client into the fields below. Google asks for the secret of a Desktop app too.',
    },
    {
      text: 'Press Publish app under Audience. In testing, Google ends every sign-in after seven days.',
      link: 'https://console.cloud.google.com/auth/audience',
    },
  ],
})
