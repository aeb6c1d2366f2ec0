import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Cause } from '../events/events.ts'
import { speechEffectTitles, targetOfSource, type VoiceTarget } from './contract/voice.ts'
import { voiceEffects } from './contract/voice-effects.ts'
import { voiceErrors } from './messages.ts'
import type { Microphone } from './microphone.ts'
import { effectNamed, type OfferedEffect } from './microphone-effects.ts'
import type { SpeechEffects } from './speech-effects.ts'
import { type ActiveVoiceEffect, voiceRows } from './voice-rows.ts'

export interface StartedEffect {
  readonly effect: string
  readonly target: VoiceTarget
  readonly until: number
}

export type Voice = ReturnType<typeof createVoice>

/** Voice effects of speech and of the microphone, as the API and the steps use them. */
export function createVoice(needs: {
  db: Database
  clock: Clock
  speechEffects: SpeechEffects
  microphone: Microphone
}) {
  const { db, clock, speechEffects, microphone } = needs

  return {
    /** Those of speech first. */
    async list(channel: Channel): Promise<readonly OfferedEffect[]> {
      return [...speechList(), ...(await microphone.list(channel))]
    },

    async start(
      cause: Cause & { readonly channel: Channel },
      { effect, seconds, target }: { readonly effect: string; readonly seconds: number; readonly target: VoiceTarget },
    ): Promise<StartedEffect> {
      if (target === 'microphone') return { target, ...(await microphone.start(cause, effect, seconds)) }
      const found = effectNamed(speechList(), effect)
      if (found === undefined) {
        throw new Failure('voice_effect_not_found', { message: voiceErrors.unknown.of({ effect, target }) })
      }
      const until = await db.write((tx) => speechEffects.start(tx, cause, found.id, seconds))
      return { effect: found.id, target, until }
    },

    /** Both targets unless one is named. Returns how many effects were on. */
    async stop(cause: Cause, target: VoiceTarget | undefined): Promise<number> {
      const ofSpeech = target !== 'microphone' && (await db.write((tx) => speechEffects.stop(tx, cause)))
      const ofMicrophone = target === 'speech' ? 0 : await microphone.stop(cause.channel.id)
      return (ofSpeech ? 1 : 0) + ofMicrophone
    },

    /** What is on, and what is being ended. */
    async active(channelId: number): Promise<(ActiveVoiceEffect & { readonly isEnding: boolean })[]> {
      const now = clock.now()
      const rows = await voiceRows.list(db, channelId)
      return rows.flatMap((row) => {
        const isEnding = row.until <= now
        // Speech needs nobody to end it.
        if (isEnding && targetOfSource(row.source) === 'speech') return []
        return [{ ...row, isEnding }]
      })
    },
  }
}

function speechList() {
  return voiceEffects.map((id) => ({ id, name: speechEffectTitles[id](), source: 'overlay' }) as const)
}
