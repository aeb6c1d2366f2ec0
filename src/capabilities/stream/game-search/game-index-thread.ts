import { readFile } from 'node:fs/promises'
import { serveJobs } from '../../../kernel/threads/serve-jobs.ts'
import { buildGameIndex } from './game-index.ts'
import { columnsIn, hashCatalogue, writeIndexFile } from './index-file.ts'
import { readCatalogue } from './read-catalogue.ts'
import type { StoreColumns } from './title-store.ts'

export interface BuildJob {
  readonly catalogue: string
  /** The file to replace, if any. */
  readonly file: string | undefined
}

/** Builds the index in a thread: for a second of processor time the server would answer nobody. */
serveJobs<BuildJob, StoreColumns>(async ({ catalogue, file }) => {
  const bytes = await readFile(catalogue)
  const index = buildGameIndex(readCatalogue(bytes, catalogue))
  // Where the server may not write beside its own code, the next start builds it again.
  if (file !== undefined) await writeIndexFile(file, hashCatalogue(bytes), index).catch(() => {})
  return { result: index, transfer: columnsIn(index).map(({ buffer }) => buffer) }
})
