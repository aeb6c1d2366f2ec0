import { DatabaseSync } from 'node:sqlite'
import type { Migration } from './migrations/migration.ts'
import { newestVersion } from './migrations/versions.ts'
import { assertUpgradable, FailedMigration, type SchemaVersion } from './unusable-database.ts'

/** Upgrades a database to this version, one transaction per migration, so that an interruption leaves whole ones. */
export async function migrate(raw: DatabaseSync, some?: readonly Migration[]): Promise<void> {
  const current = readVersion(raw)
  assertUpgradable(current, some?.at(-1)?.version ?? newestVersion)
  if (current?.version === newestVersion) return
  const steps = some ?? (await import('./migrations/list.ts')).migrations
  for (const step of steps) if (step.version > (current?.version ?? 0)) await run(raw, step)
}

/** Undefined when the database is empty. */
export function readVersion(raw: DatabaseSync): SchemaVersion | undefined {
  const table = raw.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`).get()
  if (table === undefined) return undefined
  const newest = raw.prepare('SELECT version, name FROM migrations ORDER BY version DESC LIMIT 1').get()
  return newest as SchemaVersion | undefined
}

/**
 * Throws when this version cannot open the file. Reads it only, so that a refused file is left as it is. Returns its
 * version; undefined when it is empty.
 */
export function assertOpenable(file: string): SchemaVersion | undefined {
  const raw = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const version = readVersion(raw)
    assertUpgradable(version, newestVersion)
    return version
  } finally {
    raw.close()
  }
}

async function run(raw: DatabaseSync, { version, name, statements }: Migration): Promise<void> {
  raw.exec('BEGIN IMMEDIATE')
  try {
    raw.exec('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
    for (const statement of statements) {
      if (typeof statement === 'function') {
        for (const text of await statement(async (query) => raw.prepare(query).all())) raw.exec(text)
        continue
      }
      const text = typeof statement === 'string' ? forSqlite(statement) : statement.sqlite
      if (text !== undefined) raw.exec(text)
    }
    raw.prepare('INSERT INTO migrations (version, name) VALUES (?, ?)').run(version, name)
    raw.exec('COMMIT')
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already. Its own error must be shown.
    if (raw.isTransaction) raw.exec('ROLLBACK')
    throw new FailedMigration(name, error)
  }
}

/** Tables are declared with PostgreSQL's types; SQLite gets its own types, STRICT and clustered by the primary key. */
export function forSqlite(statement: string): string {
  const typed = statement.replace(/\bBIGINT\b/g, 'INTEGER').replace(/\bDOUBLE PRECISION\b/g, 'REAL')
  return /^\s*CREATE TABLE/.test(typed) ? `${typed.trimEnd()} STRICT, WITHOUT ROWID` : typed
}
