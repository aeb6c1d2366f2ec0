import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about Voicemod: the state of the connection, and why a request failed. */
export const voicemodMessages = defineMessages('platforms.voicemod', {
  connecting: 'Connecting to Voicemod.',
  connected: {
    plural: 'count',
    one: 'Voicemod is connected with {count:number} voice.',
    other: 'Voicemod is connected with {count:number} voices.',
  },
  works: {
    plural: 'count',
    one: 'Voicemod answers and accepts the client key. It has {count:number} voice.',
    other: 'Voicemod answers and accepts the client key. It has {count:number} voices.',
  },
  unreachable: 'Voicemod cannot be reached at {address}. Start Voicemod on that machine.',
  wrongKey: 'Voicemod refused the client key. Enter the key that Voicemod has issued to you.',
  closed: 'Voicemod closed the connection.',
  noAnswer: 'Voicemod does not answer.',
  wrongAddress:
    'The address must begin with ws:// or wss://, such as ws://127.0.0.1:59129/v1/, without a password in it.',
  voiceStays: 'Voicemod did not change the voice in time.',
  switchStays: 'Voicemod did not turn its voice changer on or off in time.',
})
