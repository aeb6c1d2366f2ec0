import { createRoundTripProof } from '../capabilities/kick-reach/round-trip-proof.ts'
import { createTunnel } from '../capabilities/kick-reach/tunnel.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'

export type TunnelParts = ReturnType<typeof openTunnel>

/** The tunnel through which platforms reach the webhooks of a server without a public address. */
export function openTunnel(needs: NodeParts & ChannelParts & { onAddress: () => void }) {
  const { config, overrides, clock, log, bus, cluster, secret, address, channels, settings, onAddress, onClose } = needs
  const roundTripProof = createRoundTripProof({ secret, clock })

  /** Platforms other than Kick need no webhooks, so without a Kick app there is nothing to publish. */
  const hasWebhooks = config.services?.kick !== undefined

  async function isWanted(): Promise<boolean> {
    for (const { id } of await channels.list()) if ((await settings.of(id)).kick_reach.tunnel) return true
    return false
  }

  const tunnel = createTunnel({
    clock,
    log,
    bus,
    nodeId: cluster?.nodeId,
    settings: config.tunnel ?? { environment: {} },
    proof: roundTripProof,
    local: address.local,
    hasWebhooks,
    isWanted,
    onAddress,
    timings: overrides.tunnelTimings,
    connectTo: overrides.tunnelConnectTo,
  })
  onClose(() => tunnel.close())
  address.setTunnel(() => tunnel.status().address)
  return { tunnel, roundTripProof }
}
