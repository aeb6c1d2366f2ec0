/** How webhooks of platforms reach this server through a tunnel, for the server, the panel and other nodes. */

/** `tailscale`: found and started by the server; `command`: a program of the operator; `address`: run by somebody else. */
export const tunnelKinds = ['tailscale', 'command', 'address'] as const
export type TunnelKind = (typeof tunnelKinds)[number]

/** `needs_you`: a person has to do something, which `problem` names. `failed`: the server tries again by itself. */
export const tunnelStates = ['off', 'starting', 'on', 'needs_you', 'failed'] as const
export type TunnelState = (typeof tunnelStates)[number]

export const tunnelProblems = [
  'not_installed',
  'signed_out',
  'not_running',
  'not_permitted',
  'not_enabled',
  'ports_in_use',
  'program_failed',
  'stopped',
  'no_public_name',
  'unreachable',
  'wrong_server',
  'rewrites_host',
] as const
export type TunnelProblem = (typeof tunnelProblems)[number]

export interface TunnelStatus {
  readonly kind: TunnelKind
  readonly state: TunnelState
  readonly problem: TunnelProblem | null
  /** Where a person solves the problem, if the program names such a page. */
  readonly link: string | null
  /** The public address, such as `https://laptop.tail1a2b3.ts.net`, once it is known. */
  readonly address: string | null
  /** When a round trip last proved that the address leads here. */
  readonly provedAt: number | null
}
