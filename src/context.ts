import type { Clock, Ids } from './ambient.ts'
import type { Channels } from './features/channels/channels.ts'
import type { Events } from './features/events/events.ts'
import type { Idempotency } from './features/idempotency/idempotency.ts'
import type { Keys } from './features/keys/keys.ts'
import type { Points } from './features/points/points.ts'
import type { Viewers } from './features/viewers/viewers.ts'
import type { WatchTime } from './features/watch-time/watch-time.ts'
import type { Log } from './log.ts'
import type { Platforms } from './platforms/platforms.ts'
import type { Database } from './storage/database.ts'

/** What a handler may reach. Built by hand in `app.ts`. */
export interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly channels: Channels
  readonly events: Events
  readonly idempotency: Idempotency
  readonly keys: Keys
  readonly platforms: Platforms
  readonly points: Points
  readonly viewers: Viewers
  readonly watchTime: WatchTime
}
