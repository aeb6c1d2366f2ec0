import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config.ts'
import { backupPostgres } from '../storage/moving/backup-postgres.ts'
import { fillPostgres } from '../storage/moving/fill-postgres.ts'
import type { Content } from '../storage/moving/tables.ts'
import { databaseFile } from '../storage/open.ts'
import { replaceDatabase } from '../storage/sqlite/files.ts'
import { takeFolder } from './with-app.ts'

/** Moves everything from a data folder to PostgreSQL, or the other way. What it moves from is left as it is. */
export async function migrate(from: string | undefined, to: string | undefined): Promise<number> {
  if (from === undefined || to === undefined) throw new ConfigError('migrate needs --from and --to.')
  if (isUrl(from) === isUrl(to)) {
    throw new ConfigError('one of --from and --to is a data folder and the other begins with postgres://.')
  }
  const total = { tables: 0, rows: 0 }
  function onTable(name: string, { rows, hash }: Content): void {
    total.tables++
    total.rows += rows
    process.stdout.write(`${name.padEnd(24)} ${String(rows).padStart(10)} rows  ${hash}\n`)
  }
  try {
    if (isUrl(to)) await fromFolder(resolve(from), to, onTable)
    else await toFolder(from, resolve(to), onTable)
  } catch (error) {
    throw new ConfigError(`nothing was moved: ${(error as Error).message}.`)
  }
  process.stdout.write(`Moved ${total.rows} rows of ${total.tables} tables, each read back and compared.\n`)
  return 0
}

type OnTable = (name: string, content: Content) => void

async function fromFolder(folder: string, url: string, onTable: OnTable): Promise<void> {
  const file = databaseFile(folder)
  // Before the lock, which would make the folder.
  if (!existsSync(file)) throw new Error(`there is no database in ${folder}`)
  const lock = takeFolder({ dataFolder: folder })
  try {
    await fillPostgres(file, url, { onTable })
  } finally {
    lock.release()
  }
}

async function toFolder(url: string, folder: string, onTable: OnTable): Promise<void> {
  if (existsSync(databaseFile(folder))) throw new Error(`there is a database in ${folder} already`)
  mkdirSync(folder, { recursive: true })
  const lock = takeFolder({ dataFolder: folder })
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
