import type { Clock } from '../../kernel/ambient.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Automation } from './automation.ts'
import type { AutomationRuns } from './automation-runs.ts'

const minuteMs = 60_000
const maxRemembered = 20_000

/** While the number of its runs is in between, an automation has not reached its limit. */
interface Room {
  readonly from: number
  readonly until: number
}

/**
 * The limit of starts per minute, for all nodes together. The starts are counted in the record of runs; how many more
 * may follow is remembered until the automation has run so often, on whichever node, so that not every start counts
 * hundreds of rows.
 */
export function createStartsPerMinute({ clock, runs }: { clock: Clock; runs: AutomationRuns }) {
  const rooms = new Map<string, Room>()

  return {
    /** In the transaction that starts it. */
    async isReached(tx: Writer, channelId: number, { id, runCount, run }: Automation): Promise<boolean> {
      const { limit_per_minute: perMinute } = run
      const key = `${channelId}:${id}:${perMinute}`
      const room = rooms.get(key)
      if (room !== undefined && runCount >= room.from && runCount < room.until) return false
      const counted = { after: clock.now() - minuteMs, limit: perMinute }
      const starts = await runs.countStarts(tx, channelId, id, counted)
      if (rooms.size >= maxRemembered) rooms.clear()
      rooms.set(key, { from: runCount, until: runCount + perMinute - starts })
      return starts >= perMinute
    },
  }
}
