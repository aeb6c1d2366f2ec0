import type { StatementSync } from 'node:sqlite'
import { Failure } from '../../contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
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

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly effects: readonly (() => void)[]
}

/**
 * The one writer. Writes that arrive together share one commit, and so one sync of the disk;
 * each runs in its own savepoint, so one that fails takes no neighbour along. Nothing is acknowledged before the commit.
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
    const done: Done[] = []
    try {
      beforeBatch?.()
      begin.run()
      for (const job of jobs) await runJob(job, done)
      commit.run()
    } catch (error) {
      if (connection.raw.isTransaction) attempt(rollback)
      // Those that failed on their own were told already; a second word does nothing.
      for (const job of jobs) job.reject(asFailure(error))
      return
    } finally {
      afterBatch?.()
    }
    onBatch(done.length)
    for (const { job, value, effects } of done) {
      for (const effect of effects) follow(effect)
      job.resolve(value)
    }
  }

  async function runJob(job: Job, done: Done[]): Promise<void> {
    const effects: (() => void)[] = []
    savepoint.run()
    try {
      const value = await job.work(writerFor(effects))
      release.run()
      done.push({ job, value, effects })
    } catch (error) {
      // When even this fails the whole batch is undone by the caller.
      undo.run()
      release.run()
      job.reject(asFailure(error))
    }
  }

  function follow(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      onEffectError(error)
    }
  }

  function writerFor(effects: (() => void)[]): Writer {
    return {
      get: connection.get,
      all: connection.all,
      async run<P extends Params>(statement: Statement<P, never>, params: P) {
        return connection.run(statement as Statement, params)
      },
      onCommit(effect) {
        effects.push(effect)
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
