import { defineSpeechEngine } from './definition.ts'

export const openai = defineSpeechEngine({
  name: 'openai',
  title: 'OpenAI',
  help: 'OpenAI itself, or a local server that speaks its protocol.',
  connection: 'http',
  settings: ['url', 'key', 'model', 'voice'],
  needsKey: false,
  voices: ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse'].map(
    (id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), language: '' }),
  ),
  defaultVoice: 'alloy',
  setup: {
    steps: [
      {
        text: 'For OpenAI, open the API keys and press Create new secret key. Choose the permissions Restricted, and for Model capabilities Request.',
        link: 'https://platform.openai.com/api-keys',
      },
      { text: 'Copy the key into the field below. Speech is billed to your OpenAI account.' },
      { text: 'For a server of your own, enter its address instead, such as http://127.0.0.1:8880, and its model.' },
    ],
  },
})
