import type { StatementSync } from 'node:sqlite'
import { Failure } from '../../contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import { type Counters, createCounters, storageOf } from '../sequences.ts'
import { asFailure, type Connection } from './connection.ts'

/** Enough to share a sync among many, few enough that the first in line does not wait long. */
const maxBatch = 256

/** How many turns of the event loop the first in line waits for company: without any, and in all. */
const maxQuietTurns = 2
const maxTurns = 64

/** Some seconds of work for a slow disk. Whoever comes then hears at once that it is too much, and nothing is kept for them. */
const usualMaxWaiting = 5000

interface Job {
  work(tx: Writer): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface Listener {
  /** What the next transaction has to wait for, if anything. */
  hold?(): Promise<void> | undefined
  beforeBatch?(): void
  /** After the transaction, however it ended. */
  afterBatch?(): void
  onBatch(size: number): void
  /** An effect is told after its rows are on disk, so its trouble is nobody's failure: it is only passed on. */
  onEffectError(error: unknown): void
}

/** What one piece of work left behind so far. */
interface Trace {
  readonly effects: (() => void)[]
  hasWritten: boolean
  /** Once the work has settled, its writer is of no use: the neighbours run in the same transaction. */
  isOver: boolean
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly effects: readonly (() => void)[]
}

/**
 * The one writer. Writes that arrive together share one commit, and so one sync of the disk; one that fails takes no
 * neighbour along. Most that fail do so before they change anything, and are left out. When one fails later, all of
 * them are undone and run again, each in its own savepoint. Nothing is acknowledged before the commit.
 */
export function createGroupCommit(connection: Connection, listener: Listener, maxWaiting = usualMaxWaiting) {
  const { hold, beforeBatch, afterBatch, onBatch, onEffectError } = listener
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
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (running === undefined) {
        running = new Promise((settle) => gather(maxTurns, () => void drain().finally(settle)))
      }
    })
  }

  /** Goes on once nothing came for some turns of the event loop, each of which takes in one new connection at most. */
  function gather(turnsLeft: number, then: () => void, before = 0, quietTurns = 0): void {
    const quiet = waiting.length > before ? 0 : quietTurns + 1
    if (quiet > maxQuietTurns || turnsLeft === 0 || waiting.length >= maxBatch) then()
    else setImmediate(gather, turnsLeft - 1, then, waiting.length, quiet)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await hold?.()
      await runBatch(waiting.splice(0, maxBatch))
      // A batch runs without a break; whoever writes again and again must not keep everybody else from their turn.
      if (waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
    }
    running = undefined
  }

  async function runBatch(jobs: readonly Job[]): Promise<void> {
    let done: readonly Done[]
    try {
      beforeBatch?.()
      done = (await runTogether(jobs)) ?? (await runApart(jobs))
    } catch (error) {
      // Those that failed on their own were told already; a second word does nothing.
      for (const job of jobs) job.reject(asFailure(error))
      return
    } finally {
      afterBatch?.()
    }
    if (done.length > 0) onBatch(done.length)
    for (const { job, value, effects } of done) {
      for (const effect of effects) follow(effect)
      job.resolve(value)
    }
  }

  /** Undefined, and nothing done, when one of them failed after it had changed something. */
  async function runTogether(jobs: readonly Job[]): Promise<Done[] | undefined> {
    return transact(async (counters) => {
      const done: Done[] = []
      for (const job of jobs) {
        const trace: Trace = { effects: [], hasWritten: false, isOver: false }
        try {
          done.push({ job, value: await workOf(job, trace, counters), effects: trace.effects })
        } catch (error) {
          // Alone it takes nobody along.
          if (trace.hasWritten && jobs.length === 1) throw error
          if (trace.hasWritten) return undefined
          job.reject(asFailure(error))
        }
      }
      return done
    })
  }

  /** Each in its own savepoint. It makes a copy of every page a write touches, a third of what a write costs. */
  async function runApart(jobs: readonly Job[]): Promise<Done[]> {
    const kept = await transact(async (counters) => {
      const done: Done[] = []
      for (const job of jobs) {
        const trace: Trace = { effects: [], hasWritten: false, isOver: false }
        const saved = counters.save()
        savepoint.run()
        try {
          const value = await workOf(job, trace, counters)
          release.run()
          done.push({ job, value, effects: trace.effects })
        } catch (error) {
          // When even this fails the whole batch is undone.
          undo.run()
          release.run()
          counters.restore(saved)
          job.reject(asFailure(error))
        }
      }
      return done
    })
    return kept ?? []
  }

  /** Commits what `work` did, or undoes it when there is nothing to keep. */
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
      commit.run()
      return done
    } catch (error) {
      if (connection.raw.isTransaction) attempt(rollback)
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
    }
  }

  return {
    write,
    /** Lets what was accepted finish, and takes nothing new. */
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
    // The transaction is gone already, which is what was wanted.
  }
}
