import { Failure } from '../contract/failures.ts'
import { type AccountSetupName, isAccountSetup, type SpeechSetupName } from '../contract/service-setups.ts'
import { type HttpEngineName, httpEngines } from '../contract/speech-engines.ts'
import { createServiceSetups, type SetupCheck } from '../features/service-setups/service-setups.ts'
import { checkService, permissionsOf } from '../platforms/check-services.ts'
import type { CredentialValues } from '../platforms/credentials.ts'
import { discordSettingsIn } from '../platforms/discord/settings.ts'
import { obsSettingsIn } from '../platforms/obs/settings.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import { engineSettingsWith, serviceSettingsWith } from './settings-of-services.ts'

export type SetupParts = ReturnType<typeof openSetups>

/** Credentials that are entered in the panel. */
export function openSetups(needs: NodeParts & ChannelParts & PlatformParts) {
  const { config, overrides, clock, log, address, events, channels, credentials, serviceHttp: http } = needs
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
    const { checkEngine } = await import('../speech/check-engine.ts')
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
      const { createHttpEngineByName } = await import('../speech/open-engines.ts')
      return (name, values) => {
        if (isAccountSetup(name)) return accountSettings(name, values) !== undefined
        if (name === 'obs') return obsSettingsIn(values) !== undefined
        if (name === 'discord') return discordSettingsIn(values) !== undefined
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
      if (name === 'discord') {
        const settings = discordSettingsIn(values, config.discordApi)
        if (settings === undefined) throw new Error('only complete settings are checked')
        const { checkDiscord } = await import('../platforms/discord/check.ts')
        return checkDiscord({ clock, settings, timeLimit: overrides.timeLimit }, signal)
      }
      if (name === 'obs') {
        const settings = obsSettingsIn(values)
        if (settings === undefined) throw new Error('only complete settings are checked')
        const { checkObs } = await import('../platforms/obs/check.ts')
        return { isWorking: true, message: await checkObs({ clock, settings }, signal) }
      }
      if (!isAccountSetup(name)) return checkSpeech(engineOf(name), values, signal)
      const settings = accountSettings(name, values)
      if (settings === undefined) throw new Error('only complete settings are checked')
      const message = await checkService(name, settings, { http, clock, log, webhookUri }, signal)
      return { isWorking: true, message }
    },
  })
  return { serviceSetups }
}

function engineOf(name: SpeechSetupName): HttpEngineName {
  const found = httpEngines.find((engine) => name === `speech_${engine.name}`)
  if (found === undefined) throw new Error('There is no such speech engine.')
  return found.name
}
