/** In one turn of the event loop at most. */
export const rowsPerTurn = 50
/** Rows can be long: after this time the turn ends, however few they were. */
const turnMs = 4

/** Ends this turn of the event loop, so that other calls run: queries of SQLite are synchronous. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Does something with each item of a long list, some of them in each turn of the event loop (cooperative scheduling):
 * in one go, a list of thousands of rows would hold up every other caller. A list that is short and quickly done takes
 * no further turn.
 */
export async function forEachInTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let began = performance.now()
  let done = 0
  for (const item of items) {
    if (done === rowsPerTurn || performance.now() - began >= turnMs) {
      await letOthersRun()
      began = performance.now()
      done = 0
    }
    work(item)
    done++
  }
}

export async function mapInTurns<T, R>(items: Iterable<T>, convert: (item: T) => R): Promise<R[]> {
  const converted: R[] = []
  await forEachInTurns(items, (item) => converted.push(convert(item)))
  return converted
}

/** As many as are read together: fewer round trips to a database server than turns. */
const rowsPerRead = 100

/**
 * Reads a list that is ordered by id and converts its rows, some at a time. What is added or removed meanwhile may or
 * may not be in it; every other row is there exactly once.
 */
export async function readInTurns<R extends { readonly id: number }, T>(
  { limit, offset }: { readonly limit: number; readonly offset: number },
  read: (part: { after: number; offset: number; limit: number }) => Promise<readonly R[]>,
  convert: (row: R) => T,
): Promise<T[]> {
  const items: T[] = []
  let part = { after: 0, offset }
  while (items.length < limit) {
    const wanted = Math.min(rowsPerRead, limit - items.length)
    const rows = await read({ ...part, limit: wanted })
    await forEachInTurns(rows, (row) => items.push(convert(row)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < wanted) break
    part = { after: last.id, offset: 0 }
  }
  return items
}
