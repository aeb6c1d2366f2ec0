import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import type { createRanking } from '../viewers/ranking.ts'
import type { Speakers } from '../viewers/speakers.ts'
import { createMessageCounts } from './message-counts.ts'
import { createPresence } from './presence.ts'
import { createWatchTime } from './watch-time.ts'

/** How long viewers watch and how much they write, and who is present. */
export function openWatchTime(needs: {
  db: Database
  clock: Clock
  isShared: boolean
  events: Events
  rankings: { watch: ReturnType<typeof createRanking> }
  speakers: Speakers
}) {
  const counts = createMessageCounts(needs)
  return {
    watchTime: createWatchTime({ ...needs, ranking: needs.rankings.watch }),
    counts,
    presence: createPresence({ ...needs, counts }),
  }
}
