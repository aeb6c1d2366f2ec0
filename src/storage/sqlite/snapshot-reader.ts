import type { Params, Reader, Statement } from '../database.ts'
import { asFailure, type Connection } from './connection.ts'

/** Rows remembered at most; together they are some megabytes. */
const maxRemembered = 10_000

/** What reads of one turn of the event loop may take together; whoever comes then waits for the next. */
const maxTurnMs = 2

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
 *
 * SQLite answers at once, and a turn of many reads would keep everything else waiting: past some time the rest of them
 * is put off.
 */
export function createSnapshotReader(writer: Connection, aside: Connection): SnapshotReader {
  const begin = writer.raw.prepare('BEGIN')
  const end = writer.raw.prepare('END')
  const remembered = new Map<Statement, Map<string, unknown>>()
  let size = 0
  let isAside = false
  let entered = false
  let isTurnUnderWay = false
  let spentMs = 0
  let putOff: (() => void)[] = []

  function enter(): Connection {
    if (isAside) return aside
    if (!entered) {
      begin.run()
      entered = true
    }
    return writer
  }

  async function inTurn<T>(read: (connection: Connection) => T): Promise<T> {
    while (spentMs > maxTurnMs) await new Promise<void>((resume) => putOff.push(resume))
    if (!isTurnUnderWay) setImmediate(endTurn)
    isTurnUnderWay = true
    const began = performance.now()
    try {
      return read(enter())
    } catch (error) {
      throw asFailure(error)
    } finally {
      spentMs += performance.now() - began
    }
  }

  function endTurn(): void {
    isTurnUnderWay = false
    spentMs = 0
    leave()
    const waiting = putOff
    putOff = []
    for (const resume of waiting) resume()
  }

  function leave(): void {
    if (!entered) return
    entered = false
    // An error that ends a read can end the snapshot with it.
    if (writer.raw.isTransaction) end.run()
  }

  function remember(statement: Statement, key: string, row: unknown): void {
    if (size >= maxRemembered) forget()
    const rows = remembered.get(statement) ?? new Map<string, unknown>()
    if (rows.size === 0) remembered.set(statement, rows)
    // Everybody who asks gets this one.
    rows.set(key, Object.freeze(row))
    size++
  }

  function forget(): void {
    if (size === 0) return
    remembered.clear()
    size = 0
  }

  return {
    async get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
      const key = keyOf(params)
      const known = remembered.get(statement as Statement)?.get(key)
      if (known !== undefined) return known as R
      return inTurn((connection) => {
        const found = connection.row(statement as Statement, params)
        // At once: a moment later it may have been written to.
        if (found !== undefined) remember(statement as Statement, key, found)
        return found as R | undefined
      })
    },
    all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
      return inTurn((connection) => connection.rows(statement as Statement, params) as R[])
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
