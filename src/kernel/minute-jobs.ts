import type { Clock } from './ambient.ts'
import type { Log } from './log.ts'
import { type Database, sql } from './storage/database.ts'

export const minuteMs = 60_000

/**
 * The longest gap that is filled in afterwards: a restart, an update, another node that takes over, a stalled machine.
 * Who was there before a short gap and after it was there in between; after a longer one nobody can tell, so counting
 * starts again. It is also the furthest that a clock may go back before its minutes are counted from the new time.
 */
export const maxBridgedMinutes = 10

/** How far the end of a minute follows a clock that was set, each minute. */
const maxShiftMs = 1_000

/** A minute that is over. */
export interface Minute {
  /** Minutes since 1970. Each number is given once, so it can be a key. */
  readonly number: number
  /** When it ended, by the clock as it is now: after a clock was set back this is earlier than the number says. */
  readonly endedAt: number
}

/** Gets every minute since the last run, oldest first: one, or several after a gap. */
type Job = (minutes: readonly Minute[]) => Promise<unknown>

export interface MinuteProgress {
  /** The last minute that all jobs are done with. */
  read(): Promise<number | undefined>
  write(number: number): Promise<void>
}

const findDone = sql<{ name: string }, { minute: number }>('SELECT minute FROM minute_jobs WHERE name = :name')
const setDone = sql<{ name: string; minute: number }>(
  `INSERT INTO minute_jobs (name, minute) VALUES (:name, :minute)
   ON CONFLICT (name) DO UPDATE SET minute = excluded.minute`,
)

/** Stored, so that the next start, or the node that takes over, continues where the last one stopped. */
export function createMinuteProgress(db: Database, name = 'minutes'): MinuteProgress {
  return {
    read: async () => (await db.get(findDone, { name }))?.minute,
    write: async (minute) => void (await db.write((tx) => tx.run(setDone, { name, minute }))),
  }
}

/** The minute that ended last by this clock. */
export function newestMinute(clock: Clock): Minute {
  const number = Math.floor(clock.now() / minuteMs) - 1
  return { number, endedAt: (number + 1) * minuteMs }
}

/**
 * Runs jobs just after the end of each minute, with every minute since the last one that was done. How many minutes
 * have passed is measured by the monotonic clock, which nobody sets; the other clock only gives them their numbers. So
 * a timer that is early or late, a clock that is set and a machine that stalls lose no minute and count none twice.
 *
 * Without stored progress, or after a gap that is too long, the first run follows the first whole minute, because
 * presence in a partly observed minute is unknown. Returns the function that stops the jobs and waits for running ones.
 */
export async function startMinuteJobs(needs: {
  jobs: Readonly<Record<string, Job>>
  progress: MinuteProgress
  clock: Clock
  log: Log
}): Promise<() => Promise<void>> {
  const { jobs, progress, clock, log } = needs
  let running: Promise<void> = Promise.resolve()
  let isEnded = false
  let timer: NodeJS.Timeout
  let { last, endedAt: lastEndedAt } = firstMinute(await progress.read(), clock)

  /** The minutes that are over and not done, oldest first. */
  function takeDue(): Minute[] {
    const passed = Math.floor((clock.steady() - lastEndedAt) / minuteMs)
    if (passed <= 0) return []
    const boundary = lastEndedAt + passed * minuteMs
    const wallAtBoundary = clock.now() - (clock.steady() - boundary)
    const wall = Math.round(wallAtBoundary / minuteMs)
    if (passed > maxBridgedMinutes + 1) log.warn('the gap is too long to count its minutes', { minutes: passed - 1 })
    const count = passed > maxBridgedMinutes + 1 ? 1 : passed
    const newest = numberOf(wall - 1, last + count)
    const shift = Math.min(Math.max(wallAtBoundary - wall * minuteMs, -maxShiftMs), maxShiftMs)
    lastEndedAt = boundary - shift
    last = newest
    return Array.from({ length: count }, (_, index) => {
      const back = count - 1 - index
      return { number: newest - back, endedAt: (wall - back) * minuteMs }
    })
  }

  async function run(minutes: readonly Minute[]): Promise<void> {
    for (const [name, job] of Object.entries(jobs)) {
      try {
        await job(minutes)
      } catch (error) {
        log.error('minute job failed', { name, error })
      }
    }
    const newest = minutes.at(-1)
    if (newest === undefined) return
    // Without this record the minutes are done again, which changes nothing.
    await progress.write(newest.number).catch((error: unknown) => log.error('minute not recorded', { error }))
  }

  function again(): void {
    const due = takeDue()
    running = due.length === 0 ? Promise.resolve() : run(due)
    // Starts only after the previous run: a run longer than a minute is followed by one with all minutes since.
    void running.then(arm)
  }

  function arm(): void {
    if (isEnded) return
    const passed = Math.floor((clock.steady() - lastEndedAt) / minuteMs)
    const next = lastEndedAt + (passed + 1) * minuteMs
    timer = setTimeout(again, Math.max(Math.ceil(next - clock.steady()), 1)).unref()
  }

  arm()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    await running
  }
}

/** Where to continue: the last minute that counts as done, and when it ended by the monotonic clock. */
function firstMinute(stored: number | undefined, clock: Clock): { last: number; endedAt: number } {
  const now = clock.now()
  const underWay = Math.floor(now / minuteMs)
  const steadyAt = (wall: number) => clock.steady() + wall - now
  const partlyObserved = { last: underWay, endedAt: steadyAt((underWay + 1) * minuteMs) }
  if (stored === undefined || Math.abs(underWay - 1 - stored) > maxBridgedMinutes) return partlyObserved
  // The clock was set back, or this node's is behind that of the node before it.
  if (stored >= underWay) return { ...partlyObserved, last: stored }
  return { last: stored, endedAt: steadyAt((stored + 1) * minuteMs) }
}

/** The number by the clock, unless it was given already because the clock was set back a little. */
function numberOf(byClock: number, next: number): number {
  return byClock >= next || next - byClock > maxBridgedMinutes ? byClock : next
}
