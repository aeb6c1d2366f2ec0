import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { AutomationRun } from './contract/automations.ts'
import { createRefusedStarts } from './refused-starts.ts'
import type { WaitingStart, WaitingStarts } from './waiting-starts.ts'

/** Runs of this node at once. One that waits costs a timer. */
const maxRunning = 1_000
/** Runs of one automation at once. */
const maxOfOne = 300
/** Starts that wait for the run before them, for each automation. */
const maxQueued = 100
const minuteMs = 60_000
const maxRemembered = 20_000

/** Whether it really ran. */
type Work = () => Promise<boolean>

/** `unwanted` starts are those that the automation itself leaves out, by its cooldown or its mode. */
export type Verdict = 'admitted' | 'unwanted' | 'dropped'

/** An automation whose limits are asked for. */
export interface Limited {
  readonly channelId: number
  readonly id: number
  readonly run: AutomationRun
  /** What is stored of this start. */
  readonly start?: WaitingStart | undefined
}

interface State {
  /** The starts of the last minute, by the monotonic clock. */
  starts: number[]
  running: number
  /** When the cooldown began. */
  coolsFrom: number | undefined
  readonly queue: { readonly work: Work; readonly start: WaitingStart | undefined }[]
}

/**
 * Bounds what automations of this node can cause: runs at once, starts per minute, and how many wait. A start beyond a
 * limit is dropped and counted, so a storm of events costs a few comparisons for each.
 */
export function createRunLimits(needs: { db: Database; clock: Clock; log: Log; waiting: WaitingStarts }) {
  const { clock } = needs
  const { drop, forget, flush } = createRefusedStarts(needs)
  const states = new Map<string, State>()
  let running = 0

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
      if (next !== undefined) start(state, next.work, startedAt)
    })
  }

  function wouldWait({ running: now }: State, { mode }: AutomationRun): boolean {
    return now > 0 && mode === 'queue'
  }

  /** Whether a start is possible now. */
  function judge({ channelId, id, run }: Limited): Verdict {
    const state = stateOf(`${channelId}:${id}`)
    const now = clock.steady()
    if ((state.starts[0] ?? now) <= now - minuteMs) state.starts = state.starts.filter((at) => at > now - minuteMs)
    const { cooldown_seconds: cooldown, mode, limit_per_minute: perMinute } = run
    if (state.coolsFrom !== undefined && now - state.coolsFrom < cooldown * 1000) return 'unwanted'
    if (state.running > 0 && mode === 'drop') return 'unwanted'
    const isFull = running >= maxRunning || state.running >= maxOfOne
    const hasPlace = wouldWait(state, run) ? state.queue.length < maxQueued : !isFull
    return hasPlace && state.starts.length < perMinute ? 'admitted' : 'dropped'
  }

  return {
    drop,
    forget,
    flush,
    judge,
    isFull: (): boolean => running >= maxRunning,

    /** How much runs and how much waits on this node. */
    counts(): { readonly running: number; readonly queued: number } {
      let queued = 0
      for (const { queue } of states.values()) queued += queue.length
      return { running, queued }
    },

    /** Starts the work now, later or never. `work` must not reject. */
    take(limited: Limited, work: Work): void {
      const { channelId, id, run, start: stored } = limited
      const verdict = judge(limited)
      if (verdict === 'dropped') drop(channelId, id, stored)
      else if (verdict === 'unwanted') forget(stored)
      if (verdict !== 'admitted') return
      const state = stateOf(`${channelId}:${id}`)
      const now = clock.steady()
      state.starts.push(now)
      if (wouldWait(state, run)) state.queue.push({ work, start: stored })
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

    /** Forgets what waits in this channel: a person has stopped it. */
    clear(channelId: number): void {
      for (const [key, { queue }] of states) {
        if (key.startsWith(`${channelId}:`)) for (const { start: stored } of queue.splice(0)) forget(stored)
      }
    },

    /** What waits and is stored begins after the next start of a server. The rest is counted. */
    close(): void {
      for (const [key, { queue }] of states) {
        const [channelId = 0, id = 0] = key.split(':').map(Number)
        for (const { start: stored } of queue.splice(0)) if (stored === undefined) drop(channelId, id)
      }
    },
  }
}
