import { defineServiceSetup } from '../../../definitions/define-service-setup.ts'
import { discordPermissions } from './discord.ts'

export const discord = defineServiceSetup({
  name: 'discord',
  title: 'Discord',
  group: 'discord',
  belongsTo: 'channel',
  fields: {
    token: { title: 'Bot token', isSecret: true },
    guild: {
      title: 'Server',
      help: 'Only if the bot is on several servers: press Check and choose yours.',
      isOptional: true,
      isChoice: true,
    },
  },
  steps: [
    {
      text: 'Open the Developer Portal, press New Application, and enter the name that your bot shall have.',
      link: 'https://discord.com/developers/applications',
    },
    { text: 'Open the page Bot, press Reset Token and copy the token into the field below.' },
    { text: 'On the page Installation, set Install Link to None and save. Then turn off Public Bot on the page Bot.' },
    { text: 'Only for the chat bridge: on the same page, turn on Message Content Intent.' },
    {
      text: 'Save. Then press Add the bot to your server in this card. The bot is given these permissions and no others:',
      listsPermissions: true,
    },
    {
      text: 'For roles: in the settings of your Discord server, drag the role of the bot above the roles that it gives.',
    },
  ],
  permissions: discordPermissions,
})
