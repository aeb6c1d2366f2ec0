import { workerData } from 'node:worker_threads'
import { serveJobs } from '../../threads/serve-jobs.ts'
import type { ThreadReader } from '../database.ts'
import { openConnection } from './connection.ts'

interface Question {
  readonly module: string
  readonly question: unknown
}

/** Reads that would block the event loop, on a connection of their own. A module may keep a cache in this thread. */
const { path } = workerData as { path: string }
const connection = openConnection(path, { readOnly: true })
const reader = { row: connection.row, rows: connection.rows } as ThreadReader

serveJobs<Question, unknown>(async ({ module, question }) => {
  const { answer } = (await import(module)) as { answer(reader: ThreadReader, question: unknown): unknown }
  return { result: await answer(reader, question) }
})
