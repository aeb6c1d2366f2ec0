import type { Context } from '../context.ts'
import { createAddressList } from '../features/keys/addresses.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import { createMetricsServer } from '../http/metrics-server.ts'
import { createOperationRoute } from '../http/operation-route.ts'
import { createHealthPages } from '../http/pages/health-pages.ts'
import { createMetricsPages } from '../http/pages/metrics-pages.ts'
import { createHttpServer } from '../http/server.ts'
import { createUpgrade } from '../http/upgrade.ts'
import { operations } from '../operations.ts'
import { version } from '../version.ts'
import type { ChannelParts } from './channels.ts'
import type { GatewayParts } from './gateways.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { ReactionParts } from './reactions.ts'
import type { StageParts } from './stage.ts'

/** Every way in over HTTP: the operations, pages, sockets, metrics. */
export async function openDoors(
  needs: NodeParts & ChannelParts & PlatformParts & StageParts & ReactionParts & GatewayParts & { ctx: Context },
) {
  const { config, clock, log, bus, limiter, ownLimiter, names, metrics, overload, does, onClose } = needs
  const { keys, usage, ctx, overlays, gateways, closeGateways } = needs

  const authenticate = createAuthenticate({ keys, limiter: ownLimiter, clock, bus, log })
  onClose(() => authenticate.flush())
  const tracer = await openTracer(needs)
  onClose(() => tracer?.close())
  const operationRoute = createOperationRoute({
    operations: does('api') ? operations : [],
    names,
    authenticate,
    limiter,
    overload,
    metrics,
    tracer,
    usage,
    bus,
    clock,
    ctx,
    log,
  })

  const metricsServer = createMetricsServer(metrics.text)
  onClose(() => metricsServer.close())
  // With a door of its own, or a proxy before the main one, the main one does not show the numbers.
  const isBehindProxy =
    config.metrics !== undefined || config.publicUrl !== undefined || config.trustedProxies.length > 0
  const http = createHttpServer({
    operationRoute,
    pages: [...createHealthPages(() => !http.draining), ...createMetricsPages({ text: metrics.text, isBehindProxy })],
    // Sixty files that nobody needs before the first visit.
    laterPages: async () => (await import('./pages.ts')).openPages({ ...needs, authenticate }),
    upgrade: createUpgrade(does('gateway') ? gateways : []),
    trustedProxies: config.trustedProxies.length === 0 ? undefined : createAddressList(config.trustedProxies),
    log,
  })
  onClose(async (drainMs) => {
    const drained = http.drain(drainMs)
    // Calls under way may still need a page; then the pages go, for the port is free only once they have.
    await overlays.settled(drainMs)
    await closeGateways()
    await drained
  })

  return { http, metricsServer, operationRoute }
}

/** The libraries of OpenTelemetry are loaded only where a collector is configured. */
async function openTracer({ config: { traces: settings }, clock, log }: NodeParts) {
  if (settings === undefined) return undefined
  const { createTracer } = await import('../metrics/tracer.ts')
  return createTracer({ settings, version, clock, log })
}
