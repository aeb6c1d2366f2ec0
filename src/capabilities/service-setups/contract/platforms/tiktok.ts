import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'

/** TikTok has no app to register: its events come from Euler Stream, or from a program that the broadcaster runs. */
export const tiktok = defineServiceSetup({
  name: 'tiktok',
  title: 'TikTok',
  group: 'platform',
  belongsTo: 'server',
  fields: {
    username: { title: 'TikTok username', help: 'For Euler Stream.', isOptional: true },
    euler_key: { title: 'Euler Stream API key', help: 'For Euler Stream.', isSecret: true, isOptional: true },
    bridge_url: {
      title: 'Bridge address',
      help: 'For your own bridge, such as ws://127.0.0.1:8765.',
      isOptional: true,
    },
    bridge_token: {
      title: 'Bridge token',
      help: 'For your own bridge, if it requires one.',
      isSecret: true,
      isOptional: true,
    },
  },
  steps: [
    {
      text: 'TikTok has no official API for its live chat, so another program has to read it. The simplest is Euler Stream, a third party: create an account there, open API keys and create a key.',
      link: 'https://www.eulerstream.com/dashboard',
    },
    { text: 'Copy the key into the fields below, and enter your TikTok username without @.' },
    {
      text: 'If you run your own bridge instead, leave those two empty and enter the address of the bridge, and its token if it requires one. docs/platforms/tiktok.md describes its protocol.',
    },
    { text: 'No permissions are needed, and neither way uses your TikTok password.' },
  ],
})
