import type { Pages } from '../capabilities/overlay/gateway/pages.ts'
import type { Clock, Ids } from '../kernel/ambient.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { OwnLimiter } from '../kernel/limits/limiter.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../kernel/storage/database.ts'
import { createLeader } from './leader.ts'
import { createLeases } from './leases.ts'
import { openRedis } from './redis.ts'
import { createSharedBus } from './shared-bus.ts'
import { createSharedExtension } from './shared-extension.ts'
import { createSharedLimiter } from './shared-limiter.ts'
import { createSharedSpeech } from './shared-speech.ts'
import { createSharedStage } from './shared-stage.ts'

export type Cluster = Awaited<ReturnType<typeof joinCluster>>

/** Connects this node with the others. Loaded only where Redis is configured. */
export async function joinCluster(
  url: string,
  needs: { db: Database; clock: Clock; ids: Ids; log: Log; bus: Bus; limiter: OwnLimiter },
) {
  const { db, clock, ids, log } = needs
  const nodeId = ids.next('node')
  const leases = createLeases({ db, nodeId })
  const redis = await openRedis(url, log)
  const onError = (error: unknown) => log.warn('a message to other nodes was lost', { error })
  const bus = await createSharedBus({ own: needs.bus, redis, nodeId, onError })
  return {
    nodeId,
    bus,
    limiter: createSharedLimiter(redis, needs.limiter),
    speech: createSharedSpeech(redis),
    leader: createLeader({ leases, clock, log }),
    runExclusively: leases.runExclusively,
    openExtension: (own: Parameters<typeof createSharedExtension>[0]['own']) =>
      createSharedExtension({ own, bus, ids, nodeId }),
    openStage: (pages: Pages) => createSharedStage({ pages, bus, nodeId }),
    get isUp() {
      return redis.isUp
    },
    close(): void {
      bus.close()
      redis.close()
    },
  }
}
