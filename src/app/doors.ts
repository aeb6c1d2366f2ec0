import { fileURLToPath } from 'node:url'
import type { Context } from '../context.ts'
import { createAddressList } from '../features/keys/addresses.ts'
import { createSignInStates } from '../features/sessions/sign-in-states.ts'
import { exportViewers } from '../features/viewers/export-viewers.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import { createExtensionDownload } from '../http/extension-download.ts'
import { createMetricsServer } from '../http/metrics-server.ts'
import { createOpenApiPages } from '../http/openapi-pages.ts'
import { createOperationRoute } from '../http/operation-route.ts'
import { createOverlayMediaPages } from '../http/overlay-media.ts'
import { createOverlayPages } from '../http/overlay-page.ts'
import { createConnectPages } from '../http/pages/connect-pages.ts'
import { createDonationHooks } from '../http/pages/donation-hooks.ts'
import { createHealthPages } from '../http/pages/health-pages.ts'
import { createMetricsPages } from '../http/pages/metrics-pages.ts'
import { createSandboxPages } from '../http/pages/sandbox-pages.ts'
import { createSignInPages } from '../http/pages/sign-in-pages.ts'
import { createWebhookPages } from '../http/pages/webhook-pages.ts'
import { createPanelDownloads } from '../http/panel-downloads.ts'
import { createPanelEvents } from '../http/panel-events.ts'
import { createPanelPages } from '../http/panel-pages.ts'
import { createPanelRoute } from '../http/panel-route.ts'
import { createSandboxRoute } from '../http/sandbox-route.ts'
import { createHttpServer } from '../http/server.ts'
import { createStaticFiles } from '../http/static-files.ts'
import { createUpgrade } from '../http/upgrade.ts'
import { createUploadRoute } from '../http/upload-route.ts'
import { operations } from '../operations.ts'
import { createSandboxDesk } from '../platforms/sandbox/desk.ts'
import { version } from '../version.ts'
import type { ChannelParts } from './channels.ts'
import type { GatewayParts } from './gateways.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { ReactionParts } from './reactions.ts'
import type { StageParts } from './stage.ts'

/** Every way in over HTTP: the operations, the panel, pages, files, webhooks, sockets. */
export async function openDoors(
  needs: NodeParts & ChannelParts & PlatformParts & StageParts & ReactionParts & GatewayParts & { ctx: Context },
) {
  const { config, db, clock, ids, log, bus, limiter, ownLimiter, names, metrics, overload, cluster, address } = needs
  const { does, onClose, channels, keys, sessions, usage, ctx } = needs
  const { sandbox, services, signingIn, platforms, donationSources } = needs
  const { voices, soundFiles, uploadFiles, overlays, overlayLooks, gateways, closeGateways } = needs

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

  const panelEvents = createPanelEvents({ ctx, bus, log })
  const sandboxDesk = createSandboxDesk({ db, clock, platforms, world: sandbox.world, names })
  const signInPages = createSignInPages({
    ctx,
    states: createSignInStates({ db, clock, ids }),
    sandbox,
    signingIn,
    limiter,
    names,
    isSecure: address.isSecure,
  })
  const http = createHttpServer({
    operationRoute,
    pages: [
      ...createHealthPages(() => !http.draining),
      ...createMetricsPages({ text: metrics.text, isBehindProxy }),
      ...signInPages.routes,
      ...createConnectPages({ ctx, signIn: signInPages }),
      ...createWebhookPages(services),
      panelEvents.route,
      createPanelRoute({ operations: loadPanelOperations, limiter, ctx, log }),
      createUploadRoute({ limiter, ctx, log }),
      ...createPanelDownloads({ ctx, folder: config.dataFolder, exportViewers: (...of) => exportViewers(db, ...of) }),
      ...createPanelPages(),
      ...createOpenApiPages({ operations, names, version, serverUrl: address.baseUrl }),
      createSandboxRoute({ desk: sandboxDesk, authenticate, names, log }),
      ...createSandboxPages({
        sandbox,
        desk: sandboxDesk,
        channels,
        names,
        assets: fileURLToPath(new URL('../platforms/sandbox/page', import.meta.url)),
        session: (req) => sessions.find(req.headers.cookie),
      }),
      ...createOverlayMediaPages({
        findSpeech: async (id) => voices.find(id) ?? cluster?.speech.find(id),
        findSound: soundFiles.find,
        findUpload: uploadFiles.find,
        findStyle: overlayLooks.findStyle,
      }),
      ...createOverlayPages(),
      createExtensionDownload(),
      ...createDonationHooks({ sources: donationSources, limiter }),
      createStaticFiles('/assets', fileURLToPath(new URL('../http/assets', import.meta.url))),
    ],
    upgrade: createUpgrade(does('gateway') ? gateways : []),
    trustedProxies: config.trustedProxies.length === 0 ? undefined : createAddressList(config.trustedProxies),
    log,
  })
  onClose(async (drainMs) => {
    panelEvents.close()
    const drained = http.drain(drainMs)
    // Calls under way may still need a page; then the pages go, for the port is free only once they have.
    await overlays.settled(drainMs)
    await closeGateways()
    await drained
  })

  return { http, metricsServer, operationRoute }
}

/** Two hundred files that nobody needs before the first click. */
async function loadPanelOperations() {
  return (await import('../panel-operations.ts')).panelOperations
}

/** Few trace, so few load what it takes. */
async function openTracer({ config: { traceEndpoint: endpoint }, clock, log }: NodeParts) {
  if (endpoint === undefined) return undefined
  const { createTracer } = await import('../metrics/tracer.ts')
  return createTracer({ endpoint, version, clock, log })
}
