import { DatabaseSync } from 'node:sqlite'
import type { Overrides } from '../src/app/node.ts'
import { type Database, type Params, type Statement, sql, type Writer } from '../src/kernel/storage/database.ts'
import { databaseFile, openDatabase } from '../src/kernel/storage/open.ts'
import { openConnection } from '../src/kernel/storage/sqlite/connection.ts'

export const stores = ['shipped', 'none', 'one-by-one', 'slow-disk', 'one-by-one-slow-disk', 'driver'] as const
export type Store = (typeof stores)[number]

type Instead = Pick<Overrides, 'database' | 'limiter'>

/** Replacements for the shipped store. */
export async function openStore(store: Store, folder: string, urls: readonly string[] = []): Promise<Instead> {
  if (store.endsWith('slow-disk')) slowSyncs(1)
  if (store === 'none') return { database: withoutStore(await openDatabase(folder, ignore)) }
  if (store.startsWith('one-by-one')) return { database: oneByOne(databaseFile(folder)) }
  const [databaseUrl, redisUrl] = urls
  if (store !== 'driver' || databaseUrl === undefined || redisUrl === undefined) return {}
  const { openDriverStore, openDriverLimiter } = await import('./driver-stores.ts')
  return { database: openDriverStore(databaseUrl), limiter: await openDriverLimiter(redisUrl) }
}

/**
 * Simulates a slow disk: each commit blocks for this time, as SQLite would on such a disk.
 * The other costs of a commit stay the same.
 */
function slowSyncs(ms: number): void {
  const { prepare, exec } = DatabaseSync.prototype
  const still = new Int32Array(new SharedArrayBuffer(4))
  const sync = () => void Atomics.wait(still, 0, 0, ms)
  const isCommit = (text: string) => /^\s*COMMIT\b/i.test(text)
  DatabaseSync.prototype.prepare = function (text, ...more) {
    const statement = prepare.call(this, text, ...more)
    if (!isCommit(text)) return statement
    const run = statement.run.bind(statement)
    return Object.assign(statement, {
      run: () => {
        const changes = run()
        sync()
        return changes
      },
    })
  }
  DatabaseSync.prototype.exec = function (text) {
    exec.call(this, text)
    if (isCommit(text)) sync()
  }
}

/**
 * The same server without a store: viewers are cached after the first read, and writes are discarded.
 * Everything else is unchanged, so the difference to the shipped server is the cost of storing.
 */
function withoutStore(real: Database): Database {
  const remembered = new Map<Statement, unknown>()
  let counter = 0
  const get = async <P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> => {
    const known = remembered.get(statement as Statement)
    if (known !== undefined) return known as R
    const found = await real.get(statement, params)
    if (found !== undefined && !/api_keys|channels/.test(statement.text)) remembered.set(statement as Statement, found)
    return found
  }
  const tx: Writer = {
    get,
    all: real.all,
    run: async () => 1,
    next: async () => ++counter,
    reserve: async () => {},
    onCommit: (effect) => effect(),
  }
  return { ...real, get, write: (work) => work(tx) }
}

/** What most servers do: every request has its own transaction, and so its own sync of the disk. */
function oneByOne(path: string): Database {
  const reader = openConnection(path, { readOnly: true })
  const writer = openConnection(path)
  const numbered = (column: string): Statement =>
    sql(`UPDATE channels SET ${column} = ${column} + 1 WHERE id = :channel RETURNING ${column} AS last`)
  const number = { event: numbered('last_event'), viewer: numbered('last_viewer') }
  let last: Promise<unknown> = Promise.resolve()
  async function run<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = []
    const tx: Writer = {
      get: writer.get,
      all: writer.all,
      run: async (statement, params) => writer.run(statement as Statement, params),
      async next(sequence, channel) {
        // The operations of the benchmark use no other sequence.
        if (sequence !== 'event' && sequence !== 'viewer') throw new Error(`${sequence} is not numbered here`)
        return (writer.row(number[sequence], { channel }) as { last: number }).last
      },
      reserve: async () => {},
      onCommit: (effect) => void effects.push(effect),
    }
    writer.raw.exec('BEGIN IMMEDIATE')
    try {
      const value = await work(tx)
      writer.raw.exec('COMMIT')
      for (const effect of effects) effect()
      return value
    } catch (error) {
      writer.raw.exec('ROLLBACK')
      throw error
    }
  }
  return {
    get: reader.get,
    all: reader.all,
    write(work) {
      const done = last.then(() => run(work))
      // Yields between two transactions, as if each request ran its own.
      last = done.catch(ignore).then(() => new Promise((resolve) => setImmediate(resolve)))
      return done
    },
    now: async () => Date.now(),
    problem: () => undefined,
    backup: async () => ignore(),
    async close() {
      await last
      reader.close()
      writer.close()
    },
  }
}

function ignore(): void {}
