import type { CircuitBreaker } from './circuit-breaker.ts'
import { isCollision, isLost, NoAnswer } from './errors.ts'
import { assertCommitted } from './in-doubt-commits.ts'
import type { Job } from './job.ts'
import type { Pool } from './pool.ts'
import { executeSpeculatively, type JobResult } from './speculative-execution.ts'
import { CommitInDoubt, createTransaction, MoreLocksNeeded, type Transaction, type Turn } from './transaction.ts'

/** Large enough to share a commit among many, small enough that other nodes do not wait long for the channel. */
export const maxBatch = 64
/** How many more jobs are executed together after a batch without a conflict. */
const widerBy = 8
const maxTries = 6
const pauseMs = 5

/** A job that is committed, and what is done after the commit. */
export interface CommittedJob {
  readonly job: Job
  readonly value: unknown
  readonly effects: readonly (() => void)[]
}

/** Runs the jobs of a batch in one transaction: several at once where they do not conflict, and again after a collision. */
export function createBatchRunner(needs: {
  pool: Pool
  breaker: CircuitBreaker
  /** Lets the job run its statements with this turn. */
  begin(job: Job, turn: Turn): Promise<unknown>
  refuse(job: Job, error: unknown): void
  finish(done: CommittedJob): void
  asFailure(error: unknown): unknown
  onBatch?: ((size: number) => void) | undefined
}) {
  const { pool, breaker, begin, refuse, finish, asFailure, onBatch } = needs
  /** How many jobs are executed together: adapts to how often they conflict. */
  let together = maxBatch

  /** All in one transaction; retried after a serialization failure or a connection lost before the commit. */
  async function runBatch(locks: readonly number[], batch: readonly Job[]): Promise<void> {
    for (const job of batch) clearTimeout(job.deadline)
    for (let tries = 1; ; tries++) {
      const jobs = batch.filter(({ isSettled }) => !isSettled)
      if (jobs.length === 0) return
      try {
        const done = await runOnce(locks, jobs)
        if (done.length > 0) onBatch?.(done.length)
        for (const one of done) finish(one)
        return
      } catch (error) {
        if (error instanceof NeedsMore) {
          const { job } = error
          await runBatch(
            locks,
            jobs.filter((other) => other !== job),
          )
          return runBatch(error.locks, [job])
        }
        if (error instanceof NoAnswer) breaker.open(error)
        const isWorthIt = isCollision(error) ? tries < maxTries : tries === 1 && isLost(error)
        if (!isWorthIt || breaker.failure() !== undefined) {
          for (const job of jobs) refuse(job, error)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs * tries * (1 + Math.random())))
      }
    }
  }

  /** The jobs that are committed. A job that fails on its own is rejected at once and does not fail the others. */
  async function runOnce(locks: readonly number[], jobs: readonly Job[]): Promise<CommittedJob[]> {
    const session = await pool.take()
    const transaction = createTransaction(session, locks)
    const done: CommittedJob[] = []
    try {
      await runJobs(transaction, jobs, done)
      if (done.length > 0) await transaction.commit()
      else await transaction.undo()
      return done
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) {
        await transaction.undo()
        throw error
      }
      await assertCommitted(error, pool, breaker)
      return done
    } finally {
      pool.give(session)
    }
  }

  /** Together up to the first conflict; the conflicting job runs alone, and the rest together again. */
  async function runJobs(transaction: Transaction, jobs: readonly Job[], done: CommittedJob[]): Promise<void> {
    for (let rest = jobs; rest.length > 0; ) {
      const some = rest.slice(0, together)
      const kept = some.length > 1 ? await runTogether(transaction, some, done) : 0
      const [next] = some.slice(kept)
      if (next === undefined) together = Math.min(together + widerBy, maxBatch)
      else {
        if (some.length > 1) together = Math.max(kept, 2)
        await runAlone(transaction, next, done)
      }
      rest = rest.slice(next === undefined ? kept : kept + 1)
    }
  }

  async function runTogether(transaction: Transaction, jobs: readonly Job[], done: CommittedJob[]): Promise<number> {
    const results = await executeSpeculatively(
      transaction,
      jobs.map((job) => (turn) => begin(job, turn)),
    )
    for (const [index, result] of results.entries()) take(jobs[index] as Job, result, done)
    return results.length
  }

  async function runAlone(transaction: Transaction, job: Job, done: CommittedJob[]): Promise<void> {
    transaction.beginJob()
    const result = await begin(job, transaction).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const fault = transaction.fault()
    if (fault instanceof MoreLocksNeeded) throw new NeedsMore(job, fault.locks)
    if (fault !== undefined) throw fault
    if ('error' in result) transaction.undoJob()
    else transaction.keepJob()
    take(job, result, done)
  }

  function take(job: Job, result: JobResult, done: CommittedJob[]): void {
    if ('error' in result) job.reject(asFailure(result.error))
    else done.push({ job, value: result.value, effects: job.attempt.effects })
  }

  return { runBatch }
}

class NeedsMore extends Error {
  readonly job: Job
  readonly locks: readonly number[]

  constructor(job: Job, locks: readonly number[]) {
    super('more locks are needed')
    this.job = job
    this.locks = locks
  }
}
