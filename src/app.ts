import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, type Ids, randomIds, systemClock } from './ambient.ts'
import { createBot } from './bot.ts'
import { createMemoryBus } from './bus/bus.ts'
import type { Cluster, joinCluster } from './cluster/cluster.ts'
import { createSoleLeader } from './cluster/sole-leader.ts'
import type { Config, Role } from './config.ts'
import type { Context } from './context.ts'
import { createNames } from './contract/names.ts'
import { type Platform, wordFor } from './contract/platforms.ts'
import { describeOperations } from './describe-operations.ts'
import { createActivity } from './features/activity/activity.ts'
import { createAlertRules } from './features/activity/alert-rules.ts'
import { createHeldAlerts } from './features/activity/held-alerts.ts'
import { localDay } from './features/activity/local-day.ts'
import { createMessageCounts } from './features/activity/message-counts.ts'
import { createPresence } from './features/activity/presence.ts'
import { createAlertContent } from './features/alerts/alert-content.ts'
import { createAlerts } from './features/alerts/alerts.ts'
import { createChannels } from './features/channels/channels.ts'
import { createChat } from './features/chat/chat.ts'
import { createClips } from './features/clips/clips.ts'
import { createCommands } from './features/commands/commands.ts'
import { createCommandRunner } from './features/commands/runner.ts'
import { createDesk } from './features/desk/desk.ts'
import { createDonationLines } from './features/donation-sources/donation-lines.ts'
import { createDonationSources } from './features/donation-sources/donation-sources.ts'
import { createSourceRows } from './features/donation-sources/source-rows.ts'
import { createDonations } from './features/donations/donations.ts'
import { createEffectContent } from './features/effects/effect-content.ts'
import { createEffects } from './features/effects/effects.ts'
import { createEvents } from './features/events/events.ts'
import { createClipExtension } from './features/extension/clip-extension.ts'
import { createPairings } from './features/extension/pairings.ts'
import { firstStart } from './features/first-start/first-start.ts'
import { createIdempotency } from './features/idempotency/idempotency.ts'
import { createAddressList } from './features/keys/addresses.ts'
import { createKeys } from './features/keys/keys.ts'
import { createQuotas } from './features/keys/quotas.ts'
import { createUsage } from './features/keys/usage.ts'
import { createChatRooms } from './features/moderation/chat-rooms.ts'
import { createModeration } from './features/moderation/moderation.ts'
import { createModerationLog } from './features/moderation/moderation-log.ts'
import { createMusic } from './features/music/music.ts'
import { createMusicControl } from './features/music/music-control.ts'
import { createNowPlaying } from './features/music/now-playing.ts'
import { createSongQueue } from './features/music/song-queue.ts'
import { createOverlayLooks } from './features/overlays/overlay-looks.ts'
import { createOverlayQueue } from './features/overlays/overlay-queue.ts'
import { createOverlays } from './features/overlays/overlays.ts'
import { createPeople } from './features/people/people.ts'
import { createEarning } from './features/points/earning.ts'
import { createPoints } from './features/points/points.ts'
import { createRehearsalMirror } from './features/rehearsal/mirror.ts'
import { createSessions } from './features/sessions/sessions.ts'
import { createSignInStates } from './features/sessions/sign-in-states.ts'
import { createSettings } from './features/settings/settings.ts'
import { createSoundFiles } from './features/sounds/sound-files.ts'
import { createSpeech } from './features/speech/speech.ts'
import { createVoiceEffects } from './features/speech/voice-effects.ts'
import { createGames } from './features/stream/games.ts'
import { createStream } from './features/stream/stream.ts'
import { createStreamLooks } from './features/stream/stream-looks.ts'
import { createSubscriberImport, forgetSubscribers } from './features/subscribers/subscriber-import.ts'
import { createSubscribers } from './features/subscribers/subscribers.ts'
import { createMedia } from './features/uploads/media.ts'
import { createReferences } from './features/uploads/references.ts'
import { createUploadFiles } from './features/uploads/upload-files.ts'
import { createUploads } from './features/uploads/uploads.ts'
import { createBrowse } from './features/viewers/browse.ts'
import { exportViewers } from './features/viewers/export-viewers.ts'
import { createKnownFollowers } from './features/viewers/known-followers.ts'
import { createLinkedAccounts } from './features/viewers/linked-accounts.ts'
import { createRanking } from './features/viewers/ranking.ts'
import { createRetirement } from './features/viewers/retire-stand-ins.ts'
import { createStanding } from './features/viewers/standing.ts'
import { createViewers } from './features/viewers/viewers.ts'
import { createWatchTime } from './features/watch-time/watch-time.ts'
import { createExtensionGateway } from './gateway/extension-gateway.ts'
import { createOverlayGateway } from './gateway/overlay-gateway.ts'
import { createPages } from './gateway/pages.ts'
import { createPlayerRelay } from './gateway/player-relay.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createExtensionDownload } from './http/extension-download.ts'
import { createMetricsServer } from './http/metrics-server.ts'
import { createOpenApiPages } from './http/openapi-pages.ts'
import { createOperationRoute } from './http/operation-route.ts'
import { createOverlayMediaPages } from './http/overlay-media.ts'
import { createOverlayPages } from './http/overlay-page.ts'
import { createConnectPages } from './http/pages/connect-pages.ts'
import { createDonationHooks } from './http/pages/donation-hooks.ts'
import { createHealthPages } from './http/pages/health-pages.ts'
import { createMetricsPages } from './http/pages/metrics-pages.ts'
import { createSandboxPages } from './http/pages/sandbox-pages.ts'
import { createSignInPages } from './http/pages/sign-in-pages.ts'
import { createWebhookPages } from './http/pages/webhook-pages.ts'
import { createPanelDownloads } from './http/panel-downloads.ts'
import { createPanelEvents } from './http/panel-events.ts'
import { createPanelPages } from './http/panel-pages.ts'
import { createPanelRoute } from './http/panel-route.ts'
import { createSandboxRoute } from './http/sandbox-route.ts'
import { createHttpServer } from './http/server.ts'
import { createStaticFiles } from './http/static-files.ts'
import { createUpgrade } from './http/upgrade.ts'
import { createUploadRoute } from './http/upload-route.ts'
import { createInstanceSecret } from './instance-secret.ts'
import { createMemoryLimiter } from './limits/limiter.ts'
import { createOverload } from './limits/overload.ts'
import { createLog, type Log } from './log.ts'
import { createLoopDelay } from './metrics/loop-delay.ts'
import { createMetrics } from './metrics/metrics.ts'
import { operations } from './operations.ts'
import { createConnecting } from './platforms/connecting.ts'
import { createHttpClient } from './platforms/http-client.ts'
import { createListening } from './platforms/listening.ts'
import { openServices } from './platforms/open-services.ts'
import { createPlatformOverview } from './platforms/overview.ts'
import { createPlatforms } from './platforms/platforms.ts'
import { createSandboxDesk } from './platforms/sandbox/desk.ts'
import { createSandbox } from './platforms/sandbox/sandbox.ts'
import type { Service } from './platforms/services.ts'
import { createSigningIn } from './platforms/signing-in.ts'
import { createTokens } from './platforms/tokens.ts'
import { createSounds } from './sounds/sounds.ts'
import { createSpeech as createVoices } from './speech/chain.ts'
import { openEngines } from './speech/open-engines.ts'
import type { Database } from './storage/database.ts'
import { openDatabase } from './storage/open.ts'
import { version } from './version.ts'

