import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../src/kernel/storage/open.ts'

/** The size on disk of a row in each of these tables together, including indexes. */
export function bytesPerRow(folder: string, tables: readonly string[]): number {
  const db = new DatabaseSync(databaseFile(folder), { readOnly: true })
  const pages = db.prepare(
    `SELECT sum(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_master m ON m.name = s.name
     WHERE m.tbl_name = ? AND s.aggregate = 1`,
  )
  let each = 0
  for (const table of tables) {
    const { bytes } = pages.get(table) as { bytes: number }
    const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }
    each += bytes / Math.max(1, n)
  }
  db.close()
  return each
}
