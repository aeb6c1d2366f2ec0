import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../src/storage/open.ts'
import { makeQuery } from '../src/storage/postgres/query.ts'
import { openSession, type Session } from '../src/storage/postgres/session.ts'
import type { TestApp } from './create-test-app.ts'

type Rows = Record<string, unknown>[]

/** Looks at an app's database from outside, as it stands on the disk, whichever engine holds it. */
export interface Look {
  /** All rows of all tables but those left out, by the name of the table. */
  tables(isWanted?: (name: string) => boolean): Promise<Record<string, Rows>>
  close(): Promise<void>
}

export async function lookInside({ app, folder }: TestApp): Promise<Look> {
  const { databaseUrl } = app.config
  return databaseUrl === undefined
    ? lookAtFile(databaseFile(folder))
    : lookAtServer(await openSession(databaseUrl, 'care'))
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

function lookAtFile(file: string): Look {
  const database = new DatabaseSync(file, { readOnly: true })
  return {
    async tables(isWanted = () => true) {
      const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
      const wanted = names.map(({ name }) => String(name)).filter(isWanted)
      return Object.fromEntries(wanted.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]))
    },
    close: async () => database.close(),
  }
}

const listTables = makeQuery(`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)

function lookAtServer(session: Session): Look {
  return {
    async tables(isWanted = () => true) {
      const [named] = await session.send([{ query: listTables, values: [] }], 10_000)
      const names = (named?.rows ?? []).map(({ name }) => String(name)).filter(isWanted)
      const outcomes = await session.send(
        names.map((name) => ({ query: selectFrom(name), values: [] })),
        10_000,
      )
      return Object.fromEntries(names.map((name, index) => [name, outcomes[index]?.rows ?? []]))
    },
    close: () => session.close(),
  }
}

const selects = new Map<string, ReturnType<typeof makeQuery>>()

/** Changed rows move to the end of a table there, so their order says nothing. */
function selectFrom(name: string) {
  const known = selects.get(name) ?? makeQuery(`SELECT * FROM "${name}" AS row ORDER BY row`)
  selects.set(name, known)
  return known
}
