import { type AccountSetupName, setupOf } from '../capabilities/service-setups/contract/service-setups.ts'
import type { HttpEngineName } from '../capabilities/speech/contract/speech-engines.ts'
import { httpEngines } from '../capabilities/speech/contract/speech-engines.ts'
import type { HttpEngineSettings } from '../capabilities/speech/http-engine.ts'
import type { SpeechServices } from '../capabilities/speech/open-engines.ts'
import { engineSettings } from '../capabilities/speech/speech-settings.ts'
import { setupVariable } from '../definitions/define-service-setup.ts'
import type { Log } from '../kernel/log.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import type { ServiceSettings } from '../platforms/services/all-service-settings.ts'
import type { Credentials, CredentialValues } from '../platforms/services/credentials.ts'
import { type Config, readServiceSettings } from './config/config.ts'
import { ConfigError } from './config/config-values.ts'

type Needs = { readonly config: Config; readonly credentials: Credentials; readonly log: Log }

/** The settings of a service: complete ones of the environment, otherwise those together with what the panel stores. */
export function createSettingsOfServices({ config, credentials, log }: Needs) {
  return <S extends AccountSetupName>(service: S): ServiceSettings[S] => {
    const given = config.services?.[service]
    const stored = credentials.of(service)
    if (given !== undefined || stored === undefined) return given
    try {
      return serviceSettingsWith(config, service, stored)
    } catch (error) {
      log.warn('the stored credentials of a service cannot be used', { service, error })
      return undefined
    }
  }
}

/** With these values beside those of the environment, which win. Throws a `Failure` where they contradict each other. */
export function serviceSettingsWith<S extends AccountSetupName>(
  config: Config,
  service: S,
  values: CredentialValues,
): ServiceSettings[S] {
  const titleOf = (name: string) =>
    setupOf(service)
      .fields.find((field) => field.name === name)
      ?.title() ?? name
  try {
    return readServiceSettings(
      service,
      (name) => {
        const text = values[name]
        return (
          config.given?.[setupVariable(service, name)] ??
          (text === undefined ? undefined : { text, from: titleOf(name) })
        )
      },
      titleOf,
    )
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new Failure('invalid_parameter', { message: error.message, cause: error })
  }
}

/** The settings of a speech engine with these values beside those of the environment, which win. */
export function engineSettingsWith(
  config: Config,
  engine: HttpEngineName,
  values: CredentialValues,
): HttpEngineSettings {
  const given = Object.entries(config.speech?.services[engine] ?? {}).filter(([, value]) => value !== undefined)
  return { ...engineSettings((part) => values[part]), ...Object.fromEntries(given) }
}

/** The speech services of the environment, and those that the panel stores. One that cannot be used is left out. */
export async function speechServicesOf({ config, credentials, log }: Needs): Promise<SpeechServices> {
  const services: { [N in HttpEngineName]?: HttpEngineSettings | undefined } = { ...config.speech?.services }
  const { createHttpEngineByName } = await import('../capabilities/speech/open-engines.ts')
  for (const { name } of httpEngines) {
    const stored = credentials.of(`speech_${name}`)
    if (stored === undefined) continue
    const settings = engineSettingsWith(config, name, stored)
    try {
      createHttpEngineByName(name, settings)
      services[name] = settings
    } catch (error) {
      log.warn('the stored settings of a speech engine cannot be used', { engine: name, error })
    }
  }
  return { order: config.speech?.order, services }
}
