import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Service } from '../../platforms/services/services.ts'
import type { Channels } from '../channels/channels.ts'
import type { Extension } from '../extension/extension.ts'
import type { Settings } from '../settings/settings.ts'
import { createKickReach } from './kick-reach.ts'
import type { ConnectTo } from './round-trip.ts'
import { createRoundTripProof } from './round-trip-proof.ts'
import { createTunnel } from './tunnel.ts'
import type { TunnelSettings, TunnelTimings } from './tunnel-settings.ts'

interface TunnelOverrides {
  readonly tunnelTimings?: Partial<TunnelTimings>
  /** Where round trips connect to, because the public name of a test does not exist. */
  readonly tunnelConnectTo?: ConnectTo
}

export type TunnelParts = ReturnType<typeof openTunnel>

/** The tunnel through which platforms reach the webhooks of a server without a public address. */
export function openTunnel(needs: {
  config: {
    readonly tunnel?: TunnelSettings | undefined
    readonly services?: { readonly kick?: unknown }
  }
  overrides: TunnelOverrides
  clock: Clock
  log: Log
  bus: Bus
  onClose: OnClose
  nodeId: string | undefined
  secret: () => string
  address: {
    local: () => { readonly host: string; readonly port: number }
    setTunnel: (address: () => string | null) => void
  }
  channels: Channels
  settings: Settings
  /** Called when the address becomes known or changes. */
  onAddress: () => void
}) {
  const { config, overrides, clock, address, channels, settings, onClose } = needs
  const roundTripProof = createRoundTripProof(needs)

  /** Platforms other than Kick need no webhooks, so without a Kick app there is nothing to publish. */
  const hasWebhooks = config.services?.kick !== undefined

  async function isWanted(): Promise<boolean> {
    for (const { id } of await channels.list()) if ((await settings.of(id)).kick_reach.tunnel) return true
    return false
  }

  const tunnel = createTunnel({
    ...needs,
    clock,
    settings: config.tunnel ?? { environment: {} },
    proof: roundTripProof,
    local: address.local,
    hasWebhooks,
    isWanted,
    timings: overrides.tunnelTimings,
    connectTo: overrides.tunnelConnectTo,
  })
  onClose(() => tunnel.close())
  address.setTunnel(() => tunnel.status().address)
  return { tunnel, roundTripProof }
}

/** The ways by which events of Kick reach this server. */
export function openKickReach(
  needs: TunnelParts & {
    config: { readonly publicUrl?: string | undefined }
    overrides: TunnelOverrides
    clock: Clock
    address: { webhookUri: (service: Service) => string }
    channels: Channels
    extension: Pick<Extension, 'presence'>
    platforms: Platforms
    settings: Settings
  },
) {
  const { config, overrides, address, roundTripProof, extension } = needs
  const kickReach = createKickReach({
    ...needs,
    proof: roundTripProof,
    publicUrl: config.publicUrl,
    webhookUri: () => address.webhookUri('kick'),
    presence: extension.presence,
    connectTo: overrides.tunnelConnectTo,
  })
  return { kickReach }
}
