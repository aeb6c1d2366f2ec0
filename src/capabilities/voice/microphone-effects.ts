import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Settings } from '../settings/settings.ts'
import type { VoiceSource } from './contract/voice.ts'
import { microphoneEffectTitles } from './messages.ts'
import type { Voicemod } from './voicemod.ts'
import { voicemodIds } from './voicemod-restore.ts'

/** An effect that can be started. */
export interface OfferedEffect {
  readonly id: string
  readonly name: string
  readonly source: VoiceSource
}

export interface MicrophoneEffect extends OfferedEffect {
  /** Of OBS. */
  readonly filter?: { readonly source: string; readonly filter: string }
  /** The sandbox says that it is on, and changes nothing. */
  readonly isSimulated: boolean
}

export type MicrophoneEffects = ReturnType<typeof createMicrophoneEffects>

/** The effects that the microphone of a channel has: chosen filters of OBS, the voices of Voicemod, or the sandbox. */
export function createMicrophoneEffects(needs: {
  settings: Settings
  voicemod: Voicemod
  platforms: Pick<Platforms, 'isWhollyOnSandbox'>
}) {
  const { settings, voicemod, platforms } = needs

  return {
    async list(channel: Channel): Promise<MicrophoneEffect[]> {
      const { input, filters } = (await settings.of(channel.id)).microphone
      // The test channel has the same effects as its channel, and must not change a real voice.
      const isSimulated = channel.isTestChannel
      const ofObs = filters.flatMap(({ filter, name }): MicrophoneEffect[] => {
        if (input === undefined) return []
        return [{ id: `obs:${filter}`, name, source: 'obs', filter: { source: input, filter }, isSimulated }]
      })
      const all = [...ofObs, ...ofVoicemod(voicemod.snapshotOf(channel.id)?.voices)]
      const isSetUp = all.length > 0 || voicemod.connectionOf(channel.id) !== undefined
      return isSetUp || !(await platforms.isWhollyOnSandbox(channel)) ? all : sandboxEffects()
    },
  }
}

function ofVoicemod(voices: readonly { readonly id: string; readonly name: string }[] | undefined): MicrophoneEffect[] {
  if (voices === undefined) return []
  const effect = (id: string, name: string) => ({ id, name, source: 'voicemod', isSimulated: false }) as const
  return [
    ...(voices.length > 0 ? [effect(voicemodIds.random, microphoneEffectTitles.random())] : []),
    effect(voicemodIds.beep, microphoneEffectTitles.beep()),
    ...voices.map(({ id, name }) => effect(voicemodIds.ofVoice(id), name)),
  ]
}

function sandboxEffects(): MicrophoneEffect[] {
  return [
    { id: 'sandbox:robot', name: microphoneEffectTitles.sandboxRobot(), source: 'sandbox', isSimulated: true },
    { id: 'sandbox:deep', name: microphoneEffectTitles.sandboxDeep(), source: 'sandbox', isSimulated: true },
  ]
}

/** By its id; otherwise by its name in any case, because viewers type names. */
export function effectNamed<E extends OfferedEffect>(effects: readonly E[], wanted: string): E | undefined {
  const key = wanted.toLowerCase()
  return effects.find(({ id }) => id === wanted) ?? effects.find(({ name }) => name.toLowerCase() === key)
}
