import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'
import { publicAppFields } from '../../../../definitions/oauth-app.ts'

export const twitch = defineServiceSetup({
  name: 'twitch',
  title: 'Twitch',
  group: 'platform',
  belongsTo: 'server',
  fields: publicAppFields,
  steps: [
    {
      text: 'Turn on two-factor authentication. Twitch requires it to register an application.',
      link: 'https://www.twitch.tv/settings/security',
    },
    {
      text: 'Open the developer console and press Register Your Application. Choose a name that is not in use, the category Chat Bot, and the client type Public to connect with a code, or Confidential to connect with a redirect.',
      link: 'https://dev.twitch.tv/console/apps/create',
    },
    { text: 'Paste this as OAuth Redirect URL:', address: 'redirect' },
    {
      text: 'Press Create, then Manage next to the new application. Copy the client ID. For the type Confidential, also press New Secret and copy the secret, which is shown once.',
    },
    {
      text: 'No permissions are chosen there. Twitch asks for these when you connect your account:',
      listsPermissions: true,
    },
  ],
})
