import type { Database, Params, Statement, Writer } from '../src/storage/database.ts'
import { databaseFile, openDatabase } from '../src/storage/open.ts'
import { openConnection } from '../src/storage/sqlite/connection.ts'

export const stores = ['shipped', 'none', 'one-by-one'] as const
export type Store = (typeof stores)[number]

/** Undefined: the one that ships. */
export async function openStore(store: Store, folder: string): Promise<Database | undefined> {
  if (store === 'none') return withoutStore(await openDatabase(folder, ignore))
  return store === 'one-by-one' ? oneByOne(databaseFile(folder)) : undefined
}

/**
 * The same server without a store: viewers are remembered after the first look, and what is written goes nowhere.
 * Everything else runs as it ships, so the difference to the shipped server is what storing costs.
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
    // Only "take the next number" returns rows while writing.
    get: async (statement, params) =>
      statement.text.startsWith('UPDATE') ? ({ seq: ++counter } as never) : get(statement, params),
    all: real.all,
    run: async () => 1,
    onCommit: (effect) => effect(),
  }
  return { ...real, get, write: (work) => work(tx) }
}

/** What most servers do: every request has its own transaction, and so its own sync of the disk. */
function oneByOne(path: string): Database {
  const reader = openConnection(path, { readOnly: true })
  const writer = openConnection(path)
  let last: Promise<unknown> = Promise.resolve()
  async function run<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = []
    const tx: Writer = {
      get: writer.get,
      all: writer.all,
      run: async (statement, params) => writer.run(statement as Statement, params),
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
      last = done.catch(ignore)
      return done
    },
    backup: async () => ignore(),
    async close() {
      await last
      reader.close()
      writer.close()
    },
  }
}

function ignore(): void {}
