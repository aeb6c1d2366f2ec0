import { join } from 'node:path'
import { fs } from '../node.ts'
import type { Database, OpenOptions } from './database.ts'
import { hasInstanceKey } from './instance-secret.ts'
import { privateFolderMode } from './private-files.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'
import { LostDatabase, NoDatabase } from './unusable-database.ts'

/** The only place that chooses an engine. Errors of effects after a commit go to `onEffectError`. */
export async function openDatabase(
  dataFolder: string,
  onEffectError: (error: unknown) => void,
  databaseUrl?: string,
  options: OpenOptions = {},
): Promise<Database> {
  if (databaseUrl !== undefined) {
    // Loaded only when configured, so that it costs a start on SQLite nothing.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl, onEffectError, options)
  }
  assertNotLost(dataFolder, options)
  fs.mkdirSync(dataFolder, { recursive: true, mode: privateFolderMode })
  const mustExist = options.mustExist || hasInstanceKey(dataFolder)
  return openSqlite(databaseFile(dataFolder), onEffectError, { ...options, mustExist })
}

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, 'showcaller.sqlite')
}

/**
 * Throws when a database is expected and there is none: in a folder that has the key of an instance, a new database
 * would look like the loss of all data, and would accept writes that a restored backup does not have.
 */
export function assertNotLost(dataFolder: string, { mustExist = false }: OpenOptions = {}): void {
  const file = databaseFile(dataFolder)
  const bytes = fs.statSync(file, { throwIfNoEntry: false })?.size
  if (bytes !== undefined && bytes > 0) return
  if (hasInstanceKey(dataFolder)) throw new LostDatabase(dataFolder, bytes === undefined ? 'missing' : 'empty')
  if (mustExist) throw new NoDatabase(dataFolder)
}
