import type { Answer } from '../../panel/src/api.ts'
import type { TunnelSettings } from '../../src/capabilities/kick-reach/tunnel-settings.ts'
import type { Clock } from '../../src/kernel/ambient.ts'
import { createTestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { startFakeKick } from '../fakes/kick.ts'
import type { FakeTailscale } from '../fakes/tailscale.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { setKickStage } from '../platforms/kick-stage.ts'

type Reach = Answer<'get-kick-reach'>

export type TunnelStage = Awaited<ReturnType<typeof openTunnelStage>>

/** A server with a connected Kick account, whose round trips go through a fake of the internet. */
export async function openTunnelStage(
  { connectTo }: Pick<FakeTailscale, 'connectTo'>,
  tunnel: TunnelSettings,
  {
    folder,
    publicUrl,
    metricsPort,
    clock,
  }: { folder?: string; publicUrl?: string; metricsPort?: number; clock?: Clock } = {},
) {
  const kick = await startFakeKick()
  const app = await createTestApp({
    ...(folder !== undefined && { folder }),
    ...(clock !== undefined && { clock }),
    config: {
      services: { kick: kick.settings },
      tunnel,
      publicUrl,
      ...(metricsPort !== undefined && { metrics: { host: '127.0.0.1', port: metricsPort } }),
    },
    tunnelTimings: { watchMs: 100, retryMs: 20, firstPauseMs: 10, longestPauseMs: 40 },
    tunnelConnectTo: connectTo,
  })
  const stage = await setKickStage(kick, app)
  const owner = await signInAsOwner(app)
  const reach = async (): Promise<Reach> => (await owner.call('get-kick-reach')).body

  return {
    app,
    kick,
    owner,
    stage,
    reach,
    set: (way: 'tunnel' | 'mirror', enabled: boolean) => owner.call('set-kick-reach', { way, enabled }),

    async hasTunnel(state: Reach['tunnel']['state'], problem: Reach['tunnel']['problem'] = null): Promise<Reach> {
      // Not through the panel, whose calls are limited.
      const isSo = async () => {
        const { tunnel } = await app.ctx.kickReach.view(app.channel.id)
        return tunnel.state === state && tunnel.problem === problem
      }
      await eventually(`the tunnel is ${state} (${problem})`, isSo)
      return reach()
    },

    async close({ keepFolder = false } = {}): Promise<void> {
      await stage.closeExtension()
      await app.close({ keepFolder })
      await kick.close()
    },
  }
}
