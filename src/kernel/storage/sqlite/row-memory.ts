import type { Params, Statement } from '../database.ts'
import { positional } from './connection.ts'

/** Rows at most; together they take some megabytes. */
const maxKept = 10_000

type Row = Record<string, unknown>

/** The rows of a lookup by the values of its parameters, one level of maps for each of them. */
type Level = Map<unknown, Level | Row>

interface Lookup {
  readonly names: readonly string[]
  readonly rows: Level
}

export type RowMemory = ReturnType<typeof createRowMemory>

/**
 * Rows that transactions have looked up, as they are now: a write-through cache. Nobody else writes to this database, and
 * every change of a transaction passes here. A change that says what it sets (`sets`) is applied to the kept rows; any
 * other change of a table forgets all rows of that table. Rows are changed in place: a new object for each change would
 * outlive many others and cost the garbage collector more than the lookup it saves.
 */
export function createRowMemory(max = maxKept) {
  const lookups = new Map<Statement, Lookup>()
  /** By table, channel and id; one for each lookup that found the row. */
  const tables = new Map<string, Map<unknown, Map<unknown, Row[]>>>()
  let size = 0

  function forget(): void {
    if (size === 0) return
    lookups.clear()
    tables.clear()
    size = 0
  }

  return {
    forget,

    /** Read it at once: the next change is applied to the same object. */
    find(statement: Statement, params: Params): Readonly<Row> | undefined {
      const lookup = lookups.get(statement)
      let found: Level | Row | undefined = lookup?.rows
      for (const name of lookup?.names ?? []) found = (found as Level | undefined)?.get(params[name])
      return found as Row | undefined
    },

    keep(statement: Statement, params: Params, row: Row): void {
      const { keepsRowOf: table } = statement
      if (table === undefined) return
      if (size >= max) forget()
      const lookup = lookups.get(statement) ?? { names: positional(statement.text).names, rows: new Map() }
      lookups.set(statement, lookup)
      const [last = '', ...others] = lookup.names.toReversed()
      const place = others.toReversed().reduce<Level>((level, name) => below(level, params[name]) as Level, lookup.rows)
      place.set(params[last], row)
      const channels = below(tables, table)
      const same = below(channels, params.channel)
      same.set(row.id, [...(same.get(row.id) ?? []), row])
      size++
    },

    /** After the statement has run. */
    changed(statement: Statement, params: Params): void {
      if (size === 0) return
      const table = tableOf(statement)
      const rows = table === null ? undefined : tables.get(table)
      if (table !== null && rows === undefined) return
      const { sets } = statement
      if (rows === undefined || sets === undefined) {
        forget()
        return
      }
      for (const row of rows.get(params.channel)?.get(params.id) ?? []) {
        for (const column in sets) if (column in row) row[column] = params[sets[column] as string]
      }
    },
  }
}

function below<K, V>(level: Map<K, V>, key: K): V {
  const known = level.get(key)
  if (known !== undefined) return known
  const created = new Map() as V
  level.set(key, created)
  return created
}

const changedTables = new WeakMap<Statement, string | null>()

/** The table that a statement changes; null if its text does not say so at its beginning. */
function tableOf(statement: Statement): string | null {
  const known = changedTables.get(statement)
  if (known !== undefined) return known
  const table = /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(statement.text)?.[1] ?? null
  changedTables.set(statement, table)
  return table
}
