import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Values } from './values.ts'

const clocksAtOnce = 100
/** Time may be set, and a message of another node may be lost: the rows are read again at least this often. */
const maxWaitMs = 60_000

interface DueClock {
  readonly channel_id: number
  readonly name: string
  readonly viewer_id: number | null
}

const listDue = sql<{ now: number; limit: number }, DueClock>(
  `SELECT channel_id, name, NULL AS viewer_id FROM named_values WHERE ends_at <= :now ORDER BY ends_at LIMIT :limit`,
)
// The rows of a value that was cleared or deleted do not count.
const listDueOfViewers = sql<{ now: number; limit: number }, DueClock>(
  `SELECT v.channel_id AS channel_id, n.name AS name, v.viewer_id AS viewer_id
   FROM viewer_values v JOIN named_values n
     ON n.channel_id = v.channel_id AND n.name_key = v.name_key AND n.generation = v.generation
   WHERE v.ends_at <= :now ORDER BY v.ends_at LIMIT :limit`,
)
const findNext = sql<Record<never, never>, { at: number | null }>(
  'SELECT MIN(ends_at) AS at FROM named_values WHERE ends_at IS NOT NULL',
)
const findNextOfViewers = sql<{ now: number }, { at: number | null }>(
  'SELECT MIN(ends_at) AS at FROM viewer_values WHERE ends_at > :now',
)

export type ClockEnds = ReturnType<typeof createClockEnds>

/**
 * Announces that a clock has reached its end, on the node that runs the jobs. Clocks that ended while no node was
 * running are announced at the start.
 */
export function createClockEnds(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  values: Values
  viewers: Viewers
}) {
  const { db, clock, log, bus, values, viewers } = needs
  let timer: NodeJS.Timeout | undefined
  let next = Number.POSITIVE_INFINITY
  let isStarted = false
  let running: Promise<void> = Promise.resolve()
  let unsubscribe = () => {}

  async function endAll(list: typeof listDue): Promise<void> {
    for (;;) {
      const due = await db.all(list, { now: clock.now(), limit: clocksAtOnce })
      for (const one of due) await end(one)
      if (due.length < clocksAtOnce) return
    }
  }

  async function end({ channel_id: id, name, viewer_id: viewerId }: DueClock): Promise<void> {
    const cause = { channel: { id }, actor: 'clock', requestId: '' }
    await db.write(async (tx) => {
      const viewer = viewerId === null ? undefined : await viewers.getById(tx, id, viewerId)
      if (viewerId === null || viewer !== undefined) await values.endClock(tx, cause, name, viewer)
    })
  }

  /** Ends every clock that is due. */
  async function tick(): Promise<void> {
    await endAll(listDue)
    await endAll(listDueOfViewers)
  }

  async function runAndArm(): Promise<void> {
    try {
      next = Number.POSITIVE_INFINITY
      await tick()
      const first = [await db.get(findNext, {}), await db.get(findNextOfViewers, { now: clock.now() })]
      for (const row of first) next = Math.min(next, row?.at ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      log.error('clocks could not be ended', { error })
    }
    arm()
  }

  function arm(): void {
    clearTimeout(timer)
    if (!isStarted) return
    const wait = Math.min(Math.max(next - clock.now(), 1), maxWaitMs)
    timer = setTimeout(again, wait).unref()
  }

  function again(): void {
    running = running.then(runAndArm)
  }

  return {
    tick,

    async start(): Promise<void> {
      isStarted = true
      unsubscribe = bus.subscribe('clock-ends', ({ endsAt }) => {
        next = Math.min(next, endsAt)
        arm()
      })
      again()
      await running
    },

    async stop(): Promise<void> {
      isStarted = false
      unsubscribe()
      clearTimeout(timer)
      await running
    },
  }
}
