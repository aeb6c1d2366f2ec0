import { workerData } from 'node:worker_threads'
import { serveJobs } from '../../threads/serve-jobs.ts'
import type { AsideReader } from '../database.ts'
import { openConnection } from './connection.ts'

interface Question {
  readonly module: string
  readonly question: unknown
}

/** Reads that would hold up everybody else, with a connection of their own. What a module remembers stays with it. */
const { path } = workerData as { path: string }
const connection = openConnection(path, { readOnly: true })
const reader = { row: connection.row, rows: connection.rows } as AsideReader

serveJobs<Question, unknown>(async ({ module, question }) => {
  const { answer } = (await import(module)) as { answer(reader: AsideReader, question: unknown): unknown }
  return { result: await answer(reader, question) }
})
