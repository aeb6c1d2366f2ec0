import type { Database, Params, Statement } from './database.ts'
import type { Question } from './long-lists-thread.ts'

/** Walking through so many rows takes a few milliseconds. */
const fewRows = 10_000

const thread = new URL('./long-lists-thread.ts', import.meta.url)

/**
 * A page of a list that has an offset, and how long the list is. `count` counts up to `:limit`. While the list is short
 * both are found at once; in a long one they take as long as walking there, which is done beside the event loop.
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
  const read = isLong ? allBeside : db.all
  const items = await read(page, { ...params, limit, offset })
  if (!isLong) return { total: some?.total ?? 0, items }
  const [all] = await allBeside(count, { ...params, limit: Number.MAX_SAFE_INTEGER })
  return { total: all?.total ?? 0, items }

  function allBeside<Q extends Params, S>(statement: Statement<Q, S>, wanted: Q): Promise<S[]> {
    if (db.aside === undefined) return db.all(statement, wanted)
    return db.aside<Question, S[]>(thread, { text: statement.text, params: wanted })
  }
}
