import type { Clock, TimeLimit } from '../../kernel/ambient.ts'
import { discordSettingsIn } from '../../platforms/discord/settings.ts'
import { obsSettingsIn } from '../../platforms/obs/settings.ts'
import type { CredentialValues } from '../../platforms/services/credentials.ts'
import { voicemodSettingsIn } from '../../platforms/voicemod/settings.ts'
import { vtsSettingsIn } from '../../platforms/vts/settings.ts'
import type { Keys } from '../keys/keys.ts'
import { streamerbotSettingsIn } from '../streamerbot/settings.ts'
import type { ChannelSetupName } from './contract/service-setups.ts'
import type { SetupCheck } from './service-setups.ts'

export interface ProgramNeeds {
  readonly config: { readonly discordApi?: string | undefined }
  readonly overrides: { readonly timeLimit?: TimeLimit }
  readonly clock: Clock
  readonly keys: Keys
}

/** The programs and bots of a channel: whether these values are enough to connect, and what a check says. */
export const programs: {
  readonly [N in ChannelSetupName]: {
    isComplete(values: CredentialValues): boolean
    check(needs: ProgramNeeds, values: CredentialValues, signal: AbortSignal): Promise<SetupCheck>
  }
} = {
  obs: {
    isComplete: (values) => obsSettingsIn(values) !== undefined,
    async check({ clock }, values, signal) {
      const { checkObs } = await import('../../platforms/obs/check.ts')
      return { isWorking: true, message: await checkObs({ clock, settings: complete(obsSettingsIn(values)) }, signal) }
    },
  },
  voicemod: {
    isComplete: (values) => voicemodSettingsIn(values) !== undefined,
    async check({ clock }, values, signal) {
      const { checkVoicemod } = await import('../../platforms/voicemod/check.ts')
      const settings = complete(voicemodSettingsIn(values))
      return { isWorking: true, message: await checkVoicemod({ clock, settings }, signal) }
    },
  },
  vts: {
    isComplete: (values) => vtsSettingsIn(values) !== undefined,
    async check(_needs, values, signal) {
      const { checkVts } = await import('../../platforms/vts/check.ts')
      return { isWorking: true, message: await checkVts(complete(vtsSettingsIn(values)), signal) }
    },
  },
  discord: {
    isComplete: (values) => discordSettingsIn(values) !== undefined,
    async check({ clock, config, overrides }, values, signal) {
      const { checkDiscord } = await import('../../platforms/discord/check.ts')
      const settings = complete(discordSettingsIn(values, config.discordApi))
      return checkDiscord({ clock, settings, timeLimit: overrides.timeLimit }, signal)
    },
  },
  streamerbot: {
    isComplete: (values) => streamerbotSettingsIn(values) !== undefined,
    async check({ clock, keys }, values) {
      const { checkStreamerbot } = await import('../streamerbot/check.ts')
      return checkStreamerbot({ clock, keys, settings: complete(streamerbotSettingsIn(values)) })
    },
  },
}

/** The settings of something whose values are complete, as was found out before. */
export function complete<T>(settings: T | undefined): T {
  if (settings === undefined) throw new Error('only complete settings are checked')
  return settings
}
