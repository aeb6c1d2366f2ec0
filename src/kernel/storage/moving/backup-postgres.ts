import { renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { removeDatabase, syncFile } from '../durable-files.ts'
import { migrate } from '../migrate.ts'
import { newestVersion } from '../migrations/versions.ts'
import { readPostgresVersion } from '../postgres/migrate-postgres.ts'
import { openSession, type Session } from '../postgres/session.ts'
import { readPostgresTable } from './postgres-tables.ts'
import { assertSame, contentOf, createTally, listTables, type OnTable, quoted, type Table } from './tables.ts'

/**
 * Copies one snapshot of the database into a SQLite file while nodes continue to write. The file is the same as a backup
 * of a SQLite database, so either engine can be restored from it.
 */
export async function backupPostgres(url: string, path: string, onTable: OnTable = () => {}): Promise<void> {
  const session = await openSession(url, 'care')
  const draft = `${path}.incoming`
  removeDatabase(draft)
  const file = new DatabaseSync(draft)
  try {
    // A draft needs no durability: it is checked and synced before it gets its name.
    file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    await migrate(file)
    await session.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const found = (await readPostgresVersion(session))?.version ?? 'none'
    if (found !== newestVersion) {
      throw new Error(`the database has schema version ${found}, this Showcaller ${newestVersion}`)
    }
    for (const table of listTables(file)) onTable(table.name, await copyTable(session, file, table))
    await session.exec('COMMIT')
    file.close()
    syncFile(draft)
    renameSync(draft, path)
  } catch (error) {
    if (file.isOpen) file.close()
    removeDatabase(draft)
    throw error
  } finally {
    await session.close()
  }
}

async function copyTable(session: Session, file: DatabaseSync, table: Table) {
  const marks = table.columns.map(() => '?').join(', ')
  const insert = file.prepare(
    `INSERT INTO ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) VALUES (${marks})`,
  )
  const tally = createTally()
  file.exec('BEGIN')
  for await (const cells of readPostgresTable(session, table)) {
    tally.add(cells)
    insert.run(...cells)
  }
  file.exec('COMMIT')
  const read = tally.content()
  assertSame(table, read, contentOf(file, table))
  return read
}
