import type { Writer } from '../database.ts'
import type { Turn } from './transaction.ts'

/** The work of one `write` call and the promise of its caller. */
export interface Job {
  work(tx: Writer): Promise<unknown>
  settle(value: unknown): void
  reject(error: unknown): void
  isSettled: boolean
  attempt: Attempt
  /** Set once the first statement waits for the job's turn. */
  begin: PromiseWithResolvers<Turn> | undefined
  deadline: NodeJS.Timeout | undefined
}

/** Work may have to run again; statements of an earlier attempt are not executed. */
export interface Attempt {
  turn: Turn | undefined
  readonly effects: (() => void)[]
  run: Promise<unknown>
  /** Once `run` has settled, its writer is of no use. */
  isOver: boolean
}

export function createJob(work: Job['work'], resolve: (value: unknown) => void, reject: (error: unknown) => void): Job {
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
    attempt: createAttempt(undefined),
    begin: undefined,
    deadline: undefined,
  }
  return job
}

export function createAttempt(turn: Turn | undefined): Attempt {
  return { turn, effects: [], run: nothing, isOver: false }
}

const nothing = Promise.resolve()
