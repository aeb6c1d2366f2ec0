import { defineServiceSetup } from '../../../definitions/define-service-setup.ts'

export const streamerbot = defineServiceSetup({
  name: 'streamerbot',
  title: 'Streamer.bot clients',
  group: 'clients',
  belongsTo: 'channel',
  fields: {
    key: {
      title: 'API key',
      help: 'Clients enter the same key as their password, and may do what the key may.',
      isSecret: true,
    },
    port: { title: 'Port', help: 'Only if another program uses port 8080.', isOptional: true },
    origins: {
      title: 'Allowed web pages',
      help: 'Origins of pages that may connect, separated by commas, such as https://widgets.example. A page that is opened as a file has the origin null.',
      isOptional: true,
    },
  },
  steps: [
    {
      text: 'Under Keys, create a key with the permissions that the deck or widget needs: automations:read and automations:run for actions, commands:run for chat commands, chat:write for messages, events:read and what the events contain.',
    },
    { text: 'Enter the key below and save. The port opens on the machine of this server, and only there.' },
    {
      text: 'In the deck or widget, enter the host 127.0.0.1, the port 8080, the path / and the key as password. Quit Streamer.bot first, or choose another port.',
    },
  ],
})
