import { Failure } from '../../contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import { assertCommitted } from './cut-off-commits.ts'
import { asFailure, isCollision, isLost, NoAnswer } from './errors.ts'
import { type Attempt, createAttempt, createJob, type Job } from './job.ts'
import { queryOf, valuesOf } from './query.ts'
import { performTogether, type Result } from './rehearsal.ts'
import { changedBy, type Outcome } from './session.ts'
import type { Presence, Supply } from './supply.ts'
import {
  CommitCutOff,
  createTransaction,
  houseLock,
  MoreLocksNeeded,
  type Transaction,
  type Turn,
} from './transaction.ts'

/** Enough to share a commit among many, few enough that other nodes do not wait long for the channel. */
const maxBatch = 64
const widerBy = 8
/** For a turn while everything goes on. When it does not, whoever waits is told long before. */
const longestWaitMs = 10_000
const maxTries = 6
const pauseMs = 5

interface Lane {
  readonly lock: number
  waiting: Job[]
}

interface Done {
  readonly job: Job
  readonly value: unknown
  readonly effects: readonly (() => void)[]
}

/**
 * Writes as SQLite runs them, one after the other, but only within a channel: each transaction holds the lock of its
 * channel, on whichever node it runs, and different channels do not wait for each other. Which channel that is, the
 * first statement of the work tells; it waits there for the work's turn. Writes of one channel that arrive together
 * share one commit, and one that fails takes no neighbour along.
 */
export function createLanes(options: {
  supply: Supply
  presence: Presence
  onEffectError(error: unknown): void
  onBatch?: ((size: number) => void) | undefined
}) {
  const { supply, presence, onEffectError, onBatch } = options
  const lanes = new Map<number, Lane>()
  const running = new Set<Promise<void>>()
  /** How many jobs are likely not to stand in each other's way. */
  let together = maxBatch
  let closed = false

  function write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(new Failure('shutting_down', { retryAfterSeconds: 2 }))
    const away = presence.failure()
    if (away !== undefined) return Promise.reject(away)
    return new Promise<T>((resolve, reject) => {
      const job = createJob(work, resolve as (value: unknown) => void, reject)
      const { run, effects } = start(job, undefined)
      // Work that asks for nothing needs no transaction.
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
      return attempt.turn ?? comeUp(job, channel)
    }

    function run(statement: Statement, params: Params): Promise<Outcome> {
      assertOpen()
      const query = queryOf(statement)
      const command = { query, values: valuesOf(query, params) }
      const { channel } = params
      const { turn } = attempt
      // A look at what belongs to no channel needs no lock, unless it is the first and all that follows depends on it.
      const lock = typeof channel === 'number' ? channel : query.isRead && turn !== undefined ? undefined : houseLock
      if (turn !== undefined) return turn.run(command, lock)
      return comeUp(job, lock ?? houseLock).then((begun) => begun.run(command, lock))
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

  /** The first statement waits here until everybody before it in the lane is done. */
  function comeUp(job: Job, lock: number): Promise<Turn> {
    if (job.begin !== undefined) return job.begin.promise
    job.begin = Promise.withResolvers()
    const lane = lanes.get(lock) ?? openLane(lock)
    lane.waiting.push(job)
    job.deadline = setTimeout(() => {
      lane.waiting = lane.waiting.filter((other) => other !== job)
      refuse(job, new Failure('overloaded', { retryAfterSeconds: 2, cause: new Error('its turn did not come') }))
    }, longestWaitMs)
    return job.begin.promise
  }

  function openLane(lock: number): Lane {
    const lane: Lane = { lock, waiting: [] }
    lanes.set(lock, lane)
    // Once round the event loop, so that what arrives in this turn comes along.
    const run = new Promise((resolve) => setImmediate(resolve)).then(() => drain(lane))
    running.add(run)
    void run.finally(() => running.delete(run))
    return lane
  }

  async function drain(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) await runBatch([lane.lock], lane.waiting.splice(0, maxBatch))
    lanes.delete(lane.lock)
  }

  function refuse(job: Job, error: unknown): void {
    clearTimeout(job.deadline)
    job.begin?.reject(error)
    job.reject(asFailure(error))
  }

  presence.onGone((failure) => {
    for (const lane of lanes.values()) for (const job of lane.waiting.splice(0)) refuse(job, failure)
  })

  /** All in one transaction; again when it stood in another's way or its connection broke before the commit. */
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
        if (error instanceof NoAnswer) presence.gone(error)
        const isWorthIt = isCollision(error) ? tries < maxTries : tries === 1 && isLost(error)
        if (!isWorthIt || presence.failure() !== undefined) {
          for (const job of jobs) refuse(job, error)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs * tries * (1 + Math.random())))
      }
    }
  }

  /** What was done, once it is on disk. Those that failed on their own are told at once, and take no neighbour along. */
  async function runOnce(locks: readonly number[], jobs: readonly Job[]): Promise<Done[]> {
    const session = await supply.take()
    const transaction = createTransaction(session, locks)
    const done: Done[] = []
    try {
      await runJobs(transaction, jobs, done)
      if (done.length > 0) await transaction.commit()
      else await transaction.undo()
      return done
    } catch (error) {
      if (!(error instanceof CommitCutOff)) {
        await transaction.undo()
        throw error
      }
      await assertCommitted(error, supply, presence)
      return done
    } finally {
      supply.give(session)
    }
  }

  /** Together, up to one that stands in another's way, which is run on its own; then together again. */
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
    const results = await performTogether(
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

  /** The first time it has begun already, and waits. */
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
    /** Lets what was accepted finish, and takes nothing new. */
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
