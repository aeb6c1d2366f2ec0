import { type Clock, type Ids, randomIds, systemClock } from './ambient.ts'
import { createMemoryBus } from './bus/bus.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createNames } from './contract/names.ts'
import { createChannels } from './features/channels/channels.ts'
import { createEvents } from './features/events/events.ts'
import { firstStart } from './features/first-start/first-start.ts'
import { createIdempotency } from './features/idempotency/idempotency.ts'
import { createAddressList } from './features/keys/addresses.ts'
import { createKeys } from './features/keys/keys.ts'
import { createPoints } from './features/points/points.ts'
import { createRanking } from './features/viewers/ranking.ts'
import { createViewers } from './features/viewers/viewers.ts'
import { createWatchTime } from './features/watch-time/watch-time.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createOperationRoute } from './http/operation-route.ts'
import { createHttpServer } from './http/server.ts'
import { createMemoryLimiter } from './limits/limiter.ts'
import { createLog, type Log } from './log.ts'
import { operations } from './operations.ts'
import { createPlatforms } from './platforms/platforms.ts'
import { openDatabase } from './storage/open.ts'

export interface Overrides {
  readonly clock?: Clock
  readonly ids?: Ids
  readonly log?: Log
}

export type App = Awaited<ReturnType<typeof createApp>>

/** The one file that knows every part. Below it everything points down to `contract`, never sideways. */
export async function createApp(config: Config, overrides: Overrides = {}) {
  const clock = overrides.clock ?? systemClock
  const ids = overrides.ids ?? randomIds
  const log = overrides.log ?? createLog(config.logLevel)
  const db = await openDatabase(config.dataFolder)
  const bus = createMemoryBus((error) => log.error('a listener failed', { error }))
  const limiter = createMemoryLimiter(clock)
  const names = createNames(config.naming)

  const events = createEvents({ clock, bus })
  const channels = createChannels({ db, clock })
  const platforms = createPlatforms({ db, connectors: [] })
  const rankings = { points: createRanking('points'), watch: createRanking('watch') }
  const viewers = createViewers({ db, clock, platforms, rankings })
  const points = createPoints({ db, clock, events, ranking: rankings.points })
  const watchTime = createWatchTime({ db, events, ranking: rankings.watch })
  const keys = createKeys({ db, clock, ids, events, bus, channels })
  const idempotency = createIdempotency({ db, clock })

  const ctx: Context = {
    db,
    clock,
    ids,
    log,
    channels,
    events,
    idempotency,
    keys,
    platforms,
    points,
    viewers,
    watchTime,
  }

  const authenticate = createAuthenticate({ keys, limiter, clock, bus, log })
  const operationRoute = createOperationRoute({ operations, names, authenticate, limiter, ctx, log })
  const http = createHttpServer({
    operationRoute,
    pages: [],
    upgrade: (_req, socket) => socket.destroy(),
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

    /** Answers what it has accepted, then lets go of everything. */
    async close({ drainMs = 0 } = {}): Promise<void> {
      await http.drain(drainMs)
      await db.close()
    },
  }
}
