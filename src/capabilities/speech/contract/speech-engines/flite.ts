import { defineSpeechEngine } from './definition.ts'

export const flite = defineSpeechEngine({
  name: 'flite',
  title: 'Flite',
  help: 'English voices that are part of Showcaller and need no account.',
  connection: 'built-in',
  settings: [],
  needsKey: false,
  voices: [
    { id: 'slt', name: 'Slt, clear, female', language: 'en-US' },
    { id: 'rms', name: 'Rms, clear, male', language: 'en-US' },
    { id: 'awb', name: 'Awb, Scottish, male', language: 'en-GB' },
    { id: 'kal16', name: 'Kal, robot', language: 'en-US' },
    { id: 'kal', name: 'Kal, small robot', language: 'en-US' },
  ],
  defaultVoice: 'slt',
})
