import { existsSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { migrate } from '../migrate.ts'
import { migratePostgres } from '../postgres/migrate-postgres.ts'
import { openSession, type Session } from '../postgres/session.ts'
import { faultIn } from '../sqlite/files.ts'
import { backupPostgres } from './backup-postgres.ts'
import { contentOfPostgres, fillPostgresTable, lockExclusively } from './postgres-tables.ts'
import { assertSame, listTables, type OnTable, quoted, readTable } from './tables.ts'

export class NotEmpty extends Error {}

interface Options {
  /** The previous content is copied to this file before it is replaced; without it only an empty database is filled. */
  readonly keptAs?: string
  readonly onTable?: OnTable
}

/**
 * Moves a SQLite database, or a backup of either engine, into PostgreSQL: all of it or nothing. Every table is read
 * back and compared row by row before anything counts.
 */
export async function fillPostgres(file: string, url: string, options: Options = {}): Promise<void> {
  const source = `${file}.moving`
  await copyWhole(file, source)
  const session = await openSession(url, 'care')
  try {
    await lockExclusively(session)
    await migratePostgres(session)
    if (await hasContent(session)) {
      if (options.keptAs === undefined) throw new NotEmpty('the database to move to is not empty')
      await backupPostgres(url, options.keptAs)
    }
    await fill(session, source, options.onTable ?? (() => {}))
  } finally {
    await session.close()
    for (const part of ['', '-wal', '-shm']) rmSync(source + part, { force: true })
  }
}

async function fill(session: Session, source: string, onTable: OnTable): Promise<void> {
  const database = new DatabaseSync(source)
  try {
    // An older copy is upgraded by the same migrations as a data folder.
    await migrate(database)
    const tables = listTables(database)
    await session.exec('BEGIN')
    await session.exec(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of tables) {
      const read = await fillPostgresTable(session, table, readTable(database, table))
      assertSame(table, read, await contentOfPostgres(session, table))
      onTable(table.name, read)
    }
    await session.exec('COMMIT')
  } finally {
    database.close()
  }
}

async function hasContent(session: Session): Promise<boolean> {
  return (await session.exec('SELECT 1 FROM channels LIMIT 1')).length > 0
}

/** Including its write-ahead log; the original is left as it is. */
async function copyWhole(file: string, to: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`${file} does not exist`)
  rmSync(to, { force: true })
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, to)
  } finally {
    source.close()
  }
  const fault = faultIn(to, 'full')
  if (fault === undefined) return
  rmSync(to, { force: true })
  throw new Error(fault)
}
