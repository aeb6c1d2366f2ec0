import type { DatabaseSync } from 'node:sqlite'
import { createHash } from '../../node.ts'
import { storable } from '../postgres/query.ts'

/** A table that exists on both engines. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export type Cells = readonly (string | number | null)[]

/** Number and hash of the rows of a table: the same on both engines when every row is the same. */
export interface Content {
  readonly rows: number
  readonly hash: string
}

/** Called after each table. */
export type OnTable = (name: string, content: Content) => void

export function listTables(database: DatabaseSync): Table[] {
  const names = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' ORDER BY name`)
    .all()
  return names.map(({ name }) => {
    const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid').all(String(name))
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
    return { name: String(name), columns: columns.map(nameOf), key: key.map(nameOf) }
  })
}

function nameOf(row: Record<string, unknown>): string {
  return String(row.name)
}

/** In the order of the primary key, which is the same on both engines: numbers by size, text by its bytes. */
export function selectAll({ name, columns, key }: Table): string {
  return `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ORDER BY ${key.map(quoted).join(', ')}`
}

export function quoted(name: string): string {
  return `"${name}"`
}

export function* readTable(database: DatabaseSync, table: Table): Generator<Cells> {
  const statement = database.prepare(selectAll(table))
  for (const row of statement.iterate()) {
    yield Object.values(row).map((value) => (typeof value === 'string' ? storable(value) : (value as number | null)))
  }
}

/** Counts and hashes rows. */
export function createTally() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(cells: Cells): void {
      rows++
      hash.update(`${JSON.stringify(cells)}\n`)
    },
    content: (): Content => ({ rows, hash: hash.digest('hex').slice(0, 16) }),
  }
}

export function contentOf(database: DatabaseSync, table: Table): Content {
  const tally = createTally()
  for (const cells of readTable(database, table)) tally.add(cells)
  return tally.content()
}

export class NotTheSame extends Error {}

export function assertSame(table: Table, read: Content, written: Content): void {
  if (read.rows === written.rows && read.hash === written.hash) return
  throw new NotTheSame(
    `the copy of ${table.name} differs: ${read.rows} rows (${read.hash}) became ${written.rows} (${written.hash})`,
  )
}
