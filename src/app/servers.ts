import { createAuthenticate } from '../capabilities/keys/authenticate.ts'
import { createCheckKey } from '../capabilities/keys/key-checks.ts'
import type { TunnelParts } from '../capabilities/kick-reach/open.ts'
import type { Envelopes } from '../capabilities/published-events/envelope.ts'
import { openEventCarriers } from '../capabilities/published-events/open.ts'
import type { SetUp } from '../capabilities/set-up/set-up.ts'
import { openStreamerbot } from '../capabilities/streamerbot/open.ts'
import { createCallSequence } from '../kernel/calls/call-sequence.ts'
import { createAddressList } from '../kernel/http/address-list.ts'
import { createAllowedHosts } from '../kernel/http/allowed-hosts.ts'
import { createClientAddress } from '../kernel/http/client-address.ts'
import { httpMessages } from '../kernel/http/messages.ts'
import { createMetricsServer } from '../kernel/http/metrics-server.ts'
import { createHealthPages } from '../kernel/http/pages/health-pages.ts'
import { createMetricsPages } from '../kernel/http/pages/metrics-pages.ts'
import { createHttpServer } from '../kernel/http/server.ts'
import { createUpgrade } from '../kernel/http/upgrade.ts'
import type { Context } from '../kernel/operation/context.ts'
import { storageProblemTexts } from '../kernel/storage/contract/storage-problems.ts'
import { version } from '../kernel/version.ts'
import { operations } from '../operations.ts'
import type { ChannelParts } from './channels.ts'
import type { GatewayParts } from './gateways.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { ReactionParts } from './reactions.ts'
import { createOperationRoute } from './routes/operation-route.ts'
import type { StageParts } from './stage.ts'

/** The HTTP servers: operations, pages, WebSockets and metrics. */
export async function openServers(
  needs: NodeParts &
    ChannelParts &
    PlatformParts &
    TunnelParts &
    StageParts &
    ReactionParts &
    GatewayParts & { ctx: Context; envelopes: Envelopes; setUp: SetUp },
) {
  const { config, db, clock, log, bus, limiter, ownLimiter, isShared, names, address } = needs
  const { metrics, overload, refusals, does, onClose } = needs
  const { keys, usage, ctx, tunnel, overlays, gateways, closeGateways } = needs

  const authenticate = createAuthenticate({ keys, limiter: ownLimiter, clock, bus, log, isShared })
  onClose(() => authenticate.close())
  const call = createCallSequence({ limiter, overload, clock })
  const checkKey = createCheckKey({ authenticate, call, prepare: ctx.channels.prepare })
  const tracer = await openTracer(needs)
  onClose(() => tracer?.close())
  const operationRoute = createOperationRoute({
    operations: does('api') ? operations : [],
    names,
    authenticate,
    call,
    metrics,
    tracer,
    usage,
    bus,
    clock,
    ctx,
    log,
  })

  const publicHost = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname
  const hosts = createAllowedHosts(
    [config.host, config.metrics?.host, publicHost, ...(config.hosts ?? [])],
    tunnel.host,
  )
  const carriers = openEventCarriers({ ...needs, checkKey, runAs: operationRoute.runAs })
  const streamerbot = openStreamerbot({
    ...needs,
    checkKey,
    runAs: operationRoute.runAs,
    ...carriers.streams,
  })
  const metricsServer = createMetricsServer({ text: metrics.text, hosts })
  onClose(() => metricsServer.close())
  // The main server hides the metrics behind a proxy, or when they have a server of their own.
  const isBehindProxy =
    config.metrics !== undefined || config.publicUrl !== undefined || config.trustedProxies.length > 0
  const http = createHttpServer({
    operationRoute,
    pages: [
      ...createHealthPages(whyNotReady),
      ...createMetricsPages({ text: metrics.text, isBehindProxy }),
      ...(does('api') ? [carriers.route] : []),
    ],
    // Sixty files that are not needed before the first page is requested.
    laterPages: async () => (await import('./pages.ts')).openPages({ ...needs, call, checkKey, ...carriers.streams }),
    upgrade: createUpgrade([...(does('gateway') ? gateways : []), ...(does('api') ? [carriers.gateway] : [])]),
    isKnownKey: authenticate.isKnown,
    overload,
    refusals,
    hosts,
    addressOf: createClientAddress(
      config.trustedProxies.length === 0 ? undefined : createAddressList(config.trustedProxies),
      hosts.isTunnel,
    ),
    isSecure: address.isSecure,
    log,
  })
  function whyNotReady(): string | undefined {
    if (http.draining) return httpMessages.shuttingDown()
    const problem = db.problem()
    return problem === undefined ? undefined : storageProblemTexts[problem]()
  }
  onClose(async (drainMs) => {
    const drained = http.drain(drainMs)
    // Requests in flight may still need an overlay page. Then the pages disconnect, which frees the port.
    await overlays.settled(drainMs)
    await carriers.close()
    await closeGateways()
    await drained
  })

  return { http, metricsServer, operationRoute, eventHub: carriers.hub, streamerbot }
}

/**
 * The libraries of OpenTelemetry are loaded only where a collector is configured. Whoever starts a checkout without
 * `npm start` may not have them: traces are no reason not to serve.
 */
async function openTracer({ config: { traces: settings }, clock, log }: NodeParts) {
  if (settings === undefined) return undefined
  const module = await import('../../tracing/tracer.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    log.warn('traces are not sent: OpenTelemetry is not installed; run npm ci in the folder tracing and restart')
  })
  return module?.createTracer({ settings, version, clock, log })
}
