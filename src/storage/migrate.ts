import type { DatabaseSync } from 'node:sqlite'
import type { Migration } from './migrations/list.ts'
import { newestStep } from './migrations/newest-step.ts'

/** Brings a database up to this version by itself, one transaction per step, so that a cut leaves whole steps. */
export async function migrate(raw: DatabaseSync, some?: readonly Migration[]): Promise<void> {
  raw.exec('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT')
  const { version: current } = raw.prepare('SELECT coalesce(max(version), 0) AS version FROM migrations').get() as {
    version: number
  }
  if (current === newestStep) return
  const steps = some ?? (await import('./migrations/list.ts')).migrations
  if (current > steps.length) {
    throw new NewerDatabase(
      `the data was written by a newer Showcaller (step ${current}, this one knows ${steps.length})`,
    )
  }
  for (const [index, { name, statements }] of steps.entries()) {
    if (index < current) continue
    raw.exec('BEGIN IMMEDIATE')
    try {
      for (const statement of statements) raw.exec(forSqlite(statement))
      raw.prepare('INSERT INTO migrations (version, name) VALUES (?, ?)').run(index + 1, name)
      raw.exec('COMMIT')
    } catch (error) {
      raw.exec('ROLLBACK')
      throw new Error(`migration ${name} failed`, { cause: error })
    }
  }
}

/** One that cannot be opened, for a reason that its operator can do something about. */
export class UnusableDatabase extends Error {}

export class NewerDatabase extends UnusableDatabase {}

/** Tables are declared in PostgreSQL's words; SQLite gets its own types, strict, clustered by their key. */
export function forSqlite(statement: string): string {
  const typed = statement.replace(/\bBIGINT\b/g, 'INTEGER').replace(/\bDOUBLE PRECISION\b/g, 'REAL')
  return /^\s*CREATE TABLE/.test(typed) ? `${typed.trimEnd()} STRICT, WITHOUT ROWID` : typed
}
