import type { Params, Reader, Statement } from '../database.ts'
import type { Connection } from './connection.ts'

/** Rows remembered at most; together they are some megabytes. */
const maxRemembered = 10_000

export interface SnapshotReader extends Reader {
  /** Before a transaction of the writer begins. */
  stepAside(): void
  /** After it ended, however it ended: the next read sees whatever is committed by then. */
  stepBack(): void
}

/**
 * Reads go through the writer's own connection, whose pages are warm: another one would have to read them again after
 * every commit. Only while a transaction is under way, which nobody may see the middle of, they go through `aside`.
 *
 * Reads of one turn of the event loop share one snapshot: entering and leaving one costs as much as a lookup, and
 * under load dozens of requests arrive in one turn. Single rows are remembered until something is written; nobody
 * else writes to this database, so until then they cannot be out of date.
 */
export function createSnapshotReader(writer: Connection, aside: Connection): SnapshotReader {
  const begin = writer.raw.prepare('BEGIN')
  const end = writer.raw.prepare('END')
  const remembered = new Map<Statement, Map<string, unknown>>()
  let size = 0
  let isAside = false
  let entered = false

  function enter(): Connection {
    if (isAside) return aside
    if (!entered) {
      begin.run()
      entered = true
      setImmediate(leave)
    }
    return writer
  }

  function leave(): void {
    if (!entered) return
    entered = false
    // An error that ends a read can end the snapshot with it.
    if (writer.raw.isTransaction) end.run()
  }

  function forget(): void {
    if (size === 0) return
    remembered.clear()
    size = 0
  }

  return {
    async get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
      const rows = remembered.get(statement as Statement) ?? new Map<string, unknown>()
      const key = keyOf(params)
      const known = rows.get(key)
      if (known !== undefined) return known as R
      const found = enter().row(statement as Statement, params)
      if (found === undefined) return undefined
      if (size >= maxRemembered) forget()
      if (rows.size === 0) remembered.set(statement as Statement, rows)
      // Everybody who asks gets this one.
      rows.set(key, Object.freeze(found))
      size++
      return found as R
    },
    all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
      return enter().all(statement, params)
    },
    stepAside() {
      leave()
      isAside = true
    },
    stepBack() {
      forget()
      isAside = false
    },
  }
}

/** Names, since two callers may list them in another order; lengths, since texts may look like more than one value. */
function keyOf(params: Params): string {
  let key = ''
  for (const name in params) {
    const value = params[name]
    key += typeof value === 'string' ? `${name}${value.length}"${value}` : `${name}${value},`
  }
  return key
}
