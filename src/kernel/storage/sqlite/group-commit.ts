import type { StatementSync } from 'node:sqlite'
import { Failure } from '../../operation/contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import { type Counters, createCounters, storageOf } from '../sequences.ts'
import type { Connection } from './connection.ts'
import { isDamage } from './errors.ts'

/** Large enough to share a sync among many, small enough that the first write does not wait long. */
const maxBatch = 256

/** How many turns of the event loop the first write waits for others: without a new one, and in total. */
const maxQuietTurns = 2
const maxTurns = 64

/** Some seconds of work for a slow disk. Further writes are refused at once. */
const defaultMaxWaiting = 5000

interface Job {
  /** It was rejected: it must not run again, and nothing of it may be saved. */
  isRefused: boolean
  work(tx: Writer): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface Listener {
  /** A promise the next transaction must wait for, if any. */
  hold?(): Promise<void> | undefined
  /** Throws when nothing may be saved now; the transaction is then rolled back instead of committed. */
  assertWritable?(): void
  /** Throws when a commit that was just made may not have reached the database at its path. */
  assertCommitted?(): void
  beforeBatch?(): void
  /** After the transaction, committed or rolled back. */
  afterBatch?(): void
  onBatch(size: number): void
  /** Effects run after their rows are on disk, so an error of one does not fail the write. */
  onEffectError(error: unknown): void
}

/** What the work of a job has done so far. */
interface Trace {
  readonly effects: (() => void)[]
  /** Effects before the commit; few writes have one. */
  early: EarlyEffect[] | undefined
  hasWritten: boolean
  /** Once the work has settled its writer is refused: other jobs go on in the same transaction. */
  isOver: boolean
}

interface EarlyEffect {
  effect(): void
  undo(): void
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly trace: Trace
}

/**
 * Group commit with a single writer: writes that arrive together share one commit and so one sync of the disk. Most
 * writes that fail do so before they change anything and are left out. When one fails later, the batch is rolled back
 * and runs again, each write in its own savepoint. Nothing is acknowledged before the commit.
 */
export function createGroupCommit(connection: Connection, listener: Listener, maxWaiting = defaultMaxWaiting) {
  const { hold, assertWritable, assertCommitted, beforeBatch, afterBatch, onBatch, onEffectError } = listener
  const begin = connection.raw.prepare('BEGIN IMMEDIATE')
  const commit = connection.raw.prepare('COMMIT')
  const rollback = connection.raw.prepare('ROLLBACK')
  const savepoint = connection.raw.prepare('SAVEPOINT job')
  const release = connection.raw.prepare('RELEASE job')
  const undo = connection.raw.prepare('ROLLBACK TO job')
  const waiting: Job[] = []
  let running: Promise<void> | undefined
  let closed = false

  function write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(new Failure('shutting_down', { retryAfterSeconds: 2 }))
    if (waiting.length >= maxWaiting) return Promise.reject(new Failure('overloaded', { retryAfterSeconds: 1 }))
    return new Promise<T>((resolve, reject) => {
      waiting.push({ isRefused: false, work, resolve: resolve as (value: unknown) => void, reject })
      if (running === undefined) {
        running = new Promise((settle) => gather(maxTurns, () => void drain().finally(settle)))
      }
    })
  }

  /** Continues when no write came for some turns of the event loop; each turn accepts at most one new connection. */
  function gather(turnsLeft: number, then: () => void, before = 0, quietTurns = 0): void {
    const quiet = waiting.length > before ? 0 : quietTurns + 1
    if (quiet > maxQuietTurns || turnsLeft === 0 || waiting.length >= maxBatch) then()
    else setImmediate(gather, turnsLeft - 1, then, waiting.length, quiet)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await hold?.()
      await runBatch(waiting.splice(0, maxBatch))
      // A batch blocks the event loop; continuous writes must not starve everything else.
      if (waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
    }
    running = undefined
  }

  async function runBatch(jobs: readonly Job[]): Promise<void> {
    let done: readonly Done[]
    try {
      beforeBatch?.()
      done = (await runTogether(jobs)) ?? (await runApart(jobs.filter(({ isRefused }) => !isRefused)))
    } catch (error) {
      const rest = jobs.filter(({ isRefused }) => !isRefused)
      // Writes that do not touch the damaged page succeed in transactions of their own.
      if (isDamage(error) && jobs.length > 1) for (const job of rest) await runBatch([job])
      else for (const job of rest) refuse(job, error)
      return
    } finally {
      afterBatch?.()
    }
    if (done.length > 0) onBatch(done.length)
    for (const { job, value, trace } of done) {
      for (const effect of trace.effects) follow(effect)
      job.resolve(value)
    }
  }

  function refuse(job: Job, error: unknown): void {
    job.isRefused = true
    job.reject(connection.asFailure(error))
  }

