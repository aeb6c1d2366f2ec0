import type { Database, Params, Statement } from './database.ts'
import type { Question } from './long-lists-thread.ts'

/** Scanning this many rows takes a few milliseconds. */
const fewRows = 10_000

const thread = new URL('./long-lists-thread.ts', import.meta.url)

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
  const wanted = { ...params, limit, offset }
  const items = await (isLong ? allInThread(db, page, wanted) : db.all(page, wanted))
  if (!isLong) return { total: some?.total ?? 0, items }
  const [all] = await allInThread(db, count, { ...params, limit: Number.MAX_SAFE_INTEGER })
  return { total: all?.total ?? 0, items }
}

/** Rows of a query that scans a long table, read in the reader thread where there is one. */
export function allInThread<P extends Params, R>(db: Database, statement: Statement<P, R>, params: P): Promise<R[]> {
  if (db.readerThread === undefined) return db.all(statement, params)
  return db.readerThread<Question, R[]>(thread, { text: statement.text, params })
}
