import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import type { RefusalLog } from '../../kernel/limits/refusal-log.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ServiceRegistry } from '../../platforms/services/service-registry.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { createExtensionGateway, type ExtensionTimings } from './gateway/extension-gateway.ts'
import { createPairings } from './pairings.ts'

type OwnBrowsers = Pick<ReturnType<typeof createExtensionGateway>, 'clip' | 'isConnected' | 'presence'>

/** The clip extension: its pairings and the socket of its browsers, here and on other nodes. */
export function openExtension(needs: {
  overrides: { readonly extensionTimings?: Partial<ExtensionTimings> }
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  limiter: Limiter
  refusals: RefusalLog
  cluster: { readonly openExtension: (own: OwnBrowsers) => OwnBrowsers & { close(): void } } | undefined
  channels: Channels
  events: Events
  services: Pick<ServiceRegistry, 'list'>
}) {
  const { overrides, cluster, services } = needs
  const mirrorOf = () => services.list().find(({ mirror }) => mirror !== undefined)?.mirror
  const pairings = createPairings(needs)
  const gateway = createExtensionGateway({
    ...needs,
    pairings,
    // Looked up each time, because credentials may be entered while the server runs.
    mirror: {
      pageOf: async (channelId) => (await mirrorOf()?.pageOf(channelId)) ?? null,
      receive: async (channelId, page) => mirrorOf()?.receive(channelId, page),
    },
    timings: overrides.extensionTimings ?? {},
  })
  const shared = cluster?.openExtension(gateway)
  const clipBrowsers = shared ?? gateway
  return {
    gateway,
    clipBrowsers,
    extension: { pairings, presence: clipBrowsers.presence },

    async close(): Promise<void> {
      await gateway.close()
      shared?.close()
    },
  }
}
