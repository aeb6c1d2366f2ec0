import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from './lazy-thread.ts'

export interface Served<Result> {
  readonly result: Result
  /** Memory that moves to the other thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

/** The thread's side of `createLazyThread`: one job at a time, every one of them answered. */
export function serveJobs<Job, Result>(work: (job: Job) => Served<Result> | Promise<Served<Result>>): void {
  const answer = (message: ThreadAnswer<Result>, transfer: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, [...transfer])
  parentPort?.on('message', async (job: Job) => {
    try {
      const { result, transfer } = await work(job)
      answer({ result }, transfer)
    } catch (error) {
      answer({ error: (error as Error).message })
    }
  })
}
