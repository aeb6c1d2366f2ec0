import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { textOfError } from '../../kernel/text/text-error.ts'
import type { HttpClient } from '../../platforms/calls/http-client.ts'
import type { ServiceSettings } from '../../platforms/services/all-service-settings.ts'
import { checkService, permissionsOf } from '../../platforms/services/check-services.ts'
import type { Credentials, CredentialValues } from '../../platforms/services/credentials.ts'
import type { GivenValues } from '../../platforms/services/service-settings.ts'
import type { Service } from '../../platforms/services/services.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { type HttpEngineName, httpEngines } from '../speech/contract/speech-engines.ts'
import type { SpeechServices } from '../speech/open-engines.ts'
import { engineSettingsWith } from '../speech/speech-settings.ts'
import {
  type AccountSetupName,
  isAccountSetup,
  isChannelSetup,
  type SpeechSetupName,
} from './contract/service-setups.ts'
import { complete, type ProgramNeeds, programs } from './programs.ts'
import { createServiceSetups, type SetupCheck } from './service-setups.ts'

/** Credentials that are entered in the panel. */
export function openServiceSetups(
  needs: ProgramNeeds & {
    config: {
      readonly given?: GivenValues
      readonly services?: ServiceSettings
      readonly speech?: SpeechServices | undefined
      readonly tikfinityUrl?: string
    }
    isShared: boolean
    log: Log
    address: { redirectUri: (service: Service) => string; webhookUri: (service: Service) => string }
    channels: Channels
    credentials: Credentials
    events: Events
    serviceHttp: HttpClient
    serviceSettings: {
      /** With these values beside those of the environment, which win. */
      with: <S extends AccountSetupName>(service: S, values: CredentialValues) => ServiceSettings[S]
    }
  },
) {
  const { config, clock, log, address, events, channels, credentials, serviceHttp: http, serviceSettings } = needs
  const { redirectUri, webhookUri } = address

  function accountSettings<S extends AccountSetupName>(name: S, values: CredentialValues) {
    return config.services?.[name] ?? serviceSettings.with(name, values)
  }

  /** Throws a `Failure` for settings that the engine does not take. */
  async function checkSpeech(
    engine: HttpEngineName,
    values: CredentialValues,
    signal: AbortSignal,
  ): Promise<SetupCheck> {
    const { checkEngine } = await import('../speech/check-engine.ts')
    const { voices, ...result } = await checkEngine(
      engine,
      engineSettingsWith(config.speech?.services[engine], values),
      signal,
    )
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
        if (isChannelSetup(name)) return programs[name].isComplete(values)
        if (Object.keys(values).length === 0) return false
        const engine = engineOf(name)
        try {
          createHttpEngineByName(engine, engineSettingsWith(config.speech?.services[engine], values))
          return true
        } catch (error) {
          throw new Failure('invalid_parameter', { message: textOfError(error), cause: error })
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

  /** Where TikFinity runs on this machine. In a cluster the machine of the node is not that of the streamer. */
  async function findTikFinity(): Promise<string | undefined> {
    if (needs.isShared) return undefined
    const { isTikFinityRunning, tikfinityUrl } = await import('../../platforms/tiktok/find-tikfinity.ts')
    const url = config.tikfinityUrl ?? tikfinityUrl
    return (await isTikFinityRunning({ clock, log }, url)) ? url : undefined
  }

  return { serviceSetups, findTikFinity }
}

function engineOf(name: SpeechSetupName): HttpEngineName {
  const found = httpEngines.find((engine) => name === `speech_${engine.name}`)
  if (found === undefined) throw new Error('There is no such speech engine.')
  return found.name
}
