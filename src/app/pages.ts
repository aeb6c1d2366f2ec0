import { fileURLToPath } from 'node:url'
import { createClientDownloads } from '../capabilities/client-packages/client-downloads.ts'
import { createConnectPages } from '../capabilities/connections/pages/connect-pages.ts'
import { createWebhookPages } from '../capabilities/connections/pages/webhook-pages.ts'
import { createDeckPages } from '../capabilities/decks/deck-page.ts'
import { createDonationHooks } from '../capabilities/donations/donation-hooks.ts'
import { createExtensionDownload } from '../capabilities/extension/extension-download.ts'
import type { CheckKey } from '../capabilities/keys/key-checks.ts'
import type { TunnelParts } from '../capabilities/kick-reach/open.ts'
import { createOverlayMediaPages } from '../capabilities/overlay/overlay-media.ts'
import { createOverlayPages } from '../capabilities/overlay/overlay-page.ts'
import { createPanelEvents } from '../capabilities/panel/panel-events.ts'
import { createPanelPages } from '../capabilities/panel/panel-pages.ts'
import { createPanelRoute } from '../capabilities/panel/panel-route.ts'
import { createCheckSession } from '../capabilities/panel/session-checks.ts'
import { createPlayerPage } from '../capabilities/player/player-page.ts'
import type { EventHub } from '../capabilities/published-events/event-hub.ts'
import type { OpenStreams } from '../capabilities/published-events/open-streams.ts'
import { createSandboxPages } from '../capabilities/sandbox/sandbox-pages.ts'
import { createSandboxRoute } from '../capabilities/sandbox/sandbox-route.ts'
import { createSandboxSignInPages } from '../capabilities/sandbox/sandbox-sign-in-pages.ts'
import { listensToThisMachineOnly } from '../capabilities/set-up/own-machine.ts'
import { createSetUpPages } from '../capabilities/set-up/pages/set-up-pages.ts'
import type { SetUp } from '../capabilities/set-up/set-up.ts'
import { createSignInEntry } from '../capabilities/sign-in/pages/sign-in-entry.ts'
import { createSignInLinkPages } from '../capabilities/sign-in/pages/sign-in-link-pages.ts'
import { createSignInMethodPages } from '../capabilities/sign-in/pages/sign-in-method-pages.ts'
import { createSignInPages } from '../capabilities/sign-in/pages/sign-in-pages.ts'
import { findSoundFile } from '../capabilities/sounds/sound-files.ts'
import { createUploadRoute } from '../capabilities/uploads/upload-route.ts'
import { exportViewers } from '../capabilities/viewers/export-viewers.ts'
import { createDocsPages } from '../docs/docs-pages.ts'
import type { CallSequence } from '../kernel/calls/call-sequence.ts'
import type { PageRoute } from '../kernel/http/page-route.ts'
import { createStaticFiles } from '../kernel/http/static-files.ts'
import { loadOnce } from '../kernel/load-once.ts'
import type { Channel } from '../kernel/operation/channel.ts'
import type { Context } from '../kernel/operation/context.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import type { Catalogue } from '../kernel/text/message.ts'
import { version } from '../kernel/version.ts'
import { operations } from '../operations.ts'
import { createSandboxControls } from '../platforms/sandbox/sandbox-controls.ts'
import type { ChannelParts } from './channels.ts'
import { defaultMaxChannels } from './config/config.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { ReactionParts } from './reactions.ts'
import { createMcpRoutes } from './routes/mcp-route.ts'
import { createOpenApiPages } from './routes/openapi-pages.ts'
import { createPanelDownloads } from './routes/panel-downloads.ts'
import type { StageParts } from './stage.ts'

