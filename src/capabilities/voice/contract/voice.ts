import { defineMessages } from '../../../kernel/text/message.ts'
import type { VoiceEffectName } from './voice-effects.ts'

/** What a voice effect changes: the speech of the overlay, or the voice of the streamer. */
export const voiceTargets = ['speech', 'microphone'] as const
export type VoiceTarget = (typeof voiceTargets)[number]

/**
 * Who makes the effect: the overlay page, a filter in OBS, Voicemod, or the sandbox, which only says that it does. Each
 * source has one effect at a time.
 */
export const voiceSources = ['overlay', 'obs', 'voicemod', 'sandbox'] as const
export type VoiceSource = (typeof voiceSources)[number]

export function targetOfSource(source: VoiceSource): VoiceTarget {
  return source === 'overlay' ? 'speech' : 'microphone'
}

/** `time`: its seconds are over. `failed`: it could not be started, or not be ended for a day. */
export const voiceEndings = ['time', 'stopped', 'replaced', 'failed'] as const
export type VoiceEnding = (typeof voiceEndings)[number]

export const defaultVoiceSeconds = 30
export const maxVoiceSeconds = 600

export const speechEffectTitles = defineMessages('voice.speech', {
  robot: 'Robot',
  deep: 'Deep',
  chipmunk: 'Chipmunk',
  echo: 'Echo',
  radio: 'Radio',
  reverse: 'Reverse',
}) satisfies Readonly<Record<VoiceEffectName, () => string>>

/** What every node knows about the Voicemod of a channel while it is connected. */
export interface VoicemodSnapshot {
  /** The voices that may be used, without the one that changes nothing. */
  readonly voices: readonly { readonly id: string; readonly name: string }[]
}
