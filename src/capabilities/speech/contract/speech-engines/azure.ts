import { defineSpeechEngine } from './definition.ts'

export const azure = defineSpeechEngine({
  name: 'azure',
  title: 'Azure Speech',
  help: 'Azure voices, with the key of a Speech resource.',
  connection: 'http',
  settings: ['url', 'key', 'region', 'voice'],
  needsKey: true,
  voices: [
    { id: 'en-US-JennyNeural', name: 'Jenny', language: 'en-US' },
    { id: 'en-US-GuyNeural', name: 'Guy', language: 'en-US' },
    { id: 'en-GB-SoniaNeural', name: 'Sonia', language: 'en-GB' },
    { id: 'de-DE-KatjaNeural', name: 'Katja', language: 'de-DE' },
    { id: 'tr-TR-EmelNeural', name: 'Emel', language: 'tr-TR' },
  ],
  defaultVoice: 'en-US-JennyNeural',
  setup: {
    steps: [
      {
        text: 'Create a Speech resource in the Azure portal. The price tier Free F0 is enough to begin with.',
        link: 'https://portal.azure.com/#create/Microsoft.CognitiveServicesSpeechServices',
      },
      {
        text: 'Open Keys and Endpoint of the resource. Copy key 1 and the location, such as westeurope, into the fields below. No permissions are chosen.',
      },
    ],
    fields: { region: { help: 'The location of the resource, such as westeurope.', isOptional: false } },
  },
})
