import { credentialsKey } from '../capabilities/service-setups/service-setups.ts'
import { createMicrophone } from '../capabilities/voice/microphone.ts'
import { createMicrophoneEffects } from '../capabilities/voice/microphone-effects.ts'
import { createVoice } from '../capabilities/voice/voice.ts'
import { createVoiceEnds } from '../capabilities/voice/voice-ends.ts'
import { createVoicemod } from '../capabilities/voice/voicemod.ts'
import { setupVariable } from '../definitions/define-service-setup.ts'
import { type VoicemodSettings, voicemodSettingsIn } from '../platforms/voicemod/settings.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { ObsParts } from './obs.ts'
import type { PlatformParts } from './platforms.ts'
import type { StageParts } from './stage.ts'

export type VoiceParts = ReturnType<typeof openVoice>

/** Voice effects: of the speech on the overlay, and of the microphone by OBS and Voicemod. */
export function openVoice(
  needs: NodeParts & ChannelParts & PlatformParts & ObsParts & Pick<StageParts, 'speechEffects'>,
) {
  const { config, overrides, log, cluster, onClose, channels, credentials } = needs

  /** The environment names one Voicemod, that of the first channel. */
  async function listSettings(): Promise<ReadonlyMap<number, VoicemodSettings>> {
    const found = new Map<number, VoicemodSettings>()
    const given = (field: string) => config.given?.[setupVariable('voicemod', field)]?.text
    for (const [index, { id }] of (await channels.list()).entries()) {
      const stored = credentials.of(credentialsKey('voicemod', id)) ?? {}
      const own = index === 0 ? { url: given('url'), client_key: given('client_key') } : {}
      try {
        const values = { url: own.url ?? stored.url, client_key: own.client_key ?? stored.client_key }
        const settings = voicemodSettingsIn(values)
        if (settings !== undefined) found.set(id, settings)
      } catch (error) {
        log.warn('the stored settings of Voicemod cannot be used', { channelId: id, error })
      }
    }
    return found
  }

  const timings = overrides.voicemodTimings ?? {}
  const voicemod = createVoicemod({ ...needs, nodeId: cluster?.nodeId, timings, listSettings })
  onClose(() => voicemod.close())
  credentials.onChange(async (name) => {
    if (name.startsWith('voicemod:')) await voicemod.refresh()
  })
  const microphoneEffects = createMicrophoneEffects({ ...needs, voicemod })
  const chance = overrides.chance ?? Math.random
  const microphone = createMicrophone({ ...needs, voicemod, microphoneEffects, chance })
  return {
    voicemod,
    voice: createVoice({ ...needs, microphone }),
    voiceEnds: createVoiceEnds({ ...needs, voicemod }),
  }
}
