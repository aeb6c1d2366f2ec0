import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../src/kernel/storage/open.ts'
import { makeQuery, type Query } from '../src/kernel/storage/postgres/query.ts'
import { openSession, type Session } from '../src/kernel/storage/postgres/session.ts'
import type { TestApp } from './create-test-app.ts'
import { patientTimeLimits } from './open-test-database.ts'

type Rows = Record<string, unknown>[]

/** Reads an app's database from outside, as it stands on the disk, whichever engine holds it. */
export interface DatabaseReader {
  /** All rows of all tables but those left out, by the name of the table. */
  tables(isWanted?: (name: string) => boolean): Promise<Record<string, Rows>>
  /** Another text after every commit that changed a row. Much cheaper than to read and compare everything. */
  version(): Promise<string>
  close(): Promise<void>
}

export async function readDatabase({ app, folder }: TestApp): Promise<DatabaseReader> {
  const { databaseUrl } = app.config
  return databaseUrl === undefined
    ? readFile(databaseFile(folder))
    : readServer(await openSession(databaseUrl, 'care', patientTimeLimits))
}

/** All of it as a SQLite file, for checks that are written for one; gone when the work is done. */
export async function withCopy<T>({ ctx, folder }: TestApp, work: (copy: DatabaseSync) => T): Promise<T> {
  const file = join(folder, `copy-${process.hrtime.bigint()}.sqlite`)
  await ctx.db.backup(file)
  const copy = new DatabaseSync(file)
  try {
    return work(copy)
  } finally {
    copy.close()
    for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) rmSync(file + part)
  }
}

function readFile(file: string): DatabaseReader {
  const database = new DatabaseSync(file, { readOnly: true })
  return {
    async tables(isWanted = () => true) {
      const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
      const wanted = names.map(({ name }) => String(name)).filter(isWanted)
      return Object.fromEntries(wanted.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]))
    },
    version: async () => JSON.stringify(database.prepare('PRAGMA data_version').get()),
    close: async () => database.close(),
  }
}

const listTables = makeQuery(`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)

function readServer(session: Session): DatabaseReader {
  /** Prepared once: to plan a statement about a hundred tables takes many times as long as to run it. */
  let versions: Query | undefined
  const listNames = async () => {
    const [named] = await session.send([{ query: listTables, values: [] }], 10_000)
    return (named?.rows ?? []).map(({ name }) => String(name))
  }
  return {
    async tables(isWanted = () => true) {
      const names = (await listNames()).filter(isWanted)
      const outcomes = await session.send(
        names.map((name) => ({ query: selectFrom(name), values: [] })),
        10_000,
      )
      return Object.fromEntries(names.map((name, index) => [name, outcomes[index]?.rows ?? []]))
    },
    async version() {
      versions ??= makeQuery(rowVersions(await listNames()))
      const [found] = await session.send([{ query: versions, values: [] }], 10_000)
      return JSON.stringify(found?.rows)
    },
    close: () => session.close(),
  }
}

/** A row that is added or changed has the number of its transaction; one that is removed is no longer counted. */
function rowVersions(tables: readonly string[]): string {
  const ofTable = (name: string) => `SELECT count(*) || ' ' || max(xmin::text::bigint) AS version FROM "${name}"`
  return tables.map(ofTable).join(' UNION ALL ')
}

const selects = new Map<string, ReturnType<typeof makeQuery>>()

/** Changed rows move to the end of a table there, so their order says nothing. */
function selectFrom(name: string) {
  const known = selects.get(name) ?? makeQuery(`SELECT * FROM "${name}" AS row ORDER BY row`)
  selects.set(name, known)
  return known
}
