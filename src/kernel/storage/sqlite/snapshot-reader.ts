import type { Params, Reader, Statement } from '../database.ts'
import type { Connection } from './connection.ts'

/** Cached rows at most; together they take some megabytes. */
const maxCached = 10_000

/** The time that reads of one turn of the event loop may take together; further reads wait for the next turn. */
const maxTurnMs = 2

export interface SnapshotReader extends Reader {
  /** Before a transaction of the writer begins. */
  beforeTransaction(): void
  /** After it was committed or rolled back: the next read sees what is committed by then. */
  afterTransaction(): void
}

/**
 * Reads use the writer's own connection, whose page cache is warm: another connection would have to read pages again
 * after every commit. Only during a transaction, whose changes are not committed yet, they use `second`.
 *
 * Reads of one turn of the event loop share one snapshot: opening and closing one costs as much as a lookup, and under
 * load dozens of requests arrive in one turn. Single rows are cached until the next write; nobody else writes to this
 * database, so the cache cannot be stale.
 *
 * SQLite reads are synchronous, and many in one turn would block the event loop: beyond a time limit the rest is
 * deferred to the next turn.
 */
export function createSnapshotReader(writer: Connection, second: Connection): SnapshotReader {
  const begin = writer.raw.prepare('BEGIN')
  const end = writer.raw.prepare('END')
  const rollback = writer.raw.prepare('ROLLBACK')
  const cache = new Map<Statement, Map<string, unknown>>()
  let size = 0
  let isWriting = false
  let entered = false
  let isTurnUnderWay = false
  let spentMs = 0
  let deferred: (() => void)[] = []

  function enter(): Connection {
    if (isWriting) return second
    if (!entered) {
      begin.run()
      entered = true
    }
    return writer
  }

  async function inTurn<T>(read: (connection: Connection) => T): Promise<T> {
    while (spentMs > maxTurnMs) await new Promise<void>((resume) => deferred.push(resume))
    if (!isTurnUnderWay) setImmediate(endTurn)
    isTurnUnderWay = true
    const began = performance.now()
    try {
      return read(enter())
    } catch (error) {
      // After a read of a damaged page every further read of the same snapshot would fail too.
      leave()
      throw writer.asFailure(error)
    } finally {
      spentMs += performance.now() - began
    }
  }

  function endTurn(): void {
    isTurnUnderWay = false
    spentMs = 0
    leave()
    const waiting = deferred
    deferred = []
    for (const resume of waiting) resume()
  }

  function leave(): void {
    if (!entered) return
    entered = false
    // An error that ends a read can end the snapshot with it. After a read of a damaged page even the end of the
    // snapshot fails; thrown from `setImmediate` that would end the process. Nothing was written, so nothing is lost.
    for (const statement of [end, rollback]) {
      if (!writer.raw.isTransaction) return
      try {
        statement.run()
      } catch (error) {
        writer.asFailure(error)
      }
    }
  }

  function store(statement: Statement, key: string, row: unknown): void {
    if (size >= maxCached) forget()
    const rows = cache.get(statement) ?? new Map<string, unknown>()
    if (rows.size === 0) cache.set(statement, rows)
    // Every caller gets the same object.
    rows.set(key, Object.freeze(row))
    size++
  }

  function forget(): void {
    if (size === 0) return
    cache.clear()
    size = 0
  }

  return {
    async get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
      const key = keyOf(params)
      const known = cache.get(statement as Statement)?.get(key)
      if (known !== undefined) return known as R
      return inTurn((connection) => {
        const found = connection.row(statement as Statement, params)
        // Cached at once: a moment later the row may have changed.
        if (found !== undefined) store(statement as Statement, key, found)
        return found as R | undefined
      })
    },
    all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
      return inTurn((connection) => connection.rows(statement as Statement, params) as R[])
    },
    beforeTransaction() {
      leave()
      isWriting = true
    },
    afterTransaction() {
      forget()
      isWriting = false
    },
  }
}

/** With names, since callers may list parameters in another order, and lengths, so that no text looks like two values. */
function keyOf(params: Params): string {
  let key = ''
  for (const name in params) {
    const value = params[name]
    key += typeof value === 'string' ? `${name}${value.length}"${value}` : `${name}${value},`
  }
  return key
}
