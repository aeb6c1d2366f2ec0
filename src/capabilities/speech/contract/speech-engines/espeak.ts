import { defineSpeechEngine } from './definition.ts'

export const espeak = defineSpeechEngine({
  name: 'espeak',
  title: 'eSpeak NG',
  help: 'Many languages, where the program espeak-ng is installed on the server.',
  connection: 'built-in',
  settings: [],
  needsKey: false,
  voices: [],
  defaultVoice: '',
})
