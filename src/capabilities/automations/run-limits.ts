import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { addDropped } from './automation-rows.ts'
import type { AutomationRun } from './contract/automations.ts'

/** Runs of this node at once. One that waits costs a timer. */
const maxRunning = 1_000
/** Runs of one automation at once. */
const maxOfOne = 300
/** Starts that wait for the run before them, for each automation. */
const maxQueued = 100
const minuteMs = 60_000
const maxRemembered = 20_000
/** Dropped starts are counted in memory and stored this often. */
const flushAfterMs = 1_000

/** Whether it really ran. */
type Work = () => Promise<boolean>

/** An automation whose limits are asked for. */
export interface Limited {
  readonly channelId: number
  readonly id: number
  readonly run: AutomationRun
}

interface State {
  /** The starts of the last minute, by the monotonic clock. */
  starts: number[]
  running: number
  /** When the cooldown began. */
  coolsFrom: number | undefined
  readonly queue: Work[]
}

/**
 * Bounds what automations of this node can cause: runs at once, starts per minute, and how many wait. A start beyond a
 * limit is dropped and counted, so a storm of events costs a few comparisons for each.
 */
export function createRunLimits({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  const states = new Map<string, State>()
  const dropped = new Map<string, { readonly channel: number; readonly id: number; count: number }>()
  let running = 0
  let flushing: NodeJS.Timeout | undefined

  function stateOf(key: string): State {
    const known = states.get(key)
    if (known !== undefined) return known
    if (states.size >= maxRemembered) forgetIdle()
    const state: State = { starts: [], running: 0, coolsFrom: undefined, queue: [] }
    states.set(key, state)
    return state
  }

  function forgetIdle(): void {
    const since = clock.steady() - minuteMs
    for (const [key, { running: now, starts }] of states) {
      if (now === 0 && (starts.at(-1) ?? 0) < since) states.delete(key)
    }
  }

  function drop(channel: number, id: number): void {
    const key = `${channel}:${id}`
    const known = dropped.get(key)
    if (known === undefined) dropped.set(key, { channel, id, count: 1 })
    else known.count++
    flushing ??= setTimeout(() => {
      flush().catch((error: unknown) => log.warn('dropped runs could not be counted', { error }))
    }, flushAfterMs).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(flushing)
    flushing = undefined
    const counted = [...dropped.values()]
    dropped.clear()
    for (const { channel, id, count } of counted) await db.write((tx) => tx.run(addDropped, { channel, id, count }))
  }

  function start(state: State, work: Work, startedAt: number): void {
    const { coolsFrom } = state
    state.coolsFrom = clock.steady()
    state.running++
    running++
    void work().then((hasRun) => {
      state.running--
      running--
      // What did not run after all takes nothing from the limit.
      if (!hasRun) {
        state.starts = state.starts.filter((at) => at !== startedAt)
        state.coolsFrom = coolsFrom
      }
      const next = state.queue.shift()
      if (next !== undefined) start(state, next, startedAt)
    })
  }

  function wouldWait({ running: now }: State, { mode }: AutomationRun): boolean {
    return now > 0 && mode === 'queue'
  }

  /** Whether a start is possible now. One that is not is counted, unless the automation wants it so. */
  function admits({ channelId, id, run }: Limited): boolean {
    const state = stateOf(`${channelId}:${id}`)
    const now = clock.steady()
    if ((state.starts[0] ?? now) <= now - minuteMs) state.starts = state.starts.filter((at) => at > now - minuteMs)
    // Nothing of a cooldown or of a run that drops others is counted: both are wanted.
    const { cooldown_seconds: cooldown, mode, limit_per_minute: perMinute } = run
    if (state.coolsFrom !== undefined && now - state.coolsFrom < cooldown * 1000) return false
    if (state.running > 0 && mode === 'drop') return false
    const isFull = running >= maxRunning || state.running >= maxOfOne
    const hasPlace = wouldWait(state, run) ? state.queue.length < maxQueued : !isFull
    if (hasPlace && state.starts.length < perMinute) return true
    drop(channelId, id)
    return false
  }

  return {
    drop,
    flush,
    admits,
    isFull: (): boolean => running >= maxRunning,

    /** How much runs and how much waits on this node. */
    counts(): { readonly running: number; readonly queued: number } {
      let queued = 0
      for (const { queue } of states.values()) queued += queue.length
      return { running, queued }
    },

    /** Starts the work now, later or never. `work` must not reject. */
    take(limited: Limited, work: Work): void {
      if (!admits(limited)) return
      const { channelId, id, run } = limited
      const state = stateOf(`${channelId}:${id}`)
      const now = clock.steady()
      state.starts.push(now)
      if (wouldWait(state, run)) state.queue.push(work)
      else start(state, work, now)
    },

    /** Counts a run that no limit of its automation applies to. */
    async count(work: () => Promise<void>): Promise<void> {
      running++
      try {
        await work()
      } finally {
        running--
      }
    },

    /** Forgets what waits in this channel. */
    clear(channelId: number): void {
      for (const [key, { queue }] of states) if (key.startsWith(`${channelId}:`)) queue.length = 0
    },

    close(): void {
      for (const { queue } of states.values()) queue.length = 0
    },
  }
}
