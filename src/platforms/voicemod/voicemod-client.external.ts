import { Failure } from '../../kernel/operation/contract/failures.ts'
import { voicemodMessages } from './messages.ts'
import type { VoicemodMessage, VoicemodVoice } from './protocol.external.ts'
import type { AskVoicemod } from './voicemod-socket.ts'

const readTimeoutMs = 5_000
/** A voice is loaded from the disk, and Voicemod ignores other requests meanwhile. */
const voiceTimeoutMs = 4_000
const voiceTries = 2
const switchTimeoutMs = 3_000
/** There is no way to ask whether it beeps, and not every version reports it. */
const beepTimeoutMs = 500

type MessageOf<K> = Extract<VoicemodMessage, { readonly kind: K }>

export type VoicemodClient = ReturnType<typeof createVoicemodClient>

/** The requests of Voicemod that this server makes. One must be done before the next is made. */
export function createVoicemodClient(ask: AskVoicemod) {
  async function read<K extends VoicemodMessage['kind']>(action: string, kind: K): Promise<MessageOf<K>> {
    const answer = await ask(action, {}, (message) => message.kind === kind, readTimeoutMs)
    if (answer === undefined) throw new Failure('voice_not_connected', { message: voicemodMessages.noAnswer.of() })
    return answer as MessageOf<K>
  }

  const currentVoice = async (): Promise<string> => (await read('getCurrentVoice', 'voice')).voice
  const isChangerOn = async (): Promise<boolean> => (await read('getVoiceChangerStatus', 'changer')).isOn

  return {
    listVoices: async (): Promise<readonly VoicemodVoice[]> => (await read('getVoices', 'voices')).voices,
    currentVoice,
    isChangerOn,

    /** Returns once Voicemod has the voice. */
    async loadVoice(id: string): Promise<void> {
      const isLoaded = (message: VoicemodMessage) => message.kind === 'voice' && message.voice === id
      for (let tries = 0; tries < voiceTries; tries++) {
        if ((await currentVoice()) === id) return
        if ((await ask('loadVoice', { voiceID: id }, isLoaded, voiceTimeoutMs)) !== undefined) return
      }
      if ((await currentVoice()) === id) return
      throw new Failure('voice_not_connected', { message: voicemodMessages.voiceStays.of(), mayHaveHappened: true })
    },

    /** Effects are heard while this switch of the app is on. */
    async turnChanger(isOn: boolean): Promise<void> {
      if ((await isChangerOn()) === isOn) return
      await ask('toggleVoiceChanger', {}, (message) => message.kind === 'changer', switchTimeoutMs)
      if ((await isChangerOn()) === isOn) return
      throw new Failure('voice_not_connected', { message: voicemodMessages.switchStays.of(), mayHaveHappened: true })
    },

    async turnBeep(isOn: boolean): Promise<void> {
      const isMeant = (message: VoicemodMessage) => message.kind === 'beep' && message.isOn === isOn
      await ask('setBeepSound', { badLanguage: isOn ? 1 : 0 }, isMeant, beepTimeoutMs)
    },
  }
}
