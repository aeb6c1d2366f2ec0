import { defineSpeechEngine } from './definition.ts'

export const google = defineSpeechEngine({
  name: 'google',
  title: 'Google Cloud Text-to-Speech',
  help: 'Google Cloud voices, with an API key.',
  connection: 'http',
  settings: ['url', 'key', 'voice'],
  needsKey: true,
  voices: [
    { id: 'en-US-Neural2-C', name: 'Neural C', language: 'en-US' },
    { id: 'en-US-Neural2-D', name: 'Neural D', language: 'en-US' },
    { id: 'en-GB-Neural2-B', name: 'Neural B', language: 'en-GB' },
    { id: 'de-DE-Neural2-B', name: 'Neural B', language: 'de-DE' },
    { id: 'tr-TR-Wavenet-A', name: 'Wavenet A', language: 'tr-TR' },
  ],
  defaultVoice: '',
  setup: {
    steps: [
      {
        text: 'Open Cloud Text-to-Speech API in the Google Cloud console and press Enable. Google asks for a billing account.',
        link: 'https://console.cloud.google.com/apis/library/texttospeech.googleapis.com',
      },
      {
        text: 'Under Credentials press Create credentials, then API key. As only permission, restrict the key to Cloud Text-to-Speech API.',
        link: 'https://console.cloud.google.com/apis/credentials',
      },
      { text: 'Copy the key into the field below.' },
    ],
  },
})
