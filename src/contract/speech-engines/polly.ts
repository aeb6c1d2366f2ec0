import { defineSpeechEngine } from './definition.ts'

export const polly = defineSpeechEngine({
  name: 'polly',
  title: 'Amazon Polly',
  help: 'Amazon Polly voices, with an access key.',
  connection: 'http',
  settings: ['url', 'key_id', 'key', 'region', 'model', 'voice'],
  needsKey: true,
  voices: [
    { id: 'Joanna', name: 'Joanna', language: 'en-US' },
    { id: 'Matthew', name: 'Matthew', language: 'en-US' },
    { id: 'Amy', name: 'Amy', language: 'en-GB' },
    { id: 'Vicki', name: 'Vicki', language: 'de-DE' },
    { id: 'Burcu', name: 'Burcu', language: 'tr-TR' },
  ],
  defaultVoice: 'Joanna',
})
