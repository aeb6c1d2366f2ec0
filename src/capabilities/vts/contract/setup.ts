import { defineServiceSetup } from '../../../definitions/define-service-setup.ts'

export const vts = defineServiceSetup({
  name: 'vts',
  title: 'VTube Studio',
  group: 'vts',
  belongsTo: 'channel',
  fields: {
    url: {
      title: 'Address',
      help: 'Of the API of VTube Studio, with the port that its settings show.',
      initial: 'ws://127.0.0.1:8001',
    },
  },
  steps: [
    {
      text: 'In the settings of VTube Studio, turn on the API for plug-ins. Its port is shown there, 8001 by default.',
    },
    { text: 'Save the address below. If VTube Studio runs on another machine, enter the address of that machine.' },
    { text: 'Choose Allow in the window that opens in VTube Studio. It asks only once.' },
  ],
})
