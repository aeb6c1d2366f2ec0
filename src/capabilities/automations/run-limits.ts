import type { Clock } from '../../kernel/ambient.ts'
import { createShares } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { AutomationRun } from './contract/automations.ts'
import { createRefusedStarts } from './refused-starts.ts'
import type { WaitingStart, WaitingStarts } from './waiting-starts.ts'

/**
 * Runs of one channel on this node at once. Of all channels there is no limit: most runs wait for minutes or hours, which
 * costs a timer, and a limit would be used up by a few channels. Their steps take turns.
 */
const maxOfChannel = 1_000
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
  /** By channel, then by automation. */
  const states = new Map<number, Map<number, State>>()
  const shares = createShares({ places: Number.POSITIVE_INFINITY, perChannel: maxOfChannel })
  let remembered = 0

  function stateOf({ channelId, id }: Pick<Limited, 'channelId' | 'id'>): State {
    const known = states.get(channelId)?.get(id)
    if (known !== undefined) return known
    if (remembered >= maxRemembered) forgetIdle()
    const state: State = { starts: [], running: 0, coolsFrom: undefined, queue: [] }
    const ofChannel = states.get(channelId) ?? new Map<number, State>()
    states.set(channelId, ofChannel.set(id, state))
    remembered++
    return state
  }

  function forgetIdle(): void {
    const since = clock.steady() - minuteMs
    for (const [channelId, ofChannel] of states) {
      for (const [id, { running, starts }] of ofChannel) {
        if (running > 0 || (starts.at(-1) ?? 0) >= since) continue
        ofChannel.delete(id)
        remembered--
      }
      if (ofChannel.size === 0) states.delete(channelId)
    }
  }

  function start(channelId: number, state: State, work: Work, startedAt: number): void {
    const { coolsFrom } = state
    state.coolsFrom = clock.steady()
    state.running++
    const giveBack = shares.take(channelId)
    void work().then((hasRun) => {
      state.running--
      giveBack()
      // What did not run after all takes nothing from the limit.
      if (!hasRun) {
        state.starts = state.starts.filter((at) => at !== startedAt)
        state.coolsFrom = coolsFrom
      }
      const next = state.queue.shift()
      if (next !== undefined) start(channelId, state, next.work, startedAt)
    })
  }

  function wouldWait({ running: now }: State, { mode }: AutomationRun): boolean {
    return now > 0 && mode === 'queue'
  }

  /** Whether a start is possible now. */
  function judge(limited: Limited): Verdict {
    const { channelId, run } = limited
    const state = stateOf(limited)
    const now = clock.steady()
    if ((state.starts[0] ?? now) <= now - minuteMs) state.starts = state.starts.filter((at) => at > now - minuteMs)
    const { cooldown_seconds: cooldown, mode, limit_per_minute: perMinute } = run
    if (state.coolsFrom !== undefined && now - state.coolsFrom < cooldown * 1000) return 'unwanted'
    if (state.running > 0 && mode === 'drop') return 'unwanted'
    const isFull = !shares.hasRoom(channelId) || state.running >= maxOfOne
    const hasPlace = wouldWait(state, run) ? state.queue.length < maxQueued : !isFull
    return hasPlace && state.starts.length < perMinute ? 'admitted' : 'dropped'
  }

  return {
    drop,
    forget,
    flush,
    judge,
    /** Whether one more run of the channel may begin. */
    hasRoom: shares.hasRoom,

    /** How much runs and how much waits on this node. */
    counts(): { readonly running: number; readonly queued: number } {
      let queued = 0
      for (const ofChannel of states.values()) for (const { queue } of ofChannel.values()) queued += queue.length
      return { running: shares.taken(), queued }
    },

    /** Starts the work now, later or never. `work` must not reject. */
    take(limited: Limited, work: Work): void {
      const { channelId, id, run, start: stored } = limited
      const verdict = judge(limited)
      if (verdict === 'dropped') drop(channelId, id, stored)
      else if (verdict === 'unwanted') forget(stored)
      if (verdict !== 'admitted') return
      const state = stateOf(limited)
      const now = clock.steady()
      state.starts.push(now)
      if (wouldWait(state, run)) state.queue.push({ work, start: stored })
      else start(channelId, state, work, now)
    },

    /** Counts a run that no limit of its automation applies to. */
    async count(channelId: number, work: () => Promise<void>): Promise<void> {
      const giveBack = shares.take(channelId)
      try {
        await work()
      } finally {
        giveBack()
      }
    },

    /** Forgets what waits in this channel: a person has stopped it. */
    clear(channelId: number): void {
      for (const { queue } of states.get(channelId)?.values() ?? []) {
        for (const { start: stored } of queue.splice(0)) forget(stored)
      }
    },

    /** What waits and is stored begins after the next start of a server. The rest is counted. */
    close(): void {
      for (const [channelId, ofChannel] of states) {
        for (const [id, { queue }] of ofChannel) {
          for (const { start: stored } of queue.splice(0)) if (stored === undefined) drop(channelId, id)
        }
      }
    },
  }
}
