import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { createCommandDriver } from './command-driver.ts'
import type { TunnelKind, TunnelStatus } from './contract/tunnel.ts'
import type { TunnelDriver } from './driver.ts'
import type { ConnectTo } from './round-trip.ts'
import type { RoundTripProof } from './round-trip-proof.ts'
import { createTailscaleDriver } from './tailscale-driver.ts'
import { createTunnelRunner, type TunnelRunner } from './tunnel-runner.ts'
import type { TunnelSettings, TunnelTimings } from './tunnel-settings.ts'

export function openRunner(needs: {
  kind: TunnelKind
  clock: Clock
  log: Log
  settings: TunnelSettings
  proof: RoundTripProof
  local: () => { readonly host: string; readonly port: number }
  timings: TunnelTimings
  connectTo: ConnectTo | undefined
  onStatus: (status: TunnelStatus) => void
}): TunnelRunner {
  const { clock, log, settings, local, timings } = needs
  const { url: address, command, environment } = settings
  const programs = { environment, local: () => ({ ...local(), host: loopbackOf(local().host) }) }

  function driver(): TunnelDriver {
    if (address === undefined) {
      return createTailscaleDriver({ ...programs, log, program: settings.tailscale })
    }
    if (command === undefined) return { kind: 'address', open: async () => ({ address }), close: async () => {} }
    const onEnded = () => runner.noteClosed()
    return createCommandDriver({ ...programs, clock, log, address, command, timings, onEnded })
  }
  const runner: TunnelRunner = createTunnelRunner({ ...needs, driver: driver() })
  return runner
}

/** A server that listens everywhere is reached at the loopback address, too. */
function loopbackOf(host: string): string {
  return ['localhost', '0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host
}
