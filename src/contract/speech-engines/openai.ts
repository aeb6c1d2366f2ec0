import { defineSpeechEngine } from './definition.ts'

export const openai = defineSpeechEngine({
  name: 'openai',
  title: 'OpenAI-compatible service',
  help: 'OpenAI itself, or a local server that speaks its protocol.',
  connection: 'http',
  settings: ['url', 'key', 'model', 'voice'],
  needsKey: false,
  voices: ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse'].map(
    (id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), language: '' }),
  ),
  defaultVoice: 'alloy',
})
