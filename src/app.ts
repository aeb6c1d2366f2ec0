import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, type Ids, randomIds, systemClock } from './ambient.ts'
import { createBot } from './bot.ts'
import { createMemoryBus } from './bus/bus.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createNames } from './contract/names.ts'
import { type Platform, wordFor } from './contract/platforms.ts'
import { describeOperations } from './describe-operations.ts'
import { createActivity } from './features/activity/activity.ts'
import { createAlertRules } from './features/activity/alert-rules.ts'
import { localDay } from './features/activity/local-day.ts'
import { createMessageCounts } from './features/activity/message-counts.ts'
import { createPresence } from './features/activity/presence.ts'
import { createAlerts } from './features/alerts/alerts.ts'
import { createChannels } from './features/channels/channels.ts'
import { createChat } from './features/chat/chat.ts'
import { createClips } from './features/clips/clips.ts'
import { createCommands } from './features/commands/commands.ts'
import { createCommandRunner } from './features/commands/runner.ts'
import { createDesk } from './features/desk/desk.ts'
import { createDonations } from './features/donations/donations.ts'
import { createEffects } from './features/effects/effects.ts'
import { createEvents } from './features/events/events.ts'
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
import { createOverlays } from './features/overlays/overlays.ts'
import { createPeople } from './features/people/people.ts'
import { createEarning } from './features/points/earning.ts'
import { createPoints } from './features/points/points.ts'
import { createSessions } from './features/sessions/sessions.ts'
import { createSignInStates } from './features/sessions/sign-in-states.ts'
import { createSettings } from './features/settings/settings.ts'
import { createSoundFiles } from './features/sounds/sound-files.ts'
import { createSpeech } from './features/speech/speech.ts'
import { createVoiceEffects } from './features/speech/voice-effects.ts'
import { createGames } from './features/stream/games.ts'
import { createStream } from './features/stream/stream.ts'
import { createStreamLooks } from './features/stream/stream-looks.ts'
import { createSubscribers } from './features/subscribers/subscribers.ts'
import { createBrowse } from './features/viewers/browse.ts'
import { createRanking } from './features/viewers/ranking.ts'
import { createStanding } from './features/viewers/standing.ts'
import { createViewers } from './features/viewers/viewers.ts'
import { createWatchTime } from './features/watch-time/watch-time.ts'
import { createOverlayGateway } from './gateway/overlay-gateway.ts'
import { createPages } from './gateway/pages.ts'
import { createPlayerRelay } from './gateway/player-relay.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createOpenApiPages } from './http/openapi-pages.ts'
import { createOperationRoute } from './http/operation-route.ts'
import { createOverlayMediaPages } from './http/overlay-media.ts'
import { createOverlayPages } from './http/overlay-page.ts'
import { createHealthPages } from './http/pages/health-pages.ts'
import { createHomePages } from './http/pages/home-page.ts'
import { createSandboxPages } from './http/pages/sandbox-pages.ts'
import { createSignInPages } from './http/pages/sign-in-pages.ts'
import { createPanelEvents } from './http/panel-events.ts'
import { createPanelPages } from './http/panel-pages.ts'
import { createPanelRoute } from './http/panel-route.ts'
import { createSandboxRoute } from './http/sandbox-route.ts'
import { createHttpServer } from './http/server.ts'
import { createStaticFiles } from './http/static-files.ts'
import { createUpgrade } from './http/upgrade.ts'
import { createInstanceSecret } from './instance-secret.ts'
import { createMemoryLimiter } from './limits/limiter.ts'
import { createLog, type Log } from './log.ts'
import { operations } from './operations.ts'
import { panelOperations } from './panel-operations.ts'
import { createConnecting } from './platforms/connecting.ts'
import { createHttpClient } from './platforms/http-client.ts'
import { createListening } from './platforms/listening.ts'
import { openServices } from './platforms/open-services.ts'
import { createPlatforms } from './platforms/platforms.ts'
import { createSandboxDesk } from './platforms/sandbox/desk.ts'
import { createSandbox } from './platforms/sandbox/sandbox.ts'
import { createTokens } from './platforms/tokens.ts'
import { createSounds } from './sounds/sounds.ts'
import { createSpeech as createVoices } from './speech/chain.ts'
import { createEspeak } from './speech/espeak.ts'
import { createFlite } from './speech/flite.ts'
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
    (await openDatabase(config.dataFolder, (error) => log.error('an effect after a commit failed', { error })))
  const bus = createMemoryBus((error) => log.error('a listener failed', { error }))
  const limiter = createMemoryLimiter(clock)
  const names = createNames(config.naming)

  const events = createEvents({ clock, bus })
  const channels = createChannels({ db, clock })
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
  const tokens = createTokens({ db, clock, secret })
  const services = await openServices(config.services ?? {}, {
    db,
    clock,
    ids,
    log,
    tokens,
    secret,
    http: createHttpClient({ clock, timeoutMs: callTimeoutMs }),
    feed: (account, event) => bot.feed(account, event),
    redirectUri: (service) => `${baseUrl()}/connect/${service}`,
  })
  const connectors = [...services.flatMap(({ connector }) => connector ?? []), ...sandbox.connectors]
  const platforms = createPlatforms({ db, connectors, callTimeoutMs })
  const listening = createListening({ db, platforms, log })
  const connecting = createConnecting({ db, clock, log, platforms, tokens, listening, services })
  const rankings = { points: createRanking('points'), watch: createRanking('watch') }
  const browse = createBrowse({ db, rankings })
  const viewers = createViewers({ db, clock, platforms, rankings })
  const points = createPoints({ db, clock, events, ranking: rankings.points })
  const watchTime = createWatchTime({ db, events, ranking: rankings.watch })
  const keys = createKeys({ db, clock, ids, events, bus, channels })
  const people = createPeople({ db, clock, ids, events })
  const sessions = createSessions({ db, clock, ids, bus, channels, events, people })
  const usage = createUsage({ db, clock })
  const quotas = createQuotas({ operations, limiter })
  const idempotency = createIdempotency({ db, clock })
  const subscribers = createSubscribers({ db, clock })
  const settings = createSettings({ db, clock, events, bus })
  const standing = createStanding({ clock, subscribers })
  const earning = createEarning({ clock, events, points, standing })
  const counts = createMessageCounts()
  const presence = createPresence({ db, counts })
  const games = createGames({ db, log, catalogue: fileURLToPath(new URL('../catalogue/games.tsv', import.meta.url)) })
  const stream = createStream({ platforms, events, games })
  const streamLooks = createStreamLooks({ clock, platforms, stream })
  const chat = createChat({ platforms, events })
  const clips = createClips({ platforms, chat, events, log })
  const pages = createPages((channelId) => bus.publish('presence-changed', { channelId }))
  const voices = createVoices({ engines: [createFlite(), createEspeak()], log })
  const sounds = createSounds()
  const soundFiles = createSoundFiles({ folder: join(config.dataFolder, 'sounds'), sounds })
  const overlays = createOverlays({ db, clock, ids, events, bus, stage: pages, secret, baseUrl })
  const voiceEffects = createVoiceEffects({
    db,
    clock,
    events,
    tell: (channelId, voice) => pages.tell(channelId, { type: 'voice-effect', voice }),
  })
  const speech = createSpeech({ overlays, voiceEffects, voices })
  const alerts = createAlerts({ db, overlays, soundUrl: soundFiles.urlOf })
  const donations = createDonations({ events, overlays, soundUrl: soundFiles.urlOf })
  const platformWord = (platform: Platform) => names.text(wordFor(platform))
  const effects = createEffects({ db, overlays, platforms, platformWord })
  const desk = createDesk({ platforms, stream, overlays, clock })
  const music = createMusic({ db, clock, events, bus, songUrl: soundFiles.urlOf })
  const moderationLog = createModerationLog({ db, clock })
  const moderation = createModeration({ db, platforms, events, log: moderationLog })
  const chatRooms = createChatRooms({ db, clock, platforms, settings })
  const alertRules = createAlertRules({ db, log, overlays, alerts, effects, speech })
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
    overlays,
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
    music,
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
  const player = createPlayerRelay({ pages, readPlayer: music.player, bus, log })
  const publicHost = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host
  const overlayDesk = {
    ...overlays,
    stage: async (channelId: number) => ({ voice: await voiceEffects.find(channelId) }),
  }
  const overlayGateway = createOverlayGateway({ pages, desk: overlayDesk, player, clock, bus, log, publicHost })
  const sandboxDesk = createSandboxDesk({ db, clock, platforms, world: sandbox.world, names })

  let stopReading = () => {}
  let stopTidying = () => {}
  let listeningOn = config.port
  /** How a person reaches this server: links in the terminal, in chat and in OBS begin with it. */
  function baseUrl(): string {
    const host = ['0.0.0.0', '::', ''].includes(config.host) ? 'localhost' : config.host
    return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${listeningOn}`
  }

  const ctx: Context = {
    db,
    clock,
    ids,
    log,
    activity,
    alerts,
    browse,
    channels,
    chat,
    chatRooms,
    clips,
    commandRunner,
    commands,
    desk,
    donations,
    effects,
    events,
    games,
    idempotency,
    keys,
    moderation,
    moderationLog,
    music,
    overlays,
    people,
    platforms,
    points,
    quotas,
    sessions,
    settings,
    speech,
    stream,
    subscribers,
    usage,
    viewers,
    watchTime,
    baseUrl,
    listOperations: () => describeOperations(operations, names),
    callAsKey: (call) => operationRoute.runAs(call),
  }

  const authenticate = createAuthenticate({ keys, limiter, clock, bus, log })
  const operationRoute = createOperationRoute({
    operations,
    names,
    authenticate,
    limiter,
    usage,
    bus,
    clock,
    ctx,
    log,
  })
  const panelEvents = createPanelEvents({ ctx, bus, log })
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const http = createHttpServer({
    operationRoute,
    pages: [
      ...createHealthPages(() => !http.draining),
      ...createHomePages({ ctx, isSecure }),
      ...createSignInPages({ ctx, states: createSignInStates({ db, clock, ids }), sandbox, names, isSecure }),
      panelEvents.route,
      createPanelRoute({ operations: panelOperations, limiter, ctx, log }),
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
      ...createOverlayMediaPages({ findSpeech: voices.find, findSound: soundFiles.find }),
      ...createOverlayPages(),
      createStaticFiles('/assets', fileURLToPath(new URL('./http/assets', import.meta.url))),
    ],
    upgrade: createUpgrade([overlayGateway]),
    trustedProxies: config.trustedProxies.length === 0 ? undefined : createAddressList(config.trustedProxies),
    log,
  })

  const firstChannel = await firstStart(ctx)

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
    bot,
    baseUrl,

    async listen(): Promise<number> {
      listeningOn = await http.listen(config.port, config.host)
      stopReading = games.readSoon()
      await bot.start()
      await listening.start()
      stopTidying = startHousekeeping(
        {
          idempotency: idempotency.prune,
          firings: overlays.prune,
          usage: usage.prune,
          minutes: bot.watchMinutes.prune,
        },
        log,
      )
      return listeningOn
    },

    /** Answers what it has accepted, then lets go of everything. */
    async close({ drainMs = 0 } = {}): Promise<void> {
      stopReading()
      listening.close()
      stopTidying()
      panelEvents.close()
      await bot.close()
      const drained = http.drain(drainMs)
      // Calls under way may still need a page; then the pages go, for the port is free only once they have.
      await overlays.settled(drainMs)
      await overlayGateway.close()
      await drained
      await authenticate.flush()
      await Promise.all([voices.close(), sounds.close()])
      await usage.flush()
      await db.close()
    },
  }
}
