import { Failure } from '../../operation/contract/failures.ts'
import type { Writer } from '../database.ts'
import { type CommittedJob, createBatchRunner, maxBatch } from './batch-runner.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { type Attempt, createAttempt, createJob, type Job } from './job.ts'
import { writerFor } from './job-writer.ts'
import type { Pool } from './pool.ts'
import type { Turn } from './transaction.ts'

interface ChannelQueue {
  readonly lock: number
  waiting: Job[]
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
  /** How long a job waits in its queue while the server answers. When it does not, the circuit breaker ends the wait. */
  maxWaitMs: number
  asFailure(error: unknown): unknown
  onEffectError(error: unknown): void
  onBatch?: ((size: number) => void) | undefined
}) {
  const { pool, breaker, maxWaitMs, asFailure, onEffectError, onBatch } = options
  const queues = new Map<number, ChannelQueue>()
  const running = new Set<Promise<void>>()
  const { runBatch } = createBatchRunner({ pool, breaker, begin, refuse, finish, asFailure, onBatch })
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
    attempt.run = job.work(writerFor(attempt, (lock) => waitForTurn(job, lock)))
    const end = () => {
      attempt.isOver = true
    }
    attempt.run.then(end, end)
    return attempt
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

  /** The first attempt has started already and waits for its turn. */
  function begin(job: Job, turn: Turn): Promise<unknown> {
    if (job.attempt.turn !== undefined) return start(job, turn).run
    job.attempt.turn = turn
    job.begin?.resolve(turn)
    return job.attempt.run
  }

  function finish({ job, value, effects }: CommittedJob): void {
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
