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
})
