import { defineServiceSetup } from '../../../definitions/define-service-setup.ts'

export const voicemod = defineServiceSetup({
  name: 'voicemod',
  title: 'Voicemod',
  group: 'voice',
  belongsTo: 'channel',
  fields: {
    client_key: { title: 'Client key', help: 'Issued by Voicemod for its Control API.', isSecret: true },
    url: {
      title: 'Address',
      help: 'Only if Voicemod runs on another machine than this server. Its own address is ws://127.0.0.1:59129/v1/',
      isOptional: true,
    },
  },
  steps: [
    {
      text: 'Ask Voicemod for a client key of the Control API. It is free.',
      link: 'https://control-api.voicemod.net/getting-started',
    },
    { text: 'Start Voicemod on the machine of this server, and choose its microphone in OBS.' },
    { text: 'Enter the client key below.' },
  ],
})
