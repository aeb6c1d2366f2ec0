import { createClipExtension } from '../capabilities/extension/clip-extension.ts'
import { createSubscriberImport } from '../capabilities/subscribers/subscriber-import.ts'
import { createKnownFollowers } from '../capabilities/viewers/known-followers.ts'
import type { Writer } from '../kernel/storage/database.ts'
import { createCallStatus } from '../platforms/calls/call-status.ts'
import { createHttpClient } from '../platforms/calls/http-client.ts'
import { platforms as allPlatforms, type Platform } from '../platforms/contract/platforms.ts'
import { createListening } from '../platforms/listening.ts'
import type { PlatformFeed } from '../platforms/platform.ts'
import { createPlatforms } from '../platforms/platforms.ts'
import { createSandbox } from '../platforms/sandbox/sandbox.ts'
import type { ServiceNeeds } from '../platforms/services/connected-service.ts'
import { createCredentials } from '../platforms/services/credentials.ts'
import { openService } from '../platforms/services/open-services.ts'
import { createPlatformOverview } from '../platforms/services/overview.ts'
import { createServiceRegistry } from '../platforms/services/service-registry.ts'
import { services as allServices } from '../platforms/services/services.ts'
import { createConnecting } from '../platforms/sign-in/connecting.ts'
import { createRenewalJob } from '../platforms/sign-in/renewal-job.ts'
import { createSigningIn } from '../platforms/sign-in/signing-in.ts'
import { createTokens } from '../platforms/sign-in/tokens.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import { createSettingsOfServices } from './settings-of-services.ts'

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
  const { config, overrides, address, onClose } = needs
  const { callTimeoutMs, timeLimit } = overrides
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
  onClose(sandbox.close)
  const nodeId = cluster?.nodeId
  const tokens = createTokens({
    db,
    clock,
    secret,
    alone: cluster?.runExclusively,
    onChanged: ({ channelId }) => bus.publish('connection-changed', { channelId }),
  })
  const calls = createCallStatus({ clock, bus, nodeId })
  onClose(() => calls.close())
  const clipExtension = createClipExtension(needs.clipBrowsers)
  const credentials = createCredentials({ db, clock, log, bus, secret })
  onClose(() => credentials.close())
  await credentials.load()
  const http = createHttpClient({
    clock,
    timeoutMs: callTimeoutMs,
    timeLimit,
    onCall: metrics.platformCall,
    onPause: (_service, account, pause) => calls.note(account, pause),
  })
  const serviceNeeds: ServiceNeeds = {
    db,
    clock,
    ids,
    log,
    bus,
    nodeId,
    tokens,
    secret,
    http,
    feed,
    redirectUri,
    webhookUri,
    countFollowers: createKnownFollowers({ db, clock }),
    clipExtension,
    isMirrorOn: async (channelId) => (await settings.of(channelId)).kick_reach.mirror,
  }
  const serviceSettings = createSettingsOfServices({ config, credentials, log })
  const services = createServiceRegistry({
    log,
    open: (service) => openService(service, serviceSettings.of(service), serviceNeeds),
  })
  await services.openAll()
  const connectors = () => [...services.list().flatMap(({ connector }) => connector ?? []), ...sandbox.connectors]
  const platforms = createPlatforms({ db, bus, connectors, callTimeoutMs, timeLimit })
  const subscriberImport = createSubscriberImport({ db, clock, log, platforms })
  const listening = createListening({
    db,
    platforms,
    log,
    onListen: (channelId, platform) => void subscriberImport.runSafely(channelId, platform),
  })
  services.onChange(async (service) => {
    platforms.forgetConnectors()
    const platform = allPlatforms.find((one) => one === service)
    if (platform === undefined) return
    // Each listener of the old connector stops, and one of the new connector starts.
    for (const channelId of await platforms.listChannels(platform)) listening.renew(channelId, platform)
  })
  credentials.onChange(async (name) => {
    const service = allServices.find((one) => one === name)
    if (service !== undefined) await services.reopen(service)
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
    calls,
    redirectUri,
    webhookUri,
    sandboxConnectors,
  })
  return {
    sandbox,
    clipExtension,
    credentials,
    serviceHttp: http,
    serviceSettings,
    services,
    tokens,
    platforms,
    subscriberImport,
    listening,
    renewalJob: createRenewalJob({ tokens, log, services: services.list }),
    checkWebhooks,
    signingIn,
    connecting,
    platformOverview,
  }
}
