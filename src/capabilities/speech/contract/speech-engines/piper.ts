import { defineSpeechEngine } from './definition.ts'

export const piper = defineSpeechEngine({
  name: 'piper',
  title: 'Piper',
  help: 'A Piper HTTP server on your own machine or network.',
  connection: 'http',
  settings: ['url', 'voice'],
  needsKey: false,
  voices: [
    { id: 'en_US-lessac-medium', name: 'Lessac', language: 'en-US' },
    { id: 'en_GB-alan-medium', name: 'Alan', language: 'en-GB' },
    { id: 'de_DE-thorsten-medium', name: 'Thorsten', language: 'de-DE' },
    { id: 'es_ES-davefx-medium', name: 'Davefx', language: 'es-ES' },
    { id: 'fr_FR-siwis-medium', name: 'Siwis', language: 'fr-FR' },
    { id: 'tr_TR-dfki-medium', name: 'Dfki', language: 'tr-TR' },
  ],
  defaultVoice: '',
  setup: {
    steps: [
      {
        text: 'Start the HTTP server of Piper: python3 -m piper.http_server -m en_US-lessac-medium',
        link: 'https://github.com/OHF-Voice/piper1-gpl/blob/main/docs/API_HTTP.md',
      },
      { text: 'Enter its address below, such as http://127.0.0.1:5000. No key and no permissions are needed.' },
    ],
    fields: { url: { help: 'Of the HTTP server of Piper.', isOptional: false } },
  },
})