/** The pages beside the API: panel, overlay, sandbox, sign-in, files and webhooks. */
export function openPages(
  needs: NodeParts &
    ChannelParts &
    PlatformParts &
    TunnelParts &
    StageParts &
    ReactionParts & {
      ctx: Context
      call: CallSequence
      checkKey: CheckKey
      hub: EventHub
      open: OpenStreams
      setUp: SetUp
    },
): readonly PageRoute[] {
  const { config, db, clock, log, bus, limiter, refusals, names, address, onClose } = needs
  const { channels, sessions, signInStates: states, ctx, call, checkKey, hub, open } = needs
  const { sandbox, services, signingIn, platforms, roundTripProof, donationSources } = needs
  const { speech, uploads, overlayAppearance, overlays } = needs

  const checkSession = createCheckSession({ sessions, call })
  const panelEvents = createPanelEvents({ ctx, bus, log })
  onClose(() => panelEvents.close())
  const sandboxControls = createSandboxControls({ ...sandbox, db, clock, platforms, names })
  const entry = createSignInEntry({
    ctx,
    limiter,
    refusals,
    knownBrowsers: needs.knownBrowsers,
    isSecure: address.isSecure,
  })
  const signInPages = createSignInPages({ ctx, states, signingIn, entry })
  const adoptLanguage = async (channel: Channel, catalogue: Catalogue) => {
    const { adoptLanguage: adopt } = await import('../capabilities/first-start/first-language.ts')
    try {
      await adopt(ctx, channel, catalogue)
    } catch (error) {
      // Signing in matters more: the channel stays English, and its language can be chosen in the settings.
      if (!(error instanceof Failure)) throw error
    }
  }
  const limits = { allowsNew: config.allowsNewChannels ?? true, max: config.maxChannels ?? defaultMaxChannels }
  return [
    ...signInPages.routes,
    ...createSignInLinkPages({ ctx, entry, adoptLanguage }),
    ...createSetUpPages({
      ctx,
      setUp: needs.setUp,
      entry,
      // The owner may turn the tunnel on while the server runs.
      isForThisMachineOnly: () =>
        needs.tunnel.host() === undefined && listensToThisMachineOnly(config, needs.overrides.isContainer),
      adoptLanguage,
    }),
    ...createSignInMethodPages({ ctx, entry, limiter, lifeSeconds: states.lifeSeconds }),
    ...createSandboxSignInPages({ ctx, states, sandbox, names, entry, limits }),
    ...createConnectPages({ ctx, signIn: signInPages, checkSession }),
    ...createWebhookPages(services, roundTripProof),
    panelEvents.route,
    createPanelRoute({ operations: loadPanelOperations, call, ctx, log }),
    createUploadRoute({ checkSession, ctx, log }),
    ...createPanelDownloads({
      ctx,
      checkSession,
      folder: config.dataFolder,
      exportViewers: (...of) => exportViewers(db, ...of),
    }),
    ...createPanelPages({ hasSession: ctx.sessions.isNamedIn, needsSetUp: needs.setUp.isOpen }),
    ...createOpenApiPages({ operations, names, version, serverUrl: address.baseUrl }),
    ...createDocsPages({ operations, names, version, serverUrl: address.baseUrl }),
    ...createMcpRoutes({
      loadServer: loadOnce(async () => {
        const { createMcpServer } = await import('../mcp/mcp-server.ts')
        return createMcpServer({ operations, names, version, canListen: true })
      }),
      callAsKey: (call) => ctx.callAsKey(call),
      hub,
      open,
      checkKey,
      limiter,
      names,
      log,
    }),
    createSandboxRoute({ controls: sandboxControls, checkKey, names, log }),
    ...createSandboxPages({
      sandbox,
      controls: sandboxControls,
      channels,
      names,
      assets: fileURLToPath(new URL('../platforms/sandbox/page', import.meta.url)),
      session: (req) => sessions.open(req.headers.cookie),
      overlayLink: (channel) => overlays.link(channel),
      checkSession,
      discord: ctx.discord,
    }),
    ...createOverlayMediaPages({
      findSpeech: speech.find,
      readSpeechParts: speech.readParts,
      findSound: findSoundFile,
      findUpload: uploads.findFile,
      findStyle: overlayAppearance.findStyle,
    }),
    ...createOverlayPages(),
    createPlayerPage(),
    ...createDeckPages({ ctx, checkKey }),
    createExtensionDownload(),
    ...createClientDownloads(),
    ...createDonationHooks({ sources: donationSources, limiter }),
    createStaticFiles('/assets', fileURLToPath(new URL('../kernel/http/assets', import.meta.url))),
  ]
}

/** Two hundred files that are not needed before the first call of the panel. */
async function loadPanelOperations() {
  return (await import('../panel-operations.ts')).panelOperations
}
