import type { AsideReader, Database, Params, Statement } from './database.ts'

/** Walking through so many rows takes a few milliseconds. */
const fewRows = 10_000

interface Question {
  readonly text: string
  readonly params: Params
}

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
    return db.aside<Question, S[]>(new URL(import.meta.url), { text: statement.text, params: wanted })
  }
}

const known = new Map<string, Statement>()

/** Run by the reader thread. */
export function answer(reader: AsideReader, { text, params }: Question): unknown[] {
  const statement = known.get(text) ?? { text }
  known.set(text, statement)
  return reader.rows(statement, params)
}
