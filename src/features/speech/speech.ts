import { Failure } from '../../contract/failures.ts'
import type { TtsPayload } from '../../contract/overlay-messages.ts'
import type { SpeechChain } from '../../speech/chain.ts'
import { prepareText } from '../../speech/prepare-text.ts'
import type { Cause } from '../events/events.ts'
import type { Overlays } from '../overlays/overlays.ts'
import type { VoiceEffects } from './voice-effects.ts'

/** Long enough for a page that is just coming back, short enough that nothing is said about last minute's game. */
const expiresInMs = 60_000

export type Speech = ReturnType<typeof createSpeech>

/** Text that is spoken on stream: the server renders it, the page plays it and shows who says what. */
export function createSpeech(needs: { overlays: Overlays; voiceEffects: VoiceEffects; voices: SpeechChain }) {
  const { overlays, voiceEffects, voices } = needs

  /** What the page plays; undefined when there is nothing to say, or no voice that could. */
  async function render(channelId: number, text: string): Promise<TtsPayload['audio']> {
    const { spoken } = prepareText(text)
    if (spoken === undefined) return undefined
    const line = await voices.say({ text: spoken, lane: String(channelId) })
    return line && { url: `/overlay/speech/${line.id}`, durationMs: line.durationMs ?? 0 }
  }

  return {
    render,

    async say(cause: Cause, { text, username }: { readonly text: string; readonly username: string }) {
      const channelId = cause.channel.id
      // Before the work of speaking: without a page nobody would hear it.
      if (!overlays.isConnected(channelId, { kind: 'tts' })) throw new Failure('overlay_not_connected')
      const { shown } = prepareText(text, { showLinks: true })
      const audio = await render(channelId, text)
      const effect = await voiceEffects.current(channelId)
      const payload = {
        username,
        text: shown === '' ? text : shown,
        ...(audio === undefined ? {} : { audio }),
        ...(effect === undefined ? {} : { voice_effect: effect }),
      }
      return overlays.fire(cause, { kind: 'tts', idPrefix: 'tts', payload, expiresInMs })
    },
  }
}
