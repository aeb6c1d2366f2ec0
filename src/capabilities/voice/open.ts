import type { OnClose } from '../../kernel/closing.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { createProgramSettings, type ProgramSettingsNeeds } from '../../platforms/programs/program-settings.ts'
import { voicemodSettingsIn } from '../../platforms/voicemod/settings.ts'
import type { VoicemodTimings } from '../../platforms/voicemod/voicemod-socket.ts'
import type { Events } from '../events/events.ts'
import type { Obs } from '../obs/obs.ts'
import type { Settings } from '../settings/settings.ts'
import { createMicrophone } from './microphone.ts'
import { createMicrophoneEffects } from './microphone-effects.ts'
import type { SpeechEffects } from './speech-effects.ts'
import { createVoice } from './voice.ts'
import { createVoiceEnds } from './voice-ends.ts'
import { createVoicemod, type VoicemodNeeds } from './voicemod.ts'

export type VoiceParts = ReturnType<typeof openVoice>

/** Voice effects: of the speech on the overlay, and of the microphone by OBS and Voicemod. */
export function openVoice(
  needs: Pick<VoicemodNeeds, 'db' | 'clock' | 'ids' | 'log' | 'bus'> &
    ProgramSettingsNeeds & {
      readonly overrides: { readonly voicemodTimings?: Partial<VoicemodTimings> }
      readonly chance: () => number
      readonly nodeId: string | undefined
      readonly onClose: OnClose
      readonly events: Events
      readonly settings: Settings
      readonly platforms: Pick<Platforms, 'isWhollyOnSandbox'>
      readonly obs: Obs
      readonly speechEffects: SpeechEffects
    },
) {
  const { overrides, onClose } = needs
  const programSettings = createProgramSettings({
    ...needs,
    service: 'voicemod',
    fields: ['url', 'client_key'],
    read: voicemodSettingsIn,
  })
  const voicemod = createVoicemod({
    ...needs,
    timings: overrides.voicemodTimings ?? {},
    listSettings: programSettings.list,
  })
  onClose(() => voicemod.close())
  programSettings.onChange(() => voicemod.refresh())
  const microphoneEffects = createMicrophoneEffects({ ...needs, voicemod })
  const microphone = createMicrophone({ ...needs, voicemod, microphoneEffects })
  return {
    voicemod,
    voice: createVoice({ ...needs, microphone }),
    voiceEnds: createVoiceEnds({ ...needs, voicemod }),
  }
}
