import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isRead, type Params, type Reader, type Statement, type Value } from '../database.ts'
import { asFailure } from './errors.ts'

/** Older versions can corrupt a database when one connection checkpoints while another writes. */
const oldestSafeVersion = [3, 51, 3] as const

export interface Connection extends Reader {
  readonly raw: DatabaseSync
  /** `get` and `all` synchronously; they throw the errors of the engine. */
  row(statement: Statement, params: Params): unknown
  rows(statement: Statement, params: Params): unknown[]
  run(statement: Statement, params: Params): number
  /** Whether the statement only reads. */
  isRead(statement: Statement): boolean
  /** An error of this connection as a failure that a caller may get. */
  asFailure(error: unknown): unknown
  close(): void
}

interface ConnectionOptions {
  readonly readOnly?: boolean
  /** Receives each failure of a statement. */
  onFailure?(failure: unknown): void
}

interface Prepared {
  readonly statement: StatementSync
  readonly names: readonly string[]
  readonly columns: readonly string[]
  readonly isRead: boolean
}

/** A row in the order of the statement's columns. */
type Cells = readonly unknown[]

export function openConnection(path: string, { readOnly = false, onFailure }: ConnectionOptions = {}): Connection {
  assertSafeVersion()
  const raw = new DatabaseSync(path, { readOnly, timeout: 5000 })
  try {
    if (!readOnly) raw.exec('PRAGMA journal_mode = WAL')
    raw.exec(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000',
    )
    assertDurable(raw)
  } catch (error) {
    raw.close()
    throw error
  }
  const prepared = new Map<Statement, Prepared>()

  function prepare(statement: Statement): Prepared {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const { text, names } = positional(statement.text)
    const ready = raw.prepare(text)
    // As arrays: building an object for every row costs the engine more than finding the row.
    ready.setReturnArrays(true)
    const columns = ready.columns().map(({ name }) => name)
    const made = { statement: ready, names, columns, isRead: isRead(text) }
    prepared.set(statement, made)
    return made
  }

  function row(statement: Statement, params: Params): unknown {
    const { statement: ready, names, columns } = prepare(statement)
    const cells = ready.get(...values(names, params)) as Cells | undefined
    return cells && named(columns, cells)
  }

  function rows(statement: Statement, params: Params): unknown[] {
    const { statement: ready, names, columns } = prepare(statement)
    const found = ready.all(...values(names, params)) as unknown as Cells[]
    return found.map((cells) => named(columns, cells))
  }

  function asReported(error: unknown): unknown {
    const failure = asFailure(error, path)
    onFailure?.(failure)
    return failure
  }

  function settled<T>(run: () => T): Promise<T> {
    try {
      return Promise.resolve(run())
    } catch (error) {
      return Promise.reject(asReported(error))
    }
  }

  return {
    raw,
    row,
    rows,
    asFailure: asReported,
    get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
      return settled(() => row(statement as Statement, params) as R | undefined)
    },
    all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
      return settled(() => rows(statement as Statement, params) as R[])
    },
    run(statement, params) {
      const { statement: ready, names } = prepare(statement)
      return Number(ready.run(...values(names, params)).changes)
    },
    isRead: (statement) => prepare(statement).isRead,
    close() {
      prepared.clear()
      raw.close()
    },
  }
}

/** Turns `:name` into the numbered parameters of SQLite. Quoted text is left alone. */
export function positional(text: string): { text: string; names: string[] } {
  const names: string[] = []
  const rewritten = text.replace(/'[^']*'|:([a-z][A-Za-z0-9]*)/g, (whole, name: string | undefined) => {
    if (name === undefined) return whole
    const at = names.indexOf(name)
    if (at >= 0) return `?${at + 1}`
    names.push(name)
    return `?${names.length}`
  })
  return { text: rewritten, names }
}

function values(names: readonly string[], params: Params): Value[] {
  const list: Value[] = []
  for (const name of names) {
    const value = params[name]
    if (value === undefined) throw new Error(`the statement's parameter :${name} was not given`)
    list.push(value)
  }
  return list
}

function named(columns: readonly string[], cells: Cells): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = cells[index]
  return row
}

function assertSafeVersion(): void {
  const version = (process.versions.sqlite ?? '0.0.0').split('.').map(Number)
  for (const [index, wanted] of oldestSafeVersion.entries()) {
    const have = version[index] ?? 0
    if (have > wanted) return
    if (have < wanted) {
      throw new Error(`SQLite ${version.join('.')} is too old: ${oldestSafeVersion.join('.')} or newer is needed`)
    }
  }
}

/** Some builds lower durability in WAL mode without a warning, so the effective settings are checked. */
function assertDurable(raw: DatabaseSync): void {
  const mode = raw.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
  const sync = raw.prepare('PRAGMA synchronous').get() as { synchronous: number }
  if (mode.journal_mode !== 'wal' || sync.synchronous !== 2) {
    throw new Error(`the database is not durable: journal ${mode.journal_mode}, synchronous ${sync.synchronous}`)
  }
}
