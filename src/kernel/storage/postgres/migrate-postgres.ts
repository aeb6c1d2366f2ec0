import type { Migration } from '../migrations/migration.ts'
import { newestVersion } from '../migrations/versions.ts'
import { assertUpgradable, FailedMigration, type SchemaVersion } from '../unusable-database.ts'
import { migrationLock, type Session } from './session.ts'

/** Upgrades a database to this version, one transaction per migration. When several nodes start, one of them does it. */
export async function migratePostgres(session: Session, some?: readonly Migration[]): Promise<void> {
  if ((await readPostgresVersion(session))?.version === newestVersion) return
  await session.exec(`SELECT pg_advisory_lock(${migrationLock})`)
  try {
    const current = await readPostgresVersion(session)
    assertUpgradable(current, some?.at(-1)?.version ?? newestVersion)
    const steps = some ?? (await import('../migrations/list.ts')).migrations
    for (const step of steps) if (step.version > (current?.version ?? 0)) await run(session, step)
  } finally {
    if (session.isOpen()) await session.exec(`SELECT pg_advisory_unlock(${migrationLock})`)
  }
}

async function run(session: Session, { version, name, statements }: Migration): Promise<void> {
  await session.exec('BEGIN')
  try {
    await session.exec('CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL)')
    for (const statement of statements) {
      if (typeof statement === 'function') {
        for (const text of await statement((query) => session.exec(query))) await session.exec(text)
        continue
      }
      const text = typeof statement === 'string' ? forPostgres(statement) : statement.postgres
      if (text !== undefined) await session.exec(text)
    }
    await session.exec(`INSERT INTO migrations (version, name) VALUES (${version}, '${name.replaceAll("'", "''")}')`)
    await session.exec('COMMIT')
  } catch (error) {
    // When the rollback fails too, the connection ends and PostgreSQL rolls back. The first error must be shown.
    if (session.isOpen()) await session.exec('ROLLBACK').catch(() => session.drop())
    throw new FailedMigration(name, error)
  }
}

/** Undefined when the database is empty. */
export async function readPostgresVersion(session: Session): Promise<SchemaVersion | undefined> {
  const [table] = await session.exec(`SELECT to_regclass('migrations') IS NOT NULL AS found`)
  if (table?.found !== true) return undefined
  const [row] = await session.exec('SELECT version, name FROM migrations ORDER BY version DESC LIMIT 1')
  return row && { version: Number(row.version), name: String(row.name) }
}

/** Text is compared byte by byte, as in SQLite, whatever the locale of the database is. */
export function forPostgres(statement: string): string {
  return statement.replace(/'[^']*'|\bTEXT\b/g, (word) => (word === 'TEXT' ? 'TEXT COLLATE "C"' : word))
}
