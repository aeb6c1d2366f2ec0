import { Failure } from '../../contract/failures.ts'
import type { Params, Statement, Writer } from '../database.ts'
import type { Series } from '../numbers.ts'
import { asFailure, databaseAway, isCollision, isLost, NoAnswer } from './errors.ts'
import { makeQuery, queryOf, valuesOf } from './query.ts'
import { changedBy, type Outcome } from './session.ts'
import type { Presence, Supply } from './supply.ts'
import { CommitCutOff, createTransaction, houseLock, MoreLocksNeeded, type Transaction } from './transaction.ts'

/** Enough to share a commit among many, few enough that other nodes do not wait long for the channel. */
const maxBatch = 64
/** For a turn while everything goes on. When it does not, whoever waits is told long before. */
const longestWaitMs = 10_000
const maxTries = 6
/** How long the outcome of a commit is looked for; whoever waits has waited before. */
const longestDoubtMs = 1500
const pauseMs = 5

interface Job {
  work(tx: Writer): Promise<unknown>
  settle(value: unknown): void
  reject(error: unknown): void
  isSettled: boolean
  /** What the work under way comes to. */
  run: Promise<unknown>
  effects: (() => void)[]
  turn: Transaction | undefined
  /** There once its first statement waits for the job's turn. */
  begin: PromiseWithResolvers<Transaction> | undefined
  deadline: NodeJS.Timeout | undefined
}

interface Lane {
  readonly lock: number
  waiting: Job[]
}

interface Done {
  readonly job: Job
  readonly value: unknown
}

/**
 * Writes as SQLite runs them, one after the other, but only within a channel: each transaction holds the lock of its
 * channel, on whichever node it runs, and different channels do not wait for each other. Which channel that is, the
 * first statement of the work tells; it waits there for the work's turn. Writes of one channel that arrive together
 * share one commit, each in its own savepoint.
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
  let closed = false

  function write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(new Failure('shutting_down', { retryAfterSeconds: 2 }))
    const away = presence.failure()
    if (away !== undefined) return Promise.reject(away)
    return new Promise<T>((resolve, reject) => {
      const job = createJob(work, resolve as (value: unknown) => void, reject)
      start(job)
      // Work that asks for nothing needs no transaction.
      job.run.then(
        (value) => void (job.begin === undefined && finish({ job, value })),
        (error: unknown) => void (job.begin === undefined && job.reject(error)),
      )
    })
  }

  function start(job: Job): void {
    job.effects = []
    job.run = job.work(writerFor(job))
    // Whoever awaits it hears of it; until then nobody does.
    job.run.catch(() => {})
  }

  function writerFor(job: Job): Writer {
    async function run(statement: Statement, params: Params): Promise<Outcome> {
      const query = queryOf(statement)
      const values = valuesOf(query, params)
      const { channel } = params
      // A look at what belongs to no channel needs no lock, unless it is the first and all that follows depends on it.
      const lock =
        typeof channel === 'number' ? channel : query.isRead && job.turn !== undefined ? undefined : houseLock
      const turn = job.turn ?? (await comeUp(job, lock ?? houseLock))
      return turn.run({ query, values }, lock)
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
      async next(series: Series, channel: number): Promise<number> {
        const turn = job.turn ?? (await comeUp(job, channel))
        return turn.next(series, channel)
      },
      onCommit: (effect) => void job.effects.push(effect),
    }
  }

  /** The first statement waits here until everybody before it in the lane is done. */
  function comeUp(job: Job, lock: number): Promise<Transaction> {
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
      for (const job of jobs) await runJob(transaction, job, done)
      if (done.length > 0) await transaction.commit()
      else await transaction.undo()
      return done
    } catch (error) {
      if (error instanceof CommitCutOff) return await whatBecameOf(error, done)
      await transaction.undo()
      throw error
    } finally {
      supply.give(session)
    }
  }

  async function runJob(transaction: Transaction, job: Job, done: Done[]): Promise<void> {
    const isFirstTry = job.turn === undefined
    job.turn = transaction
    transaction.beginJob()
    if (isFirstTry) job.begin?.resolve(transaction)
    else start(job)
    const result = await job.run.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const fault = transaction.fault()
    if (fault instanceof MoreLocksNeeded) throw new NeedsMore(job, fault.locks)
    if (fault !== undefined) throw fault
    if ('error' in result) {
      transaction.undoJob()
      job.reject(asFailure(result.error))
    } else {
      transaction.keepJob()
      done.push({ job, value: result.value })
    }
  }

  /** PostgreSQL remembers how a transaction ended. A write that may have happened is never repeated. */
  async function whatBecameOf({ transactionId, cause }: CommitCutOff, done: Done[]): Promise<Done[]> {
    const deadline = performance.now() + longestDoubtMs
    if (cause instanceof NoAnswer) presence.gone(cause)
    while (!(cause instanceof NoAnswer) && transactionId !== undefined && performance.now() < deadline) {
      const state = await stateOf(transactionId).catch(() => undefined)
      if (state === 'committed') return done
      if (state === 'aborted') throw databaseAway(cause)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Failure('outcome_unknown', {
      message: 'The database went away while this was being saved, so it may or may not have taken effect.',
      retryAfterSeconds: 2,
      mayHaveHappened: true,
      cause,
    })
  }

  async function stateOf(transactionId: string): Promise<unknown> {
    const session = await supply.take(200)
    try {
      const [outcome] = await session.send([{ query: findState, values: [transactionId] }], 500)
      return outcome?.rows[0]?.state
    } finally {
      supply.give(session)
    }
  }

  function finish({ job, value }: Done): void {
    for (const effect of job.effects) {
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

const findState = makeQuery('SELECT pg_xact_status(:id::xid8) AS state')

class NeedsMore extends Error {
  readonly job: Job
  readonly locks: readonly number[]

  constructor(job: Job, locks: readonly number[]) {
    super('more locks are needed')
    this.job = job
    this.locks = locks
  }
}

function createJob(work: Job['work'], resolve: (value: unknown) => void, reject: (error: unknown) => void): Job {
  const job: Job = {
    work,
    settle(value) {
      job.isSettled = true
      resolve(value)
    },
    reject(error) {
      job.isSettled = true
      reject(error)
    },
    isSettled: false,
    run: Promise.resolve(),
    effects: [],
    turn: undefined,
    begin: undefined,
    deadline: undefined,
  }
  return job
}
