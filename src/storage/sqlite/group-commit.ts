import type { StatementSync } from 'node:sqlite'
import { Failure } from '../../contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
import { asFailure, type Connection } from './connection.ts'

/** Enough to share a sync among many, few enough that the first in line does not wait long. */
const maxBatch = 256

interface Job {
  work(tx: Writer): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly effects: readonly (() => void)[]
}

/**
 * The one writer. Writes that arrive in one turn of the event loop share one commit, and so one sync of the disk;
 * each runs in its own savepoint, so one that fails takes no neighbour along. Nothing is acknowledged before the commit.
 */
export function createGroupCommit(connection: Connection, onBatch: (size: number) => void) {
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
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (running === undefined) {
        running = new Promise((settle) => setImmediate(() => void drain().finally(settle)))
      }
    })
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxBatch))
    running = undefined
  }

  async function runBatch(jobs: readonly Job[]): Promise<void> {
    const done: Done[] = []
    try {
      begin.run()
      for (const job of jobs) await runJob(job, done)
      commit.run()
    } catch (error) {
      if (connection.raw.isTransaction) attempt(rollback)
      // Those that failed on their own were told already; a second word does nothing.
      for (const job of jobs) job.reject(asFailure(error))
      return
    }
    onBatch(done.length)
    for (const { job, value, effects } of done) {
      for (const effect of effects) effect()
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
