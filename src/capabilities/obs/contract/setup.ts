import { defineServiceSetup } from '../../../definitions/define-service-setup.ts'

export const obs = defineServiceSetup({
  name: 'obs',
  title: 'OBS',
  group: 'obs',
  belongsTo: 'channel',
  fields: {
    url: { title: 'Address', help: 'Of the WebSocket server of OBS. On this machine: ws://127.0.0.1:4455' },
    password: { title: 'Password', help: 'Only if OBS asks for one.', isSecret: true, isOptional: true },
  },
  steps: [
    { text: 'In OBS 28 or newer, open Tools › WebSocket Server Settings and turn on Enable WebSocket server.' },
    { text: 'Press Show Connect Info. Enter the IP and the port as the address, such as ws://192.168.1.20:4455.' },
    { text: 'Copy the server password into the field below.' },
  ],
})
