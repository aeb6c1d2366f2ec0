import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { textOfError } from '../../kernel/text/text-error.ts'
import type { Channels } from '../channels/channels.ts'
import type { BegunCue, ShowProgress, StepsResult } from './show-progress.ts'

/** Between two looks at the rows where messages of other nodes may be lost. */
const lookEveryMs = 1_000
/** A timer is set anew after this time, so that a clock that was set is noticed. */
const maxTimerMs = 30_000
/** How often the end of a cue's steps is stored again when the database refuses it. */
const maxStoreAttempts = 5
const storePauseMs = 1_000

/** Runs the steps of a cue. Ends early, and starts no further step, when the signal is aborted. */
export type RunCueSteps = (
  begun: BegunCue,
  options: { readonly signal: AbortSignal; onStep(done: number): void; onWait(done: number, seconds: number): void },
) => Promise<StepsResult>

export type CuePlayer = ReturnType<typeof createCuePlayer>

/**
 * Plays shows: waits, starts cues that follow or have a clock time, and runs their steps. It works on one node, the one
 * that holds the lease for the jobs. Everything it decides is decided by the rows; a change of them on any node wakes it.
 */
export function createCuePlayer(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  channels: Channels
  progress: ShowProgress
  runSteps: RunCueSteps
}) {
  const { db, clock, log, bus, channels, progress, runSteps } = needs
  /** The cues whose steps run here, by run. */
  const playing = new Map<string, Map<number, AbortController>>()
  const timers = new Map<string, NodeJS.Timeout>()
  const pending = new Set<Promise<void>>()
  let isOn = false
  let unsubscribe: (() => void)[] = []
  let looks: NodeJS.Timeout | undefined

  function track(work: Promise<void>): Promise<void> {
    const tracked = work
      .catch((error: unknown) => log.error('a show could not be continued', { error }))
      .finally(() => pending.delete(tracked))
    pending.add(tracked)
    return tracked
  }

  async function advance(channelId: number, runId: number): Promise<void> {
    const channel = isOn ? await channels.find(channelId) : undefined
    if (channel === undefined) return
    const key = `${channelId} ${runId}`
    const { begun, isOver, nextAt } = await db.write((tx) => progress.advance(tx, channel, runId))
    if (isOver) abort(key)
    for (const cue of begun) void track(play(channel, runId, cue))
    clearTimeout(timers.get(key))
    timers.delete(key)
    if (!isOn || nextAt === undefined) return
    const waitMs = Math.min(Math.max(nextAt - clock.now(), 0), maxTimerMs)
    const timer = setTimeout(() => void track(advance(channelId, runId)), waitMs).unref()
    timers.set(key, timer)
  }

  function abort(key: string): void {
    for (const controller of playing.get(key)?.values() ?? []) controller.abort()
    playing.delete(key)
  }

  async function play(channel: Channel, runId: number, begun: BegunCue): Promise<void> {
    const key = `${channel.id} ${runId}`
    const { seq } = begun
    const controller = new AbortController()
    const { signal } = controller
    const ofRun = playing.get(key) ?? new Map<number, AbortController>()
    playing.set(key, ofRun.set(seq, controller))
    const onStep = (done: number) => {
      if (!signal.aborted) void track(db.write((tx) => progress.noteStep(tx, channel, runId, seq, done)))
    }
    const onWait = (done: number, seconds: number) => {
      if (!signal.aborted) void track(db.write((tx) => progress.noteWait(tx, channel, runId, seq, done, seconds)))
    }
    try {
      // A server that stops here starts again with this cue marked as interrupted.
      if (!isOn) return
      const result = await runSteps(begun, { signal, onStep, onWait }).catch((error: unknown) => {
        log.error('the steps of a cue failed', { error })
        return { error: textOfError(error) }
      })
      if (!signal.aborted) await storeEnd(channel, runId, begun, result)
    } finally {
      ofRun.delete(seq)
      if (ofRun.size === 0 && playing.get(key) === ofRun) playing.delete(key)
    }
  }

  /** A cue whose end is not stored would run for ever. */
  async function storeEnd(channel: Channel, runId: number, begun: BegunCue, result: StepsResult): Promise<void> {
    for (let attempt = 1; isOn; attempt++) {
      try {
        await db.write((tx) => progress.finishSteps(tx, channel, runId, begun, result))
        return
      } catch (error) {
        if (attempt === maxStoreAttempts) throw error
        await new Promise((resolve) => setTimeout(resolve, storePauseMs))
      }
    }
  }

  async function tick(): Promise<void> {
    for (const { channelId, runId, isHeld } of await progress.listOpen(db)) {
      if (!isHeld) await advance(channelId, runId)
    }
    // Stopped meanwhile, by a node whose message was lost.
    for (const key of playing.keys()) {
      const [channelId = 0, runId = 0] = key.split(' ').map(Number)
      await advance(channelId, runId)
    }
  }

  return {
    /** Holds what was cut off, and waits for operators. */
    async start({ isShared = false } = {}): Promise<void> {
      await progress.recover()
      isOn = true
      unsubscribe = [
        bus.subscribe('show-changed', ({ channelId, runId }) => {
          if (runId !== null) void track(advance(channelId, runId))
        }),
        bus.subscribe('missed-messages', () => void track(tick())),
      ]
      if (isShared) looks = setInterval(() => void track(tick()), lookEveryMs).unref()
    },

    /** Does what is due now, without waiting for a timer. */
    tick,

    /** Resolves when no step runs and nothing is being stored. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },

    /** Ends what runs here. The next start, here or on another node, holds the shows. */
    async stop(): Promise<void> {
      isOn = false
      for (const stop of unsubscribe) stop()
      unsubscribe = []
      clearInterval(looks)
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      for (const key of [...playing.keys()]) abort(key)
      await this.settled()
    },
  }
}
