import { NewerDatabase } from '../migrate.ts'
import { type Migration, migrations } from '../migrations/list.ts'
import { migrationLock, type Session } from './session.ts'

/** Brings a database up to this version, one transaction per step. Of several nodes that start at once, one does it. */
export async function migratePostgres(session: Session, steps: readonly Migration[] = migrations): Promise<void> {
  if ((await versionOf(session)) === steps.length) return
  await session.exec(`SELECT pg_advisory_lock(${migrationLock})`)
  try {
    const version = await versionOf(session)
    if (version > steps.length) {
      throw new NewerDatabase(
        `the data was written by a newer Showcaller (step ${version}, this one knows ${steps.length})`,
      )
    }
    for (const [index, step] of steps.entries()) if (index >= version) await run(session, index + 1, step)
  } finally {
    if (session.isOpen()) await session.exec(`SELECT pg_advisory_unlock(${migrationLock})`)
  }
}

async function run(session: Session, version: number, { name, statements }: Migration): Promise<void> {
  await session.exec('BEGIN')
  try {
    await session.exec('CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL)')
    for (const statement of statements) await session.exec(forPostgres(statement))
    await session.exec(`INSERT INTO migrations (version, name) VALUES (${version}, '${name.replaceAll("'", "''")}')`)
    await session.exec('COMMIT')
  } catch (error) {
    if (session.isOpen()) await session.exec('ROLLBACK')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}

/** How many steps it has had; 0 when it is empty. */
export async function versionOf(session: Session): Promise<number> {
  const [there] = await session.exec(`SELECT to_regclass('migrations') IS NOT NULL AS made`)
  if (there?.made !== true) return 0
  const [row] = await session.exec('SELECT coalesce(max(version), 0)::text AS version FROM migrations')
  return Number(row?.version ?? 0)
}

/** Text is compared byte by byte, as in SQLite, whatever language the database was made for. */
export function forPostgres(statement: string): string {
  return statement.replace(/'[^']*'|\bTEXT\b/g, (word) => (word === 'TEXT' ? 'TEXT COLLATE "C"' : word))
}
