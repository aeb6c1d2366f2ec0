import { describeOperations } from './api-description/describe-operations.ts'
import { openAudience } from './app/audience.ts'
import type { Bot } from './app/bot.ts'
import { openBroadcast } from './app/broadcast.ts'
import { openChannels } from './app/channels.ts'
import type { Config } from './app/config/config.ts'
import { openGateways } from './app/gateways.ts'
import { createJobs } from './app/jobs.ts'
import { type NodeParts, type Overrides, openNode } from './app/node.ts'
import { openPlatforms } from './app/platforms.ts'
import { openReactions } from './app/reactions.ts'
import { openServers } from './app/servers.ts'
import { openStage } from './app/stage.ts'
import { openAi } from './capabilities/ai/open.ts'
import { openBackups } from './capabilities/backups/open.ts'
import { createConnections } from './capabilities/connections/connections.ts'
import { openDecks } from './capabilities/decks/open.ts'
import { openDiscord } from './capabilities/discord/open.ts'
import type { DiscordFeatureNeeds } from './capabilities/discord/open-features.ts'
import { firstStart } from './capabilities/first-start/first-start.ts'
import { openKickReach, openTunnel } from './capabilities/kick-reach/open.ts'
import { openMusic } from './capabilities/music/open.ts'
import { openObs } from './capabilities/obs/open.ts'
import { openPlayer } from './capabilities/player/open.ts'
import { openPrivacy } from './capabilities/privacy/open.ts'
import { createEnvelopes } from './capabilities/published-events/envelope.ts'
import { openServiceSetups } from './capabilities/service-setups/open.ts'
import { createSetUp } from './capabilities/set-up/set-up.ts'
import { openCuePlayer, openShows } from './capabilities/shows/open.ts'
import { openVoice } from './capabilities/voice/open.ts'
import { openVts } from './capabilities/vts/open.ts'
import { openWebhooks } from './capabilities/webhooks/open.ts'
import { openWidgetData } from './capabilities/widgets/open.ts'
import { limitHeap } from './kernel/limits/heap-limits.ts'
import type { Context } from './kernel/operation/context.ts'
import { operations } from './operations.ts'
import { publishedEvents } from './registry/published-events.ts'

export type App = Awaited<ReturnType<typeof createApp>>
export type OnStarted = () => Promise<void>

/**
 * The composition root: opens the server area by area, each with the areas before it. Each part registers its own closing
 * (`onClose`), which runs in reverse order. Only this file and its folder know every part; how one comes to life stands in
 * its folder, in `open.ts`.
 */
export async function createApp(config: Config, overrides: Overrides = {}) {
  const node = await openNode(config, overrides)
  try {
    return await openApp(config, node)
  } catch (error) {
    // What is open already would keep the process alive. The first error is the one that matters.
    await node.closeAll(0).catch(() => {})
    throw error
  }
}

