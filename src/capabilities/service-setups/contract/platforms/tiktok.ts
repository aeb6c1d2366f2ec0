import { defineServiceSetup } from '../../../../definitions/define-service-setup.ts'

/** TikTok has no app to register: its events come from Euler Stream, or from a program that the broadcaster runs. */
export const tiktok = defineServiceSetup({
  name: 'tiktok',
  title: 'TikTok',
  group: 'platform',
  belongsTo: 'server',
  fields: {
    username: { title: 'TikTok username', help: 'For TikFinity and for Euler Stream.', isOptional: true },
    tikfinity_url: {
      title: 'TikFinity address',
      help: 'For TikFinity on the computer of this server: ws://127.0.0.1:21213.',
      isOptional: true,
    },
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
      text: 'TikTok has no official API for its live chat, so another program has to read it. Choose one of three, and enter your TikTok username without @.',
    },
    {
      text: 'TikFinity, if it runs on the computer of this server: enter ws://127.0.0.1:21213 as its address. It is connected whenever it runs.',
    },
    {
      text: 'Euler Stream, a service of a third party: create an account there, open API keys, create a key and copy it into the field below.',
      link: 'https://www.eulerstream.com/dashboard',
    },
    {
      text: 'Your own bridge: enter the address of the bridge, and its token if it requires one. docs/platforms/tiktok.md describes its protocol.',
    },
    { text: 'No permissions are needed, and none of them uses your TikTok password.' },
  ],
})
