import { workerData } from 'node:worker_threads'
import { Failure, type FailureCode } from '../../operation/contract/failures.ts'
import { serveJobs } from '../../threads/serve-jobs.ts'
import type { ThreadReader } from '../database.ts'
import { openConnection } from './connection.ts'

interface Question {
  readonly module: string
  readonly question: unknown
}

/** An expected failure keeps its code; other errors are reported by `serveJobs`. */
export type ThreadReply = { readonly answer: unknown } | { readonly failed: FailureCode; readonly reason: string }

/** Reads that would block the event loop, on a connection of their own. A module may keep a cache in this thread. */
const { path } = workerData as { path: string }
const connection = openConnection(path, { readOnly: true })
const reader = { row: connection.row, rows: connection.rows } as ThreadReader

serveJobs<Question, ThreadReply>(async ({ module, question }) => {
  const { answer } = (await import(module)) as { answer(reader: ThreadReader, question: unknown): unknown }
  try {
    return { result: { answer: await answer(reader, question) } }
  } catch (error) {
    const failure = connection.asFailure(error)
    if (!(failure instanceof Failure)) throw error
    return { result: { failed: failure.code, reason: (error as Error).message } }
  }
})
