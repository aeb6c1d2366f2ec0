/** The settings of a service: `SHOWCALLER_<SERVICE>_<NAME>` or `<service>_<name>` in the settings file. */
export interface ServiceSettingsDefinition<N extends string, T> {
  readonly names: readonly N[]
  /** The settings that the panel shows to the operator, as lines of a settings file; comments begin with `#`. */
  readonly lines: readonly string[]
  /** Undefined if the service is not configured. Throws with `given.fail` for contradictory settings. */
  read(given: GivenSettings<N>): T | undefined
}

/** A value as text, and where it is from, for error messages. */
export interface GivenValue {
  readonly text: string
  readonly from: string
}

/** Values by environment variable. */
export type GivenValues = Readonly<Record<string, GivenValue>>

/** The values of one service. Each is validated when it is read. */
export interface GivenSettings<N extends string> {
  text(name: N): string | undefined
  url(name: N, protocols?: readonly string[]): string | undefined
  count(name: N): number | undefined
  isOn(name: N): boolean
  publicKey(name: N): string | undefined
  /** The credentials of an OAuth app, both or neither. */
  app(): { readonly clientId: string; readonly clientSecret: string } | undefined
  /** The environment variable of a setting, for error messages. */
  variable(name: N): string
  fail(message: string): never
}

export function defineServiceSettings<const N extends string, T>(
  definition: ServiceSettingsDefinition<N, T>,
): ServiceSettingsDefinition<N, T> {
  return definition
}

/** The credentials of an OAuth app that may be a public client, which has no secret. */
export function appWithOptionalSecret(
  given: Pick<GivenSettings<'client_id' | 'client_secret'>, 'text' | 'app'>,
): { readonly clientId: string; readonly clientSecret: string | undefined } | undefined {
  const clientId = given.text('client_id')
  // A secret without an id is an error, which `app` reports.
  return clientId === undefined ? given.app() : { clientId, clientSecret: given.text('client_secret') }
}
