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
})
