import { DatabaseSync } from 'node:sqlite'
import { serveJobs } from '../../threads/serve-jobs.ts'
import { assertOpenable, readVersion } from '../migrate.ts'
import type { CheckedBackup } from './archive.ts'
import { listTables, quoted } from './tables.ts'

/** Opens the database of a backup and reads all of it, in a thread: of a large one that takes minutes. */
serveJobs<string, CheckedBackup>((file) => {
  assertOpenable(file)
  const database = new DatabaseSync(file)
  try {
    const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    if (verdict !== 'ok') throw new Error(verdict)
    const rows = listTables(database).map(({ name }) => {
      const { total } = database.prepare(`SELECT count(*) AS total FROM ${quoted(name)}`).get() as { total: number }
      return [name, total] as const
    })
    return { result: { version: readVersion(database)?.version ?? 0, rows: Object.fromEntries(rows) } }
  } finally {
    database.close()
  }
})
