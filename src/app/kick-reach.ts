import { createKickReach } from '../capabilities/kick-reach/kick-reach.ts'
import type { ChannelParts } from './channels.ts'
import type { GatewayParts } from './gateways.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { TunnelParts } from './tunnel.ts'

/** The ways by which events of Kick reach this server. */
export function openKickReach(needs: NodeParts & ChannelParts & PlatformParts & TunnelParts & GatewayParts) {
  const { config, overrides, clock, address, channels, settings, platforms, tunnel, roundTripProof, extension } = needs
  const kickReach = createKickReach({
    clock,
    channels,
    platforms,
    settings,
    tunnel,
    proof: roundTripProof,
    publicUrl: config.publicUrl,
    webhookUri: () => address.webhookUri('kick'),
    presence: extension.presence,
    connectTo: overrides.tunnelConnectTo,
  })
  return { kickReach }
}
