import {
  type AccountSetupName,
  type ChannelSetupName,
  isAccountSetup,
  isChannelSetup,
  type SpeechSetupName,
} from '../capabilities/service-setups/contract/service-setups.ts'
import { createServiceSetups, type SetupCheck } from '../capabilities/service-setups/service-setups.ts'
import { type HttpEngineName, httpEngines } from '../capabilities/speech/contract/speech-engines.ts'
import { streamerbotSettingsIn } from '../capabilities/streamerbot/settings.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import { discordSettingsIn } from '../platforms/discord/settings.ts'
import { obsSettingsIn } from '../platforms/obs/settings.ts'
import { checkService, permissionsOf } from '../platforms/services/check-services.ts'
import type { CredentialValues } from '../platforms/services/credentials.ts'
import { voicemodSettingsIn } from '../platforms/voicemod/settings.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import { engineSettingsWith, serviceSettingsWith } from './settings-of-services.ts'

export type SetupParts = ReturnType<typeof openSetups>

/** Credentials that are entered in the panel. */
export function openSetups(needs: NodeParts & ChannelParts & PlatformParts) {
  const { config, clock, log, address, events, channels, credentials, serviceHttp: http } = needs
  const { redirectUri, webhookUri } = address

  function accountSettings<S extends AccountSetupName>(name: S, values: CredentialValues) {
    return config.services?.[name] ?? serviceSettingsWith(config, name, values)
  }

  /** Throws a `Failure` for settings that the engine does not take. */
  async function checkSpeech(
    engine: HttpEngineName,
    values: CredentialValues,
    signal: AbortSignal,
  ): Promise<SetupCheck> {
    const { checkEngine } = await import('../capabilities/speech/check-engine.ts')
    const { voices, ...result } = await checkEngine(engine, engineSettingsWith(config, engine, values), signal)
    const titleOf = ({ name, language }: { name: string; language: string }) =>
      language === '' ? name : `${name} · ${language}`
    return { ...result, choices: voices.map((voice) => ({ value: voice.id, title: titleOf(voice) })) }
  }

  const serviceSetups = createServiceSetups({
    credentials,
    given: config.given ?? {},
    isGivenFor: async (channelId) => (await channels.list())[0]?.id === channelId,
    events,
    log,
    permissionsOf,
    redirectUri,
    webhookUri,

    async loadIsComplete() {
      const { createHttpEngineByName } = await import('../capabilities/speech/open-engines.ts')
      return (name, values) => {
        if (isAccountSetup(name)) return accountSettings(name, values) !== undefined
        if (isChannelSetup(name)) return programs[name].isComplete(values)
        if (Object.keys(values).length === 0) return false
        try {
          createHttpEngineByName(engineOf(name), engineSettingsWith(config, engineOf(name), values))
          return true
        } catch (error) {
          throw new Failure('invalid_parameter', { message: (error as Error).message, cause: error })
        }
      }
    },

    async check(name, values, signal) {
      if (isChannelSetup(name)) return programs[name].check(needs, values, signal)
      if (!isAccountSetup(name)) return checkSpeech(engineOf(name), values, signal)
      const settings = complete(accountSettings(name, values))
      const message = await checkService(name, settings, { http, clock, log, webhookUri }, signal)
      return { isWorking: true, message }
    },
  })
  return { serviceSetups }
}

type ProgramNeeds = Pick<NodeParts, 'clock' | 'config' | 'overrides'> & Pick<ChannelParts, 'keys'>

/** The programs and bots of a channel: whether these values are enough to connect, and what a check says. */
const programs: {
  readonly [N in ChannelSetupName]: {
    isComplete(values: CredentialValues): boolean
    check(needs: ProgramNeeds, values: CredentialValues, signal: AbortSignal): Promise<SetupCheck>
  }
} = {
  obs: {
    isComplete: (values) => obsSettingsIn(values) !== undefined,
    async check({ clock }, values, signal) {
      const { checkObs } = await import('../platforms/obs/check.ts')
      return { isWorking: true, message: await checkObs({ clock, settings: complete(obsSettingsIn(values)) }, signal) }
    },
  },
  voicemod: {
    isComplete: (values) => voicemodSettingsIn(values) !== undefined,
    async check({ clock }, values, signal) {
      const { checkVoicemod } = await import('../platforms/voicemod/check.ts')
      const settings = complete(voicemodSettingsIn(values))
      return { isWorking: true, message: await checkVoicemod({ clock, settings }, signal) }
    },
  },
  discord: {
    isComplete: (values) => discordSettingsIn(values) !== undefined,
    async check({ clock, config, overrides }, values, signal) {
      const { checkDiscord } = await import('../platforms/discord/check.ts')
      const settings = complete(discordSettingsIn(values, config.discordApi))
      return checkDiscord({ clock, settings, timeLimit: overrides.timeLimit }, signal)
    },
  },
  streamerbot: {
    isComplete: (values) => streamerbotSettingsIn(values) !== undefined,
    async check({ clock, keys }, values) {
      const { checkStreamerbot } = await import('../capabilities/streamerbot/check.ts')
      return checkStreamerbot({ clock, keys, settings: complete(streamerbotSettingsIn(values)) })
    },
  },
}

function complete<T>(settings: T | undefined): T {
  if (settings === undefined) throw new Error('only complete settings are checked')
  return settings
}

function engineOf(name: SpeechSetupName): HttpEngineName {
  const found = httpEngines.find((engine) => name === `speech_${engine.name}`)
  if (found === undefined) throw new Error('There is no such speech engine.')
  return found.name
}
