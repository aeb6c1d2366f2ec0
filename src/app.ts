import { openAudience } from './app/audience.ts'
import { openChannels } from './app/channels.ts'
import { openDoors } from './app/doors.ts'
import { openGateways } from './app/gateways.ts'
import { createJobs } from './app/jobs.ts'
import { openMusic } from './app/music.ts'
import { type Overrides, openNode } from './app/node.ts'
import { openPlatforms } from './app/platforms.ts'
import { openReactions } from './app/reactions.ts'
import { openStage } from './app/stage.ts'
import { openStream } from './app/stream.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { describeOperations } from './describe-operations.ts'
import { firstStart } from './first-start/first-start.ts'
import { operations } from './operations.ts'

export type App = Awaited<ReturnType<typeof createApp>>

/**
 * How the server is put together, area by area, each standing on those before it; what closes it is said where a thing
 * is opened, and done in reverse. Only this file and its folder know every part: below them everything points down to
 * `contract`, never sideways.
 */
export async function createApp(config: Config, overrides: Overrides = {}) {
  const node = await openNode(config, overrides)
  const { db, clock, ids, log, names, address, closeAll, onClose } = node

  const channels = openChannels(node)
  const outside = await openPlatforms({
    ...node,
    ...channels,
    // What comes in from outside is heard by parts that are made later.
    feed: (account, event) => reactions.bot.feed(account, event),
    leaveStandIn: (...of) => audience.leaveStandIn(...of),
    clipBrowsers: {
      isConnected: (channelId) => gateways.clipBrowsers.isConnected(channelId),
      ask: (channelId, wanted) => gateways.clipBrowsers.clip(channelId, wanted),
    },
  })
  const audience = openAudience({ ...node, ...channels, ...outside })
  const stream = openStream({ ...node, ...channels, ...outside })
  const stage = openStage({ ...node, ...channels, ...outside, ...stream })
  const music = openMusic({ ...node, ...channels, ...outside, ...stage })
  const reactions = openReactions({ ...node, ...channels, ...outside, ...audience, ...stream, ...stage, ...music })
  const gateways = openGateways({ ...node, ...channels, ...stage, ...music })

  const ctx: Context = {
    db,
    clock,
    ids,
    log,
    ...channels,
    ...outside,
    ...audience,
    ...stream,
    ...stage,
    ...music,
    ...reactions,
    ...gateways,
    baseUrl: address.baseUrl,
    listOperations: () => describeOperations(operations, names),
    callAsKey: (call) => doors.operationRoute.runAs(call),
  }
  const doors = await openDoors({ ...node, ...channels, ...outside, ...stage, ...reactions, ...gateways, ctx })
  const jobs = createJobs({ ...node, ...channels, ...outside, ...stage, ...reactions })
  const firstChannel = await firstStart(ctx)

  return {
    config,
    ctx,
    /** The channel just made, when the data folder was empty. */
    firstChannel,
    names,
    http: doors.http,
    operations,
    sandbox: outside.sandbox,
    connecting: outside.connecting,
    clipExtension: outside.clipExtension,
    bot: reactions.bot,
    baseUrl: address.baseUrl,

    async listen(): Promise<number> {
      const port = await doors.http.listen(config.port, config.host)
      address.listensOn(port)
      if (config.metrics !== undefined) await doors.metricsServer.listen(config.metrics)
      node.loopDelay.start()
      onClose(stream.games.readSoon())
      await jobs.start()
      return port
    },

    /** Answers what it has accepted, then lets go of everything. */
    close: ({ drainMs = 0 } = {}) => closeAll(drainMs),
  }
}