  /** Undefined, and rolled back, when one of them failed after it had changed something. */
  async function runTogether(jobs: readonly Job[]): Promise<Done[] | undefined> {
    return transact(async (counters) => {
      const done: Done[] = []
      for (const job of jobs) {
        const trace: Trace = { effects: [], early: undefined, hasWritten: false, isOver: false }
        try {
          done.push({ job, value: await workOf(job, trace, counters), trace })
        } catch (error) {
          assertUsable(error)
          // A single write needs no second run.
          if (trace.hasWritten && jobs.length === 1) throw error
          if (trace.hasWritten) return undefined
          refuse(job, error)
        }
      }
      return done
    })
  }

  /** Each in its own savepoint, which copies every page that a write touches: a third of the cost of a write. */
  async function runApart(jobs: readonly Job[]): Promise<Done[]> {
    const kept = await transact(async (counters) => {
      const done: Done[] = []
      for (const job of jobs) {
        const trace: Trace = { effects: [], early: undefined, hasWritten: false, isOver: false }
        const saved = counters.save()
        savepoint.run()
        try {
          const value = await workOf(job, trace, counters)
          release.run()
          done.push({ job, value, trace })
        } catch (error) {
          assertUsable(error)
          // If this fails too, the whole batch is rolled back.
          undo.run()
          release.run()
          counters.restore(saved)
          refuse(job, error)
        }
      }
      return done
    })
    return kept ?? []
  }

  /**
   * Ends the batch after an error that ended its transaction: SQLite rolls back by itself after some errors, such as a
   * full disk, and a later write would run outside a transaction. After a read of a damaged page it refuses everything
   * else in that transaction, the commit too.
   */
  function assertUsable(error: unknown): void {
    if (!connection.raw.isTransaction || isDamage(error)) throw error
  }

  /** Commits what `work` did, or rolls it back when there is nothing to keep. */
  async function transact(work: (counters: Counters) => Promise<Done[] | undefined>): Promise<Done[] | undefined> {
    const counters = createCounters()
    begin.run()
    try {
      const done = await work(counters)
      if (done === undefined) {
        rollback.run()
        return undefined
      }
      for (const { sequence, channel, last } of counters.toStore()) {
        connection.run(storageOf(sequence).store as Statement, { channel, name: sequence, last })
      }
      assertWritable?.()
      commitAfterEarlyEffects(done)
      return done
    } catch (error) {
      if (connection.raw.isTransaction) attempt(rollback)
      throw error
    }
  }

  function commitAfterEarlyEffects(done: readonly Done[]): void {
    for (const { trace } of done) for (const { effect } of trace.early ?? []) follow(effect)
    try {
      commit.run()
      assertCommitted?.()
    } catch (error) {
      for (const { trace } of done) for (const { undo } of trace.early ?? []) follow(undo)
      throw error
    }
  }

  async function workOf(job: Job, trace: Trace, counters: Counters): Promise<unknown> {
    try {
      return await job.work(writerFor(trace, counters))
    } finally {
      trace.isOver = true
    }
  }

  function follow(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      onEffectError(error)
    }
  }

  function writerFor(trace: Trace, counters: Counters): Writer {
    async function start(sequence: Sequence, channel: number): Promise<void> {
      if (counters.isKnown(sequence, channel)) return
      const stored = await connection.get(storageOf(sequence).find, { channel, name: sequence })
      counters.start(sequence, channel, stored?.last)
    }

    function assertOpen(): void {
      if (trace.isOver) throw new FinishedTransaction()
    }

    return {
      get<P extends Params, R>(statement: Statement<P, R>, params: P) {
        if (trace.isOver) return Promise.reject(new FinishedTransaction())
        trace.hasWritten ||= !connection.isRead(statement as Statement)
        return connection.get(statement, params)
      },
      all<P extends Params, R>(statement: Statement<P, R>, params: P) {
        if (trace.isOver) return Promise.reject(new FinishedTransaction())
        trace.hasWritten ||= !connection.isRead(statement as Statement)
        return connection.all(statement, params)
      },
      async run<P extends Params>(statement: Statement<P, never>, params: P) {
        assertOpen()
        trace.hasWritten = true
        return connection.run(statement as Statement, params)
      },
      async next(sequence, channel) {
        assertOpen()
        trace.hasWritten = true
        const known = counters.next(sequence, channel)
        if (known !== undefined) return known
        await start(sequence, channel)
        return counters.next(sequence, channel) as number
      },
      async reserve(sequence, channel, last) {
        assertOpen()
        trace.hasWritten = true
        await start(sequence, channel)
        counters.raise({ sequence, channel, last })
      },
      onCommit(effect) {
        assertOpen()
        trace.effects.push(effect)
      },
      beforeCommit(effect, undo) {
        assertOpen()
        trace.early ??= []
        trace.early.push({ effect, undo })
      },
    }
  }

  return {
    write,
    /** Finishes accepted writes and refuses new ones. */
    async close(): Promise<void> {
      closed = true
      await running
    },
  }
}

function attempt(statement: StatementSync): void {
  try {
    statement.run()
  } catch {
    // SQLite has rolled the transaction back already.
  }
}
