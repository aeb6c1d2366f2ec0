/** What an operator can set for a service, as `SHOWCALLER_<SERVICE>_<NAME>` or `<service>_<name>` in the settings file. */
export interface ServiceSettingsDefinition<N extends string, T> {
  readonly names: readonly N[]
  /** What the panel tells an operator to set, as lines of a settings file; a remark begins with `#`. */
  readonly lines: readonly string[]
  /** Undefined when the service is not set up. Throws through `given.fail` for settings that do not go together. */
  read(given: GivenSettings<N>): T | undefined
}

/** The values of one service, each checked where it is read. */
export interface GivenSettings<N extends string> {
  text(name: N): string | undefined
  url(name: N, protocols?: readonly string[]): string | undefined
  count(name: N): number | undefined
  isOn(name: N): boolean
  publicKey(name: N): string | undefined
  /** The credentials of an OAuth app, both or neither. */
  app(): { readonly clientId: string; readonly clientSecret: string } | undefined
  /** The environment variable of a setting, for sentences. */
  variable(name: N): string
  fail(message: string): never
}

export function defineServiceSettings<const N extends string, T>(
  definition: ServiceSettingsDefinition<N, T>,
): ServiceSettingsDefinition<N, T> {
  return definition
}
