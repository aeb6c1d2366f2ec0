import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import type { createRanking } from '../viewers/ranking.ts'
import type { Standing } from '../viewers/standing.ts'
import { createEarning } from './earning.ts'
import { createPoints } from './points.ts'

/** The points of viewers, and how they earn them. */
export function openPoints(needs: {
  db: Database
  clock: Clock
  events: Events
  rankings: { points: ReturnType<typeof createRanking> }
  standing: Standing
}) {
  const points = createPoints({ ...needs, ranking: needs.rankings.points })
  return { points, earning: createEarning({ ...needs, points }) }
}
