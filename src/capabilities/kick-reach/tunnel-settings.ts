/** What the operator decides about tunnels. Commands come from the environment or the settings file only. */
export interface TunnelSettings {
  /** The lasting public address of a tunnel that the operator has set up. */
  readonly url?: string | undefined
  /** The program that keeps this tunnel open, and its arguments; `{port}` stands for the port of this server. */
  readonly command?: readonly [program: string, ...args: string[]] | undefined
  /** The path of the `tailscale` program; `off`: it is never used. Default: it is searched for. */
  readonly tailscale?: string | undefined
  /** The environment of the programs. */
  readonly environment: Readonly<Record<string, string>>
}

export interface TunnelTimings {
  /** How often an open tunnel is checked. */
  readonly watchMs: number
  /** The pause after the first failed check; it doubles with each, up to `watchMs`. */
  readonly retryMs: number
  /** Pauses before a program of the operator is started again. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}
