import { type AccountSetupName, setupOf } from '../capabilities/service-setups/contract/service-setups.ts'
import { setupVariable } from '../definitions/define-service-setup.ts'
import type { Log } from '../kernel/log.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import type { ServiceSettings } from '../platforms/services/all-service-settings.ts'
import type { Credentials, CredentialValues } from '../platforms/services/credentials.ts'
import { type Config, readServiceSettings } from './config/config.ts'
import { ConfigError } from './config/config-values.ts'

/** The settings of services, of the environment and of the panel. */
export function createSettingsOfServices(needs: {
  readonly config: Config
  readonly credentials: Credentials
  readonly log: Log
}) {
  const { config, credentials, log } = needs
  return {
    /** Complete ones of the environment, otherwise those together with what the panel stores. */
    of<S extends AccountSetupName>(service: S): ServiceSettings[S] {
      const given = config.services?.[service]
      const stored = credentials.of(service)
      if (given !== undefined || stored === undefined) return given
      try {
        return serviceSettingsWith(config, service, stored)
      } catch (error) {
        log.warn('the stored credentials of a service cannot be used', { service, error })
        return undefined
      }
    },

    with: <S extends AccountSetupName>(service: S, values: CredentialValues) =>
      serviceSettingsWith(config, service, values),
  }
}

/** With these values beside those of the environment, which win. Throws a `Failure` where they contradict each other. */
function serviceSettingsWith<S extends AccountSetupName>(
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
    throw new Failure('invalid_parameter', { message: error.text, cause: error })
  }
}
