import { Failure } from '../../operation/contract/failures.ts'
import type { Writer } from '../database.ts'
import { type CommittedWrite, createBatchTransactions, type WriteJob } from './batch-transaction.ts'
import type { Connection } from './connection.ts'
import { isDamage } from './errors.ts'

/** Large enough to share a sync among many, small enough that the first write does not wait long. */
const maxBatch = 256

/** How many turns of the event loop the first write waits for others: without a new one, and in total. */
const maxQuietTurns = 2
const maxTurns = 64

/** Some seconds of work for a slow disk. Further writes are refused at once. */
const defaultMaxWaiting = 5000

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

/**
 * Group commit with a single writer: writes that arrive together share one commit and so one sync of the disk. Most
 * writes that fail do so before they change anything and are left out. When one fails later, the batch is rolled back
 * and runs again, each write in its own savepoint. Nothing is acknowledged before the commit.
 */
export function createGroupCommit(connection: Connection, listener: Listener, maxWaiting = defaultMaxWaiting) {
  const { hold, assertWritable, assertCommitted, beforeBatch, afterBatch, onBatch, onEffectError } = listener
  const { runTogether, runApart } = createBatchTransactions({
    connection,
    assertWritable,
    assertCommitted,
    refuse,
    follow,
  })
  const waiting: WriteJob[] = []
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

  async function runBatch(jobs: readonly WriteJob[]): Promise<void> {
    let done: readonly CommittedWrite[]
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
    for (const { job, value, tx } of done) {
      for (const effect of tx.effects) follow(effect)
      job.resolve(value)
    }
  }

  function refuse(job: WriteJob, error: unknown): void {
    job.isRefused = true
    job.reject(connection.asFailure(error))
  }

  function follow(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      onEffectError(error)
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
