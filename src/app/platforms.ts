import type { Platform } from '../contract/platforms.ts'
import { createClipExtension } from '../features/extension/clip-extension.ts'
import { createSubscriberImport } from '../features/subscribers/subscriber-import.ts'
import { createKnownFollowers } from '../features/viewers/known-followers.ts'
import { createConnecting } from '../platforms/connecting.ts'
import { createHttpClient } from '../platforms/http-client.ts'
import { createListening } from '../platforms/listening.ts'
import { openServices } from '../platforms/open-services.ts'
import { createPlatformOverview } from '../platforms/overview.ts'
import type { PlatformFeed } from '../platforms/platform.ts'
import { createPlatforms } from '../platforms/platforms.ts'
import { createSandbox } from '../platforms/sandbox/sandbox.ts'
import { createSigningIn } from '../platforms/signing-in.ts'
import { createTokens } from '../platforms/tokens.ts'
import type { Writer } from '../storage/database.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'

export type PlatformParts = Awaited<ReturnType<typeof openPlatforms>>

/** The platforms with their connected accounts, and the sandbox for platforms without one. */
export async function openPlatforms(
  needs: NodeParts &
    ChannelParts & {
      feed: PlatformFeed
      /** Removes the viewers of the sandbox when a real account is connected. */
      leaveSandbox: (tx: Writer, channelId: number, platform: Platform) => Promise<void>
      clipBrowsers: Parameters<typeof createClipExtension>[0]
    },
) {
  const { db, clock, ids, log, bus, cluster, secret, metrics, channels, settings, events, feed, leaveSandbox } = needs
  const { config, overrides, address } = needs
  const { callTimeoutMs } = overrides
  const { baseUrl, redirectUri, webhookUri } = address
  const sandbox = createSandbox({
    db,
    clock,
    ids,
    baseUrl,
    feed,
    numberedViewers: overrides.sandboxViewers,
    signInRedirects: () => [`${baseUrl()}/sign-in/sandbox`],
  })
  const tokens = createTokens({ db, clock, secret, alone: cluster?.runExclusively })
  const clipExtension = createClipExtension(needs.clipBrowsers)
  const services = await openServices(config.services ?? {}, {
    db,
    clock,
    ids,
    log,
    bus,
    nodeId: cluster?.nodeId,
    tokens,
    secret,
    http: createHttpClient({ clock, timeoutMs: callTimeoutMs, onCall: metrics.platformCall }),
    feed,
    redirectUri,
    webhookUri,
    countFollowers: createKnownFollowers({ db, clock }),
    clipExtension,
    isMirrorOn: async (channelId) => (await settings.of(channelId)).kick_reach.mirror,
  })
  const connectors = [...services.flatMap(({ connector }) => connector ?? []), ...sandbox.connectors]
  const platforms = createPlatforms({ db, bus, connectors, callTimeoutMs })
  const subscriberImport = createSubscriberImport({ db, clock, log, platforms })
  const listening = createListening({
    db,
    platforms,
    log,
    onListen: (channelId, platform) => void subscriberImport.runSafely(channelId, platform),
  })
  // The node that runs the jobs may not be the one where the account was connected.
  if (cluster !== undefined)
    bus.subscribe('accounts-changed', ({ channelId, platform }) => listening.renew(channelId, platform))
  const signingIn = createSigningIn({ db, services })
  /** The address of the webhooks has changed, and with it what a listener can receive. */
  function checkWebhooks(): void {
    channels.list().then(
      (all) => {
        for (const { id } of all) listening.renew(id, 'kick')
      },
      (error: unknown) => log.error('could not check the webhooks', { error }),
    )
  }
  const connecting = createConnecting({
    db,
    clock,
    log,
    platforms,
    tokens,
    listening,
    services,
    leaveSandbox,
    note: (tx, by, { kind, owner: { service, role }, username }) =>
      events.appendNew(tx, by, { kind, data: { service, role, username } }),
  })
  const sandboxConnectors = sandbox.connectors
  const platformOverview = createPlatformOverview({
    connecting,
    platforms,
    tokens,
    redirectUri,
    webhookUri,
    sandboxConnectors,
  })
  return {
    sandbox,
    clipExtension,
    services,
    platforms,
    subscriberImport,
    listening,
    checkWebhooks,
    signingIn,
    connecting,
    platformOverview,
  }
}
