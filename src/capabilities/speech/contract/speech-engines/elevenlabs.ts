import { defineSpeechEngine } from './definition.ts'

export const elevenlabs = defineSpeechEngine({
  name: 'elevenlabs',
  title: 'ElevenLabs',
  help: 'Voices of ElevenLabs, with an API key.',
  connection: 'http',
  settings: ['url', 'key', 'model', 'voice'],
  needsKey: true,
  voices: [
    { id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George', language: '' },
    { id: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah', language: '' },
  ],
  defaultVoice: 'JBFqnCBsd6RMkjVDRZzb',
  setup: {
    steps: [
      {
        text: 'Open the API keys of ElevenLabs and press Create key. Turn on the permissions Text to Speech (Access) and Voices (Read).',
        link: 'https://elevenlabs.io/app/settings/api-keys',
      },
      { text: 'Copy the key into the field below.' },
    ],
  },
})
