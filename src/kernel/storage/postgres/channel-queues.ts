import { Failure } from '../../operation/contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { isCollision, isLost, NoAnswer } from './errors.ts'
import { assertCommitted } from './in-doubt-commits.ts'
import { type Attempt, createAttempt, createJob, type Job } from './job.ts'
import type { Pool } from './pool.ts'
import { queryOf, valuesOf } from './query.ts'
import { changedBy, type Outcome } from './session.ts'
import { executeSpeculatively, type Result } from './speculative-execution.ts'
import {
  CommitInDoubt,
  createTransaction,
  globalLock,
  MoreLocksNeeded,
  type Transaction,
  type Turn,
} from './transaction.ts'

/** Large enough to share a commit among many, small enough that other nodes do not wait long for the channel. */
const maxBatch = 64
/** How many more jobs are executed together after a batch without a conflict. */
const widerBy = 8
/** How long a job waits in its queue while the server answers. When it does not, the circuit breaker ends the wait. */
const maxWaitMs = 10_000
const maxTries = 6
const pauseMs = 5

interface ChannelQueue {
  readonly lock: number
  waiting: Job[]
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly effects: readonly (() => void)[]
}

/**
 * Serial execution per channel with group commit. Writes of a channel run one after the other, as SQLite runs all of
 * them: each transaction holds an advisory lock of its channel, on whichever node it runs, and different channels do not
 * wait for each other. The first statement of a job names the channel and waits there for the job's turn. Writes of one
 * channel that arrive together share one commit, and a failing one does not fail the others.
 */
export function createChannelQueues(options: {
  pool: Pool
  breaker: CircuitBreaker
  asFailure(error: unknown): unknown
  onEffectError(error: unknown): void
  onBatch?: ((size: number) => void) | undefined
}) {
  const { pool, breaker, asFailure, onEffectError, onBatch } = options
  const queues = new Map<number, ChannelQueue>()
  const running = new Set<Promise<void>>()
  /** How many jobs are executed together: adapts to how often they conflict. */
  let together = maxBatch
  let closed = false

  function write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(new Failure('shutting_down', { retryAfterSeconds: 2 }))
    const away = breaker.failure()
    if (away !== undefined) return Promise.reject(away)
    return new Promise<T>((resolve, reject) => {
      const job = createJob(work, resolve as (value: unknown) => void, reject)
      const { run, effects } = start(job, undefined)
      // Work without a statement needs no transaction.
      run.then(
        (value) => void (job.begin === undefined && finish({ job, value, effects })),
        (error: unknown) => void (job.begin === undefined && job.reject(error)),
      )
    })
  }

  function start(job: Job, turn: Turn | undefined): Attempt {
    const attempt = createAttempt(turn)
    job.attempt = attempt
    attempt.run = job.work(writerFor(job, attempt))
    const end = () => {
      attempt.isOver = true
    }
    attempt.run.then(end, end)
    return attempt
  }

  function writerFor(job: Job, attempt: Attempt): Writer {
    function assertOpen(): void {
      if (attempt.isOver) throw new FinishedTransaction()
    }

    async function turnFor(channel: number): Promise<Turn> {
      assertOpen()
      return attempt.turn ?? waitForTurn(job, channel)
    }

    function run(statement: Statement, params: Params): Promise<Outcome> {
      assertOpen()
      const query = queryOf(statement)
      const command = { query, values: valuesOf(query, params) }
      const { channel } = params
      const { turn } = attempt
      // Reading rows of no channel needs no lock, unless it is the first statement, on which all others may depend.
      const lock = typeof channel === 'number' ? channel : query.isRead && turn !== undefined ? undefined : globalLock
      if (turn !== undefined) return turn.run(command, lock)
      return waitForTurn(job, lock ?? globalLock).then((begun) => begun.run(command, lock))
    }
    return {
      async get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
        return (await run(statement as Statement, params)).rows[0] as R | undefined
      },
      async all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
        return (await run(statement as Statement, params)).rows as R[]
      },
      async run<P extends Params>(statement: Statement<P, never>, params: P): Promise<number> {
        return changedBy(await run(statement as Statement, params))
      },
      async next(sequence: Sequence, channel: number): Promise<number> {
        return (await turnFor(channel)).next(sequence, channel)
      },
      async reserve(sequence: Sequence, channel: number, last: number): Promise<void> {
        return (await turnFor(channel)).reserve(sequence, channel, last)
      },
      onCommit(effect) {
        assertOpen()
        attempt.effects.push(effect)
      },
    }
  }

  /** The first statement of a job waits here until all jobs before it in the queue are done. */
  function waitForTurn(job: Job, lock: number): Promise<Turn> {
    if (job.begin !== undefined) return job.begin.promise
    job.begin = Promise.withResolvers()
    const queue = queues.get(lock) ?? openQueue(lock)
    queue.waiting.push(job)
    job.deadline = setTimeout(() => {
      queue.waiting = queue.waiting.filter((other) => other !== job)
      refuse(
        job,
        new Failure('overloaded', {
          retryAfterSeconds: 2,
          cause: new Error('the write waited too long in the queue of its channel'),
        }),
      )
    }, maxWaitMs)
    return job.begin.promise
  }

  function openQueue(lock: number): ChannelQueue {
    const queue: ChannelQueue = { lock, waiting: [] }
    queues.set(lock, queue)
    // Starts in the next turn of the event loop, so that writes of this turn share the batch.
    const run = new Promise((resolve) => setImmediate(resolve)).then(() => drain(queue))
    running.add(run)
    void run.finally(() => running.delete(run))
    return queue
  }

  async function drain(queue: ChannelQueue): Promise<void> {
    while (queue.waiting.length > 0) await runBatch([queue.lock], queue.waiting.splice(0, maxBatch))
    queues.delete(queue.lock)
  }

  function refuse(job: Job, error: unknown): void {
    clearTimeout(job.deadline)
    job.begin?.reject(error)
    job.reject(asFailure(error))
  }

  breaker.onOpen((failure) => {
    for (const queue of queues.values()) for (const job of queue.waiting.splice(0)) refuse(job, failure)
  })

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
  async function runOnce(locks: readonly number[], jobs: readonly Job[]): Promise<Done[]> {
    const session = await pool.take()
    const transaction = createTransaction(session, locks)
    const done: Done[] = []
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
  async function runJobs(transaction: Transaction, jobs: readonly Job[], done: Done[]): Promise<void> {
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

  async function runTogether(transaction: Transaction, jobs: readonly Job[], done: Done[]): Promise<number> {
    const results = await executeSpeculatively(
      transaction,
      jobs.map((job) => (turn) => begin(job, turn)),
    )
    for (const [index, result] of results.entries()) take(jobs[index] as Job, result, done)
    return results.length
  }

  async function runAlone(transaction: Transaction, job: Job, done: Done[]): Promise<void> {
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

  /** The first attempt has started already and waits for its turn. */
  function begin(job: Job, turn: Turn): Promise<unknown> {
    if (job.attempt.turn !== undefined) return start(job, turn).run
    job.attempt.turn = turn
    job.begin?.resolve(turn)
    return job.attempt.run
  }

  function take(job: Job, result: Result, done: Done[]): void {
    if ('error' in result) job.reject(asFailure(result.error))
    else done.push({ job, value: result.value, effects: job.attempt.effects })
  }

  function finish({ job, value, effects }: Done): void {
    for (const effect of effects) {
      try {
        effect()
      } catch (error) {
        onEffectError(error)
      }
    }
    job.settle(value)
  }

  return {
    write,
    /** Finishes accepted writes and refuses new ones. */
    async close(): Promise<void> {
      closed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
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
