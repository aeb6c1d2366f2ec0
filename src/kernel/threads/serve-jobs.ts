import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from './lazy-threads.ts'

export interface Served<Result> {
  readonly result: Result
  /** Memory that is transferred to the other thread instead of copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

/** The worker's side of `createLazyThread`: runs one job at a time and answers each. */
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