async function openApp(config: Config, node: NodeParts) {
  const { db, clock, ids, log, names, address, closeAll } = node

  const backups = openBackups(node)
  const channels = openChannels(node)
  const tunnel = openTunnel({ ...node, ...channels, onAddress: () => platforms.checkWebhooks() })
  const platforms = await openPlatforms({
    ...node,
    ...channels,
    // Events of platforms are handled by parts that are created later.
    feed: (account, event) => reactions.bot.feed(account, event),
    leaveSandbox: (...of) => audience.leaveSandbox(...of),
    clipBrowsers: {
      isConnected: (channelId) => gateways.clipBrowsers.isConnected(channelId),
      ask: (channelId, wanted) => gateways.clipBrowsers.clip(channelId, wanted),
    },
  })
  const audience = openAudience({ ...node, ...channels, ...platforms })
  const broadcast = openBroadcast({
    ...node,
    ...channels,
    ...platforms,
    ...audience,
    saveReplay: (caller, isOptional) => obs.obs.saveReplayIfOn(caller, isOptional),
  })
  const stage = openStage({
    ...node,
    ...channels,
    ...platforms,
    ...broadcast,
    isOverlayOnAir: (channelId) => obs.obs.isOverlayOnAir(channelId),
  })
  const player = openPlayer({ ...node, ...stage })
  const music = openMusic({ ...node, ...channels, ...platforms, ...audience, ...broadcast, ...stage, ...player })
  const obs = openObs({ ...node, ...channels, ...platforms, ...stage })
  const voice = openVoice({ ...node, ...channels, ...platforms, ...stage, ...obs })
  const vts = openVts({ ...node, ...channels, ...platforms })
  const aiParts = openAi({
    ...node,
    ...channels,
    ...platforms,
    ...audience,
    ...broadcast,
    ...stage,
    fillCommandTexts: (...args) => reactions.commandRunner.fillTexts(...args),
    runCommandFor: (...args) => reactions.bot.runCommandFor(...args),
    context: () => ctx,
  })
  const discord = openDiscord({
    ...node,
    ...channels,
    ...platforms,
    // Slash commands run commands, which are created later.
    async openDiscordFeatures(of) {
      const { openDiscordFeatures } = await import('./capabilities/discord/open-features.ts')
      return openDiscordFeatures({ ...acting, ...reactions, ...runsForDiscord(reactions.bot) }, of)
    },
  })
  const acting = {
    ...node,
    ...channels,
    ...platforms,
    ...audience,
    ...broadcast,
    ...stage,
    ...music,
    ...obs,
    ...voice,
    ...vts,
    aiParts,
    ...discord,
  }
  const shows = openShows({ ...node, ...channels })
  const reactions = openReactions({ ...acting, ...shows })
  const cuePlayer = openCuePlayer({ ...node, ...channels, ...shows, ...reactions })
  const widgetData = openWidgetData({ ...acting, ...shows, ...reactions })
  const envelopes = createEnvelopes({ published: publishedEvents, names })
  const webhooks = openWebhooks({ ...node, ...channels, envelopes })
  const decks = openDecks({ ...node, ...channels, operations })
  const setups = openServiceSetups({ ...node, ...channels, ...platforms })
  const privacy = openPrivacy({ ...node, ...channels, ...audience, ...stage, ...reactions })
  const gateways = openGateways({
    ...node,
    ...channels,
    ...platforms,
    ...stage,
    ...player,
    ...music,
    ...obs,
    ...widgetData,
  })
  const kickReach = openKickReach({ ...node, ...channels, ...platforms, ...tunnel, ...gateways })

  const ctx: Context = {
    db,
    clock,
    ids,
    log,
    ...backups,
    ...channels,
    ...platforms,
    ...audience,
    ...broadcast,
    ...stage,
    ...player,
    ...music,
    ...obs,
    ...voice,
    ...vts,
    aiParts,
    ...discord,
    ...reactions,
    ...shows,
    ...cuePlayer,
    ...webhooks,
    ...decks,
    ...setups,
    ...privacy,
    ...gateways,
    connections: createConnections({
      ...platforms,
      ...obs,
      ...voice,
      ...vts,
      ...discord,
      ...reactions,
      ...gateways,
      streamerbotStatusOf: (channelId) => servers.streamerbot.connectionOf(channelId),
    }),
    ...kickReach,
    baseUrl: address.baseUrl,
    listOperations: () => describeOperations(operations, names),
    callAsKey: (call) => servers.operationRoute.runAs(call),
  }
  const served = {
    ...node,
    ...channels,
    ...platforms,
    ...tunnel,
    ...stage,
    ...obs,
    ...voice,
    ...vts,
    ...discord,
    ...reactions,
    ...webhooks,
    envelopes,
  }
  const setUp = createSetUp({ ...node, ...channels })
  const servers = await openServers({ ...served, ...gateways, setUp, ctx })
  const jobs = createJobs({ ...served, ...audience, aiParts, ...cuePlayer, ...backups, ...privacy })
  const firstChannel = await firstStart(ctx)
  node.reportProblems()

  return {
    config,
    ctx,
    /** The channel of a first start, while nobody has access to it. */
    firstChannel,
    setUp,
    upgrade: node.upgrade,
    /** Whether other nodes use the same database. */
    isShared: node.isShared,
    names,
    http: servers.http,
    operations,
    eventHub: servers.eventHub,
    sandbox: platforms.sandbox,
    connecting: platforms.connecting,
    clipExtension: platforms.clipExtension,
    bot: reactions.bot,
    ...cuePlayer,
    testChannelMirror: reactions.testChannelMirror,
    clockEnds: audience.clockEnds,
    webhookDeliverer: webhooks.webhookDeliverer,
    pruneViewerValues: audience.pruneViewerValues,
    voiceEnds: voice.voiceEnds,
    loadSourceHub: widgetData.loadSourceHub,
    liveSources: widgetData.liveSources,
    baseUrl: address.baseUrl,

    /** `onStarted` is called when everything runs, before options of V8 change. */
    async listen(onStarted: OnStarted = async () => {}): Promise<number> {
      const port = await servers.http.listen(config.port, config.host)
      address.setPort(port)
      if (config.metrics !== undefined) await servers.metricsServer.listen(config.metrics)
      node.loopDelay.start()
      broadcast.games.readSoon()
      await jobs.start()
      await servers.streamerbot.start()
      await onStarted()
      limitHeap()
      return port
    },

    /** Answers the requests in flight, then closes everything. */
    close: ({ drainMs = 0 } = {}) => closeAll(drainMs),
  }
}

/** What the Discord bot needs of the one in chat. */
function runsForDiscord(bot: Bot): Pick<DiscordFeatureNeeds, 'runForViewer' | 'isAllowed' | 'isNameAllowed'> {
  return {
    isAllowed: bot.isAllowed,
    isNameAllowed: bot.isNameAllowed,
    async runForViewer({ channel, viewer, commandId: id, args, requestId }) {
      const asked = { channel, platform: viewer.platform, viewer, actor: 'discord', requestId, id, args }
      const finished = await bot.runCommandElsewhere(asked)
      return finished === undefined ? { refused: true } : { response: finished.response }
    },
  }
}
