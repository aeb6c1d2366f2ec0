import type { TunnelKind, TunnelProblem } from './contract/tunnel.ts'

/** The address of an open tunnel, or why there is none. */
export type Opened =
  | { readonly address: string }
  | { readonly problem: TunnelProblem; readonly link?: string | null; readonly address?: string }

/** One kind of tunnel. The runner calls one method at a time. */
export interface TunnelDriver {
  readonly kind: TunnelKind
  /** Opens the tunnel if it is not open. Called again and again, to notice a tunnel that has closed. */
  open(signal: AbortSignal): Promise<Opened>
  close(): Promise<void>
}

/** How the programs of tunnels are run. */
export interface TunnelPrograms {
  /** The environment of the server without its own settings, which are secrets in part. */
  readonly environment: Readonly<Record<string, string>>
  /** Where this server listens on this machine. */
  readonly local: () => { readonly host: string; readonly port: number }
}
