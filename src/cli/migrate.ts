import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../app/config/config-values.ts'
import { backupPostgres } from '../kernel/storage/moving/backup-postgres.ts'
import { fillPostgres } from '../kernel/storage/moving/fill-postgres.ts'
import type { Content } from '../kernel/storage/moving/tables.ts'
import { databaseFile } from '../kernel/storage/open.ts'
import { replaceDatabase } from '../kernel/storage/sqlite/files.ts'
import { cliMessages as messages } from './messages.ts'
import { lockDataFolder } from './with-app.ts'

/** Moves all data from a data folder to PostgreSQL, or back. The source is not changed. */
export async function migrate(from: string | undefined, to: string | undefined): Promise<number> {
  if (from === undefined || to === undefined) throw new ConfigError(messages.migrateNeedsBoth())
  if (isUrl(from) === isUrl(to)) {
    throw new ConfigError(messages.migrateNeedsFolderAndUrl())
  }
  const total = { tables: 0, rows: 0 }
  function onTable(name: string, { rows, hash }: Content): void {
    total.tables++
    total.rows += rows
    const line = messages.migratedTable({ table: name.padEnd(24), rows: String(rows).padStart(10), hash })
    process.stdout.write(`${line}\n`)
  }
  try {
    if (isUrl(to)) await fromFolder(resolve(from), to, onTable)
    else await toFolder(from, resolve(to), onTable)
  } catch (error) {
    throw new ConfigError(messages.nothingMigrated({ reason: (error as Error).message }))
  }
  process.stdout.write(`${messages.migrated(total)}\n`)
  return 0
}

type OnTable = (name: string, content: Content) => void

async function fromFolder(folder: string, url: string, onTable: OnTable): Promise<void> {
  const file = databaseFile(folder)
  // Before the lock, which would create the folder.
  if (!existsSync(file)) throw new Error(messages.noDatabaseIn({ folder }))
  const lock = lockDataFolder({ dataFolder: folder })
  try {
    await fillPostgres(file, url, { onTable })
  } finally {
    lock.release()
  }
}

async function toFolder(url: string, folder: string, onTable: OnTable): Promise<void> {
  if (existsSync(databaseFile(folder))) throw new Error(messages.databaseExistsIn({ folder }))
  mkdirSync(folder, { recursive: true })
  const lock = lockDataFolder({ dataFolder: folder })
  const copy = join(folder, 'moving.sqlite')
  try {
    await backupPostgres(url, copy, onTable)
    await replaceDatabase(databaseFile(folder), copy, '')
  } finally {
    rmSync(copy, { force: true })
    lock.release()
  }
}

function isUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}
