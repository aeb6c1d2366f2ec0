import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { type ObsUndo, targetOf } from './obs-calls.ts'

interface UndoRow {
  readonly channel_id: number
  readonly target: string
  readonly due_at: number
  readonly undo: string
}

const findUndo = sql<{ channel: number; target: string }, UndoRow>(
  'SELECT channel_id, target, due_at, undo FROM obs_undos WHERE channel_id = :channel AND target = :target',
)
const listDue = sql<{ now: number; limit: number }, UndoRow>(
  'SELECT channel_id, target, due_at, undo FROM obs_undos WHERE due_at <= :now ORDER BY due_at LIMIT :limit',
)
const findNext = sql<{ now: number }, { at: number | null }>(
  'SELECT min(due_at) AS at FROM obs_undos WHERE due_at > :now',
)
const upsertUndo = sql<{ channel: number; target: string; dueAt: number; undo: string }>(
  `INSERT INTO obs_undos (channel_id, target, due_at, undo) VALUES (:channel, :target, :dueAt, :undo)
   ON CONFLICT (channel_id, target) DO UPDATE SET due_at = excluded.due_at, undo = excluded.undo`,
)
const deleteUndo = sql<{ channel: number; target: string }>(
  'DELETE FROM obs_undos WHERE channel_id = :channel AND target = :target',
)
const deleteOne = sql<{ channel: number; target: string; dueAt: number }>(
  'DELETE FROM obs_undos WHERE channel_id = :channel AND target = :target AND due_at = :dueAt',
)
const hastenUndo = sql<{ channel: number; target: string; now: number }>(
  'UPDATE obs_undos SET due_at = :now WHERE channel_id = :channel AND target = :target AND due_at > :now',
)
const deleteOld = sql<{ before: number }>('DELETE FROM obs_undos WHERE due_at < :before')

const atOnce = 200
const longestTimerMs = 24 * 60 * 60 * 1000
/** OBS refuses while it loads another scene collection: the pause before the next attempt doubles up to the longest. */
const firstRetryMs = 1_000
const longestRetryMs = 5 * 60 * 1000
/** A change that could not be undone for so long, because OBS was not there, stays. */
const keptMs = 7 * 24 * 60 * 60 * 1000

export type ObsUndos = ReturnType<typeof createObsUndos>

/** Changes in OBS that undo themselves. They are rows, so that they outlive a restart; one node carries them out. */
export function createObsUndos(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  isConnected: (channelId: number) => boolean
  /** Runs in the order of the channel's calls. `isStillPlanned` is asked when its turn comes. */
  apply: (channelId: number, undo: ObsUndo, isStillPlanned: () => Promise<boolean>) => Promise<void>
}) {
  const { db, clock, log, bus, isConnected, apply } = needs
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let nextAt = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  /** How often OBS has refused each. */
  const refusals = new Map<string, number>()

  function wakeAt(at: number): void {
    if (!isRunning || at >= nextAt) return
    nextAt = at
    clearTimeout(timer)
    timer = setTimeout(runSoon, Math.min(Math.max(at - clock.now(), 0), longestTimerMs)).unref()
  }

  function runSoon(): void {
    nextAt = Number.POSITIVE_INFINITY
    running = running.then(runDue).catch((error: unknown) => {
      log.error('changes in OBS could not be undone', { error })
    })
  }

  async function runDue(): Promise<void> {
    const tried = new Set<string>()
    while (isRunning) {
      const now = clock.now()
      const due = await db.all(listDue, { now, limit: atOnce })
      // Those of an OBS that is not connected wait for it.
      const ready = due.filter((row) => isConnected(row.channel_id) && !tried.has(keyOf(row)))
      if (ready.length === 0) {
        const next = (await db.get(findNext, { now }))?.at ?? null
        if (next !== null) wakeAt(next)
        return
      }
      for (const row of ready) tried.add(keyOf(row))
      await Promise.all(ready.map(runOne))
    }
  }

  async function runOne(row: UndoRow): Promise<void> {
    const { channel_id: channel, target, due_at: dueAt } = row
    const isStillPlanned = async () => (await db.get(findUndo, { channel, target }))?.due_at === dueAt
    try {
      await apply(channel, JSON.parse(row.undo) as ObsUndo, isStillPlanned)
    } catch (error) {
      // It is done when OBS is back.
      if (error instanceof Failure && error.code === 'obs_not_connected') return
      const times = refusals.get(keyOf(row)) ?? 0
      refusals.set(keyOf(row), times + 1)
      log.warn('a change in OBS could not be undone and is tried again', { channelId: channel, target, times, error })
      wakeAt(clock.now() + Math.min(firstRetryMs * 2 ** times, longestRetryMs))
      return
    }
    refusals.delete(keyOf(row))
    await db.write((tx) => tx.run(deleteOne, { channel, target, dueAt }))
    bus.publish('obs-undone', { channelId: channel })
  }

  const stopListening = bus.subscribe('obs-undo-planned', ({ dueAt }) => wakeAt(dueAt))

  return {
    /** Without seconds the change is to stay, and an earlier undo of the same thing is forgotten. */
    async plan(channelId: number, undo: ObsUndo, seconds: number | undefined): Promise<void> {
      const target = targetOf(undo)
      await db.write(async (tx) => {
        if (seconds === undefined) {
          await tx.run(deleteUndo, { channel: channelId, target })
          return
        }
        const planned = await withEarlier(tx, channelId, target, undo)
        if (planned.expected === planned.restore) return
        const dueAt = clock.now() + Math.round(seconds * 1000)
        await tx.run(upsertUndo, { channel: channelId, target, dueAt, undo: JSON.stringify(planned) })
        tx.onCommit(() => bus.publish('obs-undo-planned', { channelId, dueAt }))
      })
    },

    /** Undoes it now instead of at its time, or as soon as OBS is there. */
    async hasten(tx: Writer, channelId: number, target: string): Promise<void> {
      const now = clock.now()
      await tx.run(hastenUndo, { channel: channelId, target, now })
      tx.onCommit(() => bus.publish('obs-undo-planned', { channelId, dueAt: now }))
    },

    isPlanned: async (channelId: number, target: string): Promise<boolean> =>
      (await db.get(findUndo, { channel: channelId, target })) !== undefined,

    /** OBS is there: what was due while it was away is undone now. */
    onConnected: runSoon,

    async start(): Promise<void> {
      isRunning = true
      await db.write((tx) => tx.run(deleteOld, { before: clock.now() - keptMs }))
      runSoon()
    },

    stop(): void {
      isRunning = false
      clearTimeout(timer)
      refusals.clear()
      nextAt = Number.POSITIVE_INFINITY
    },

    async close(): Promise<void> {
      this.stop()
      stopListening()
      await running
    },
  }
}

function keyOf({ channel_id: channel, target, due_at: dueAt }: UndoRow): string {
  return `${channel} ${dueAt} ${target}`
}

/**
 * A second change before the first is undone leads back to where the first began: after "Break for 10 s" and "Chat for
 * 10 s" the stream is not left on Break.
 */
async function withEarlier(reader: Reader, channel: number, target: string, undo: ObsUndo): Promise<ObsUndo> {
  const row = await reader.get(findUndo, { channel, target })
  if (row === undefined) return undo
  const earlier = JSON.parse(row.undo) as ObsUndo
  const isAsLeft = earlier.type === undo.type && earlier.expected === undo.restore
  return isAsLeft ? ({ ...undo, restore: earlier.restore } as ObsUndo) : undo
}
