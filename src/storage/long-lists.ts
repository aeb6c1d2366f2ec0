import type { Database, Params, Statement, ThreadReader } from './database.ts'

/** Scanning this many rows takes a few milliseconds. */
const fewRows = 10_000

interface Question {
  readonly text: string
  readonly params: Params
}

/**
 * A page of a list with an offset, and the length of the list. `count` counts up to `:limit`. A short list is read
 * directly; in a long one both take as long as scanning to the offset, so they are read in the reader thread.
 */
export async function pageOf<P extends Params, R>(
  db: Database,
  statements: {
    readonly count: Statement<P & { limit: number }, { total: number }>
    readonly page: Statement<P & { limit: number; offset: number }, R>
  },
  params: P,
  range: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; items: R[] }> {
  const { count, page } = statements
  const { limit, offset } = range
  const some = await db.get(count, { ...params, limit: fewRows + 1 })
  const isLong = (some?.total ?? 0) > fewRows
  const read = isLong ? allInThread : db.all
  const items = await read(page, { ...params, limit, offset })
  if (!isLong) return { total: some?.total ?? 0, items }
  const [all] = await allInThread(count, { ...params, limit: Number.MAX_SAFE_INTEGER })
  return { total: all?.total ?? 0, items }

  function allInThread<Q extends Params, S>(statement: Statement<Q, S>, wanted: Q): Promise<S[]> {
    if (db.readerThread === undefined) return db.all(statement, wanted)
    return db.readerThread<Question, S[]>(new URL(import.meta.url), { text: statement.text, params: wanted })
  }
}

const known = new Map<string, Statement>()

/** Called in the reader thread. */
export function answer(reader: ThreadReader, { text, params }: Question): unknown[] {
  const statement = known.get(text) ?? { text }
  known.set(text, statement)
  return reader.rows(statement, params)
}
