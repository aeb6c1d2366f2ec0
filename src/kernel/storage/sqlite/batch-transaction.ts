import type { StatementSync } from 'node:sqlite'
import type { Statement, Writer } from '../database.ts'
import { createCounters, storageOf } from '../sequences.ts'
import type { Connection } from './connection.ts'
import { isDamage } from './errors.ts'
import { type BatchResources, JobWriter } from './job-writer.ts'
import { createRowMemory } from './row-memory.ts'

/** One write, and the promise of its caller. */
export interface WriteJob {
  /** It was rejected: it must not run again, and nothing of it may be saved. */
  isRefused: boolean
  work(tx: Writer): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A job whose changes are committed. */
export interface CommittedWrite {
  readonly job: WriteJob
  readonly value: unknown
  readonly tx: JobWriter
}

/** Runs the jobs of a batch in one transaction: all as they are, or each in its own savepoint. */
export function createBatchTransactions(needs: {
  connection: Connection
  /** Throws when nothing may be saved now. */
  assertWritable?: (() => void) | undefined
  /** Throws when a commit that was just made may not have reached the database at its path. */
  assertCommitted?: (() => void) | undefined
  refuse(job: WriteJob, error: unknown): void
  /** Runs an effect, whose error fails nothing. */
  follow(effect: () => void): void
}) {
  const { connection, assertWritable, assertCommitted, refuse, follow } = needs
  const memory = createRowMemory()
  const begin = connection.raw.prepare('BEGIN IMMEDIATE')
  const commit = connection.raw.prepare('COMMIT')
  const rollback = connection.raw.prepare('ROLLBACK')
  const savepoint = connection.raw.prepare('SAVEPOINT job')
  const release = connection.raw.prepare('RELEASE job')
  const undo = connection.raw.prepare('ROLLBACK TO job')

  /** Undefined, and rolled back, when one of them failed after it had changed something. */
  async function runTogether(jobs: readonly WriteJob[]): Promise<CommittedWrite[] | undefined> {
    return transact(async (batch) => {
      const done: CommittedWrite[] = []
      for (const job of jobs) {
        const tx = new JobWriter(batch)
        try {
          done.push({ job, value: await workOf(job, tx), tx })
        } catch (error) {
          assertUsable(error)
          // A single write needs no second run.
          if (tx.hasWritten && jobs.length === 1) throw error
          if (tx.hasWritten) return undefined
          refuse(job, error)
        }
      }
      return done
    })
  }

  /** Each in its own savepoint, which copies every page that a write touches: a third of the cost of a write. */
  async function runApart(jobs: readonly WriteJob[]): Promise<CommittedWrite[]> {
    const kept = await transact(async (batch) => {
      const { counters } = batch
      const done: CommittedWrite[] = []
      for (const job of jobs) {
        const tx = new JobWriter(batch)
        const saved = counters.save()
        savepoint.run()
        try {
          const value = await workOf(job, tx)
          release.run()
          done.push({ job, value, tx })
        } catch (error) {
          memory.forget()
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
  async function transact(
    work: (batch: BatchResources) => Promise<CommittedWrite[] | undefined>,
  ): Promise<CommittedWrite[] | undefined> {
    const counters = createCounters()
    begin.run()
    try {
      const done = await work({ connection, memory, counters })
      if (done === undefined) {
        memory.forget()
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
      memory.forget()
      if (connection.raw.isTransaction) attempt(rollback)
      throw error
    }
  }

  function commitAfterEarlyEffects(done: readonly CommittedWrite[]): void {
    for (const { tx } of done) for (const { effect } of tx.early ?? []) follow(effect)
    try {
      commit.run()
      assertCommitted?.()
    } catch (error) {
      for (const { tx } of done) for (const { undo } of tx.early ?? []) follow(undo)
      throw error
    }
  }

  async function workOf(job: WriteJob, tx: JobWriter): Promise<unknown> {
    try {
      return await job.work(tx)
    } finally {
      tx.isOver = true
    }
  }

  return { runTogether, runApart }
}

function attempt(statement: StatementSync): void {
  try {
    statement.run()
  } catch {
    // SQLite has rolled the transaction back already.
  }
}
