import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'
import { oauthAppFields } from '../../../../definitions/oauth-app.ts'

export const kick = defineServiceSetup({
  name: 'kick',
  title: 'Kick',
  group: 'platform',
  belongsTo: 'server',
  fields: oauthAppFields,
  steps: [
    {
      text: 'Turn on two-factor authentication. Kick shows its developer settings only to accounts that have it.',
      link: 'https://kick.com/settings/security',
    },
    {
      text: 'Open the developer settings and create an app. Any name works.',
      link: 'https://kick.com/settings/developer',
    },
    { text: 'Paste this as Redirect URL:', address: 'redirect' },
    {
      text: 'Turn on Enable Webhooks and paste this as Webhook URL. Kick can reach it only if it is a public https address:',
      address: 'webhook',
    },
    { text: 'Allow these permissions:', listsPermissions: true },
    { text: 'Create a bot for the app in the same place. Kick sends no events to an app without a bot.' },
    { text: 'Copy the client ID and the client secret of the app into the fields below.' },
  ],
})
