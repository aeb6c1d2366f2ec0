import type { Worker } from 'node:worker_threads'
import { createLanes } from '../limits/lanes.ts'

export type ThreadFailure = 'timed_out' | 'stopped' | 'busy' | 'closed' | 'failed'

/** Why a job failed. */
export class ThreadError extends Error {
  readonly reason: ThreadFailure
  constructor(reason: ThreadFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** What a thread sends back; `serve-jobs.ts` is its side. */
export type ThreadAnswer<Result> = { readonly result: Result } | { readonly error: string }

export interface JobOptions {
  /** Jobs of one lane run in order; lanes take turns (round robin), so that a busy one cannot starve the others. */
  readonly lane?: string | undefined
  readonly signal?: AbortSignal | undefined
}

interface Waiting<Job, Result> extends JobOptions {
  readonly job: Job
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

export interface LazyThread<Job, Result> {
  run(job: Job, options?: JobOptions): Promise<Result>
  /** Whether the thread exists right now. */
  isRunning(): boolean
  close(): Promise<void>
}

/**
 * One worker thread, started by the first job and terminated after it was idle for a while. A job that exceeds its
 * timeout terminates the thread, because a busy thread receives no messages; the next job starts a new one.
 */
export function createLazyThread<Job, Result>(options: {
  readonly script: URL
  readonly workerData?: () => Promise<unknown>
  readonly timeoutMs: number
  readonly idleMs: number
  /** An idle thread is kept while this is true. */
  readonly isNeeded?: (() => boolean) | undefined
  readonly maxWaiting: number
}): LazyThread<Job, Result> {
  const lanes = createLanes<Waiting<Job, Result>>()
  let current: Waiting<Job, Result> | undefined
  let worker: Worker | undefined
  let deadline: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let closed = false

  function endThread(): void {
    clearTimeout(deadline)
    clearTimeout(idle)
    if (worker === undefined) return
    const ended = worker
    worker = undefined
    ended.removeAllListeners()
    ended.on('error', () => {})
    ending = Promise.all([ending, ended.terminate()])
  }

  function settle(outcome: (waiting: Waiting<Job, Result>) => void): void {
    clearTimeout(deadline)
    const done = current
    current = undefined
    if (done !== undefined) outcome(done)
    next()
  }

  function fail(error: ThreadError): void {
    endThread()
    settle((waiting) => waiting.reject(error))
  }

  function next(): void {
    if (current !== undefined || closed) return
    const waiting = lanes.take()
    if (waiting === undefined) {
      worker?.unref()
      waitForIdle()
      return
    }
    current = waiting
    clearTimeout(idle)
    void start(waiting)
  }

  function waitForIdle(): void {
    clearTimeout(idle)
    idle = setTimeout(() => (options.isNeeded?.() ? waitForIdle() : endThread()), options.idleMs)
    idle.unref()
  }

  async function start(waiting: Waiting<Job, Result>): Promise<void> {
    let data: unknown
    try {
      data = worker === undefined ? await options.workerData?.() : undefined
    } catch (error) {
      if (current === waiting) settle(() => waiting.reject(error as Error))
      return
    }
    if (current !== waiting) return
    worker ??= startWorker(data)
    worker.ref()
    deadline = setTimeout(
      () => fail(new ThreadError('timed_out', `The job took longer than ${options.timeoutMs} ms.`)),
      options.timeoutMs,
    )
    worker.postMessage(waiting.job)
  }

  function startWorker(data: unknown): Worker {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const started = new Worker(options.script, { workerData: data, execArgv: [] })
    started.on('message', (answer: ThreadAnswer<Result>) => {
      if ('result' in answer) settle((waiting) => waiting.resolve(answer.result))
      else settle((waiting) => waiting.reject(new ThreadError('failed', answer.error)))
    })
    started.on('error', (error) => fail(new ThreadError('failed', `The thread crashed: ${(error as Error).message}`)))
    started.on('exit', () => fail(new ThreadError('failed', 'The thread exited before the job was done.')))
    return started
  }

  return {
    run(job, { lane, signal } = {}) {
      if (closed) return Promise.reject(new ThreadError('closed', 'The thread is closed.'))
      if (signal?.aborted) return Promise.reject(stopped())
      if (lanes.size() >= options.maxWaiting) {
        return Promise.reject(new ThreadError('busy', 'Too many jobs are queued.'))
      }
      return new Promise<Result>((resolve, reject) => {
        const waiting: Waiting<Job, Result> = {
          job,
          lane,
          signal,
          resolve(result) {
            signal?.removeEventListener('abort', onAbort)
            resolve(result)
          },
          reject(error) {
            signal?.removeEventListener('abort', onAbort)
            reject(error)
          },
        }
        // A running job continues until its end or timeout, and its result is ignored; a new thread would cost more.
        const onAbort = () => {
          lanes.remove(lane ?? '', waiting)
          reject(stopped())
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        lanes.add(lane ?? '', waiting)
        next()
      })
    },

    isRunning: () => worker !== undefined,

    async close() {
      closed = true
      endThread()
      const left = [...(current === undefined ? [] : [current]), ...lanes.clear()]
      current = undefined
      for (const waiting of left) waiting.reject(new ThreadError('closed', 'The thread is closed.'))
      await ending
    },
  }
}

function stopped(): ThreadError {
  return new ThreadError('stopped', 'The job was cancelled.')
}