export interface Overrides {
  readonly clock?: Clock
  readonly ids?: Ids
  /** A number from 0 up to 1, for what commands leave to chance. */
  readonly chance?: () => number
  /** How many numbered viewers the sandbox has. */
  readonly sandboxViewers?: number
  readonly log?: Log
  /** How long a call to a platform may take. */
  readonly callTimeoutMs?: number
  /** In place of the one in the data folder, to measure what storing costs. */
  readonly database?: Database
}

export type App = Awaited<ReturnType<typeof createApp>>

/** The one file that knows every part. Below it everything points down to `contract`, never sideways. */
export async function createApp(config: Config, overrides: Overrides = {}) {
  const clock = overrides.clock ?? systemClock
  const ids = overrides.ids ?? randomIds
  const log = overrides.log ?? createLog(config.logLevel)
  const db =
    overrides.database ??
    (await openDatabase(
      config.dataFolder,
      (error) => log.error('an effect after a commit failed', { error }),
      config.databaseUrl,
    ))
  const ownBus = createMemoryBus((error) => log.error('a listener failed', { error }))
  const ownLimiter = createMemoryLimiter(clock)
  const ownNode = { db, clock, ids, log, bus: ownBus, limiter: ownLimiter }
  const cluster = config.redisUrl === undefined ? undefined : await openCluster(config.redisUrl, ownNode)
  const leader = cluster?.leader ?? createSoleLeader()
  const { bus = ownBus, limiter = ownLimiter } = cluster ?? {}
  const has = (role: Role) => config.roles?.includes(role) ?? true
  const names = createNames(config.naming)
  const loopDelay = createLoopDelay()
  const overload = createOverload(loopDelay)
  const metrics = createMetrics({
    version,
    loopDelay,
    refusedCalls: () => overload.refused,
    overlayPages: () => pages.countAll(),
    doesJobs: () => has('jobs') && leader.isMine(),
    isJoined: () => cluster?.isUp ?? true,
  })

  const events = createEvents({ clock, bus })
  const channels = createChannels({ db, clock, bus })
  const sandbox = createSandbox({
    db,
    clock,
    ids,
    baseUrl,
    feed: (account, event) => bot.feed(account, event),
    numberedViewers: overrides.sandboxViewers,
    signInRedirects: () => [`${baseUrl()}/sign-in/sandbox`],
  })
  const { callTimeoutMs } = overrides
  const secret = createInstanceSecret(config)
  const tokens = createTokens({ db, clock, secret, alone: cluster?.alone })
  const clipExtension = createClipExtension({
    isConnected: (channelId) => extensions.isConnected(channelId),
    ask: (channelId, wanted) => extensions.clip(channelId, wanted),
  })
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
    feed: (account, event) => bot.feed(account, event),
    redirectUri,
    webhookUri,
    countFollowers: createKnownFollowers({ db, clock }),
    clipExtension,
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
  // Whoever does the jobs may be another node than the one where the account was connected.
  if (cluster !== undefined)
    bus.subscribe('accounts-changed', ({ channelId, platform }) => listening.renew(channelId, platform))
  const signingIn = createSigningIn({ db, services })
  const connecting = createConnecting({
    db,
    clock,
    log,
    platforms,
    tokens,
    listening,
    services,
    leaveStandIn: async (tx, channelId, platform) => {
      await forgetSubscribers(tx, channelId, platform)
      await retireStandIns(tx, channelId, platform)
    },
    note: (tx, by, { kind, owner: { service, role }, username }) =>
      events.appendNew(tx, by, { kind, data: { service, role, username } }),
    noteOwner: async (tx, { person, ...by }, service, { id: accountId, username }) => {
      if (person === undefined || !signingIn.services.includes(service)) return
      await people.claimAccount(tx, by, person, { service, accountId, username })
    },
  })
  const platformOverview = createPlatformOverview({
    connecting,
    platforms,
    tokens,
    redirectUri,
    webhookUri,
    standIns: sandbox.connectors,
  })
  const rankings = { points: createRanking('points'), watch: createRanking('watch') }
  const retireStandIns = createRetirement({ rankings })
  const browse = createBrowse({ db, rankings })
  const viewers = createViewers({ db, clock, platforms, rankings })
  const linkedAccounts = createLinkedAccounts({ ids, events })
  const points = createPoints({ db, clock, events, ranking: rankings.points })
  const watchTime = createWatchTime({ db, events, ranking: rankings.watch })
  const keys = createKeys({ db, clock, ids, events, bus, channels })
  const people = createPeople({ db, clock, ids, events })
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const sessions = createSessions({ db, clock, ids, bus, channels, events, people, isSecure })
  const usage = createUsage({ db, clock })
  const quotas = createQuotas({ operations, limiter })
  const idempotency = createIdempotency({ db, clock, isShared: cluster !== undefined })
  const subscribers = createSubscribers({ db, clock })
  const settings = createSettings({ db, clock, events, bus })
  const standing = createStanding({ clock, subscribers })
  const earning = createEarning({ clock, events, points, standing })
  const counts = createMessageCounts()
  const presence = createPresence({ db, counts, isShared: cluster !== undefined })
  const games = createGames({ db, log, catalogue: fileURLToPath(new URL('../catalogue/games.tsv', import.meta.url)) })
  const stream = createStream({ platforms, events, games })
  const streamLooks = createStreamLooks({ clock, platforms, stream })
  const chat = createChat({ platforms, events })
  const clips = createClips({ platforms, chat, events, log })
  const pages = createPages((channelId) => {
    sharedStage?.announce(channelId)
    bus.publish('presence-changed', { channelId })
  })
  const sharedStage = cluster?.openStage(pages)
  const stage = sharedStage ?? pages
  const voices = createVoices({
    engines: openEngines(config.speech),
    log,
    ...(cluster && { onSpoken: cluster.speech.keep }),
  })
  const sounds = createSounds()
  const soundFiles = createSoundFiles({ folder: join(config.dataFolder, 'sounds'), sounds })
  const uploadFiles = createUploadFiles(join(config.dataFolder, 'uploads'))
  const references = createReferences()
  const uploads = createUploads({
    db,
    clock,
    ids,
    events,
    files: uploadFiles,
    references,
    maxBytes: config.uploadBytes ?? 500 * 1024 * 1024,
  })
  const media = createMedia({ uploads, findBuiltIn: soundFiles.findBuiltIn })
  const overlayLooks = createOverlayLooks({
    db,
    settings,
    media,
    bus,
    log,
    tell: (channelId, look) => pages.tell(channelId, { type: 'settings', settings: look }),
  })
  const overlayQueue = createOverlayQueue({ db, clock, events, bus, tell: stage.tell })
  const overlays = createOverlays({ db, clock, ids, events, bus, stage, secret, baseUrl })
  const voiceEffects = createVoiceEffects({
    db,
    clock,
    events,
    tell: (channelId, voice) => stage.tell(channelId, { type: 'voice-effect', voice }),
  })
  const speech = createSpeech({ overlays, voiceEffects, voices, settings })
  const alerts = createAlerts({ db, overlays, media })
  const alertContent = createAlertContent({ db, events, media })
  const donations = createDonations({ db, log, events, overlays, media, speech })
  const platformWord = (platform: Platform) => names.text(wordFor(platform))
  const effects = createEffects({ db, overlays, platforms, media, platformWord })
  const effectContent = createEffectContent({ db, events, media })
  const desk = createDesk({ platforms, stream, overlays, clock })
  const music = createMusic({ db, clock, events, bus, media })
  const backEnd = services.find((service) => service.music !== undefined)?.music
  const nowPlaying =
    backEnd &&
    createNowPlaying({
      backEnd,
      clock,
      log,
      isWanted: (channelId) => pages.hasPageFor(channelId, 'song'),
      onChange: (channelId) => bus.publish('player-changed', { channelId }),
    })
  const musicControl = createMusicControl({
    music,
    settings,
    events,
    bus,
    other: backEnd && nowPlaying && { backEnd, nowPlaying },
  })
  const songQueue = createSongQueue({ events, media, uploads, music })
  const moderationLog = createModerationLog({ db, clock })
  const moderation = createModeration({ db, platforms, events, log: moderationLog })
  const chatRooms = createChatRooms({ db, clock, platforms, settings })
  const alertRules = createAlertRules({
    db,
    log,
    overlays,
    alerts,
    effects,
    speech,
    held: createHeldAlerts({ clock, ids }),
  })
  const activity = createActivity({
    db,
    clock,
    events,
    viewers,
    subscribers,
    standing,
    counts,
    presence,
    earning,
    alertRules,
    moderationLog,
    donations,
  })
  const commands = createCommands({ db, clock, events, bus })
  const commandRunner = createCommandRunner({
    db,
    clock,
    log,
    events,
    platforms,
    chat,
    activity,
    alerts,
    clips,
    commands,
    effects,
    games,
    moderation,
    musicControl,
    points,
    settings,
    speech,
    stream,
    streamLooks,
    viewers,
    voiceEffects,
    watchTime,
    chance: overrides.chance ?? Math.random,
    today: (timeZone) => localDay(timeZone, clock.now()),
  })
  const bot = createBot({
    db,
    clock,
    ids,
    log,
    bus,
    activity,
    channels,
    commandRunner,
    commands,
    counts,
    earning,
    games,
    moderation,
    platforms,
    points,
    presence,
    settings,
    standing,
    stream,
    streamLooks,
    viewers,
    watchTime,
  })
  const rehearsalMirror = createRehearsalMirror({ db, bus: ownBus, channels, log })
  const player = createPlayerRelay({ pages, readPlayer: musicControl.player, bus, log })
  const publicHost = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host
  const overlayDesk = {
    ...overlays,
    stage: async (channelId: number) => ({
      settings: await overlayLooks.of(channelId),
      paused: await overlayQueue.isPaused(channelId),
      voice: await voiceEffects.find(channelId),
    }),
  }
  const overlayGateway = createOverlayGateway({ pages, desk: overlayDesk, player, clock, bus, log, publicHost })
  const donationSources = createDonationSources({
    db,
    clock,
    ids,
    log,
    events,
    rows: createSourceRows({ db, secret }),
    lines: createDonationLines({
      clock,
      log,
      addresses: config.donations ?? {},
      take: (source, donation) => donationSources.take(source, donation),
    }),
    feed: (account, event) => bot.feed(account, event),
    hookUrl: (provider, hook) => `${baseUrl()}/webhooks/${provider}/${hook}`,
  })
  const pairings = createPairings({ db, clock, ids, events, bus, channels })
  const extensionGateway = createExtensionGateway({ desk: pairings, clock, ids, bus, limiter, log })
  const sharedExtension = cluster?.openExtension(extensionGateway)
  const extensions = sharedExtension ?? extensionGateway
  const sandboxDesk = createSandboxDesk({ db, clock, platforms, world: sandbox.world, names })

  let stopReading = () => {}
  let stopTidying = () => {}
  let listeningOn = config.port
  /** How a person reaches this server: links in the terminal, in chat and in OBS begin with it. */
  function baseUrl(): string {
    const host = ['0.0.0.0', '::', ''].includes(config.host) ? 'localhost' : config.host
    return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${listeningOn}`
  }

  function redirectUri(service: Service): string {
    return `${baseUrl()}/connect/${service}`
  }
  function webhookUri(service: Service): string {
    return `${baseUrl()}/webhooks/${service}`
  }

  const ctx: Context = {
    db,
    clock,
    ids,
    log,
    activity,
    alertContent,
    alertRules,
    alerts,
    browse,
    channels,
    chat,
    chatRooms,
    clips,
    commandRunner,
    commands,
    connecting,
    desk,
    donationSources,
    donations,
    effectContent,
    effects,
    events,
    extension: { pairings, presence: extensions.presence },
    games,
    idempotency,
    keys,
    linkedAccounts,
    media,
    moderation,
    moderationLog,
    music,
    musicControl,
    overlayQueue,
    overlays,
    people,
    platformOverview,
    platforms,
    points,
    quotas,
    references,
    sessions,
    settings,
    signingIn,
    songQueue,
    speech,
    stream,
    subscribers,
    uploads,
    usage,
    viewers,
    watchTime,
    baseUrl,
    listOperations: () => describeOperations(operations, names),
    callAsKey: (call) => operationRoute.runAs(call),
  }

  const tracer = config.traceEndpoint === undefined ? undefined : await openTracer(config.traceEndpoint, { clock, log })
  const authenticate = createAuthenticate({ keys, limiter: ownLimiter, clock, bus, log })
  const operationRoute = createOperationRoute({
    operations: has('api') ? operations : [],
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
  const panelEvents = createPanelEvents({ ctx, bus, log })
  const metricsServer = createMetricsServer(metrics.text)
  // With a door of its own, or a proxy before the main one, the main one does not show the numbers.
  const isBehindProxy =
    config.metrics !== undefined || config.publicUrl !== undefined || config.trustedProxies.length > 0
  const signInPages = createSignInPages({
    ctx,
    states: createSignInStates({ db, clock, ids }),
    sandbox,
    signingIn,
    limiter,
    names,
    isSecure,
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
      ...createOpenApiPages({ operations, names, version, serverUrl: baseUrl }),
      createSandboxRoute({ desk: sandboxDesk, authenticate, names, log }),
      ...createSandboxPages({
        sandbox,
        desk: sandboxDesk,
        channels,
        names,
        assets: fileURLToPath(new URL('./platforms/sandbox/page', import.meta.url)),
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
      createStaticFiles('/assets', fileURLToPath(new URL('./http/assets', import.meta.url))),
    ],
    upgrade: createUpgrade(has('gateway') ? [overlayGateway, extensionGateway] : []),
    trustedProxies: config.trustedProxies.length === 0 ? undefined : createAddressList(config.trustedProxies),
    log,
  })

  const firstChannel = await firstStart(ctx)

  /** What must be done once, however many nodes there are. */
  async function startJobs(): Promise<void> {
    await bot.start({ isShared: cluster !== undefined })
    await listening.start()
    await donationSources.start()
    stopTidying = startHousekeeping(
      {
        idempotency: idempotency.prune,
        firings: overlays.prune,
        uploads: () => uploadFiles.removeOldParts(clock.now()),
        usage: usage.prune,
        minutes: bot.watchMinutes.prune,
        subscribers: subscriberImport.runDue,
      },
      log,
    )
  }

  async function stopJobs(): Promise<void> {
    listening.close()
    donationSources.close()
    stopTidying()
    await bot.stop()
  }

  return {
    config,
    ctx,
    /** The channel just made, when the data folder was empty. */
    firstChannel,
    names,
    http,
    operations,
    sandbox,
    connecting,
    clipExtension,
    bot,
    baseUrl,

    async listen(): Promise<number> {
      listeningOn = await http.listen(config.port, config.host)
      if (config.metrics !== undefined) await metricsServer.listen(config.metrics)
      loopDelay.start()
      stopReading = games.readSoon()
      if (has('jobs')) await leader.start((isMine) => (isMine ? startJobs() : stopJobs()))
      return listeningOn
    },

    /** Answers what it has accepted, then lets go of everything. */
    async close({ drainMs = 0 } = {}): Promise<void> {
      stopReading()
      musicControl.close()
      await stopJobs()
      await leader.close()
      panelEvents.close()
      await bot.close()
      const drained = http.drain(drainMs)
      // Calls under way may still need a page; then the pages go, for the port is free only once they have.
      await overlays.settled(drainMs)
      await Promise.all([overlayGateway.close(), extensionGateway.close()])
      sharedStage?.close()
      sharedExtension?.close()
      await drained
      loopDelay.close()
      await metricsServer.close()
      await tracer?.close()
      await authenticate.flush()
      await Promise.all([voices.close(), sounds.close()])
      rehearsalMirror.close()
      await rehearsalMirror.settled()
      await usage.flush()
      cluster?.close()
      await db.close()
    },
  }
}

/** Few have several nodes, so few load what it takes. */
async function openCluster(url: string, needs: Parameters<typeof joinCluster>[1]): Promise<Cluster> {
  const cluster = await import('./cluster/cluster.ts')
  return cluster.joinCluster(url, needs)
}

/** Two hundred files that nobody needs before the first click. */
async function loadPanelOperations() {
  return (await import('./panel-operations.ts')).panelOperations
}

/** Few trace, so few load what it takes. */
async function openTracer(endpoint: string, needs: { clock: Clock; log: Log }) {
  const { createTracer } = await import('./metrics/tracer.ts')
  return createTracer({ endpoint, version, ...needs })
}
