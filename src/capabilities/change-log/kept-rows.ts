import { type Reader, type Statement, sql, type Value, type Writer } from '../../kernel/storage/database.ts'
import type { ThingKind } from './contract/things.ts'

export type Key = string | number
type Row = Readonly<Record<string, Value>>

/** The rows of a thing, by table. */
export type KeptContent = Readonly<Record<string, readonly Row[]>>

interface KeptTable {
  readonly table: string
  readonly columns: readonly string[]
  /** What a person decides; the rest is what happened to it since. */
  readonly written: readonly string[]
  readonly read: Statement<{ channel: number; key: Key }, Row>
  readonly insert: Statement<Record<string, Value>, never>
}

/** How the rows of a kind of thing are read before a change, and put back. */
export interface Kept {
  readonly kind: ThingKind
  readonly tables: readonly KeptTable[]
}

/**
 * `key`: the column with the id of the thing. `written`: what a person decides, which versions keep. `history`: what
 * only the trash keeps, such as the number of runs. Together they are all columns but `channel_id`, which a test checks.
 */
export function keptTable(table: string, key: string, { written, history = [] }: Columns): KeptTable {
  const columns = [...written, ...history]
  const list = columns.join(', ')
  // Names of parameters have no underscores.
  const values = columns.map((_, index) => `:c${index}`).join(', ')
  const kept: KeptTable = {
    ...{ table, columns, written },
    read: sql<{ channel: number; key: Key }, Row>(
      `SELECT ${list} FROM ${table} WHERE channel_id = :channel AND ${key} = :key`,
    ),
    insert: sql<Record<string, Value>>(`INSERT INTO ${table} (channel_id, ${list}) VALUES (:channel, ${values})`),
  }
  created.push(kept)
  return kept
}

const created: KeptTable[] = []

/** Every table created so far, for a test that holds for all of them. */
export function keptTables(): readonly KeptTable[] {
  return created
}

interface Columns {
  readonly written: readonly string[]
  readonly history?: readonly string[]
}

export async function readKept(reader: Reader, channel: number, { tables }: Kept, key: Key): Promise<KeptContent> {
  const content: Record<string, Row[]> = {}
  for (const { table, read } of tables) content[table] = await reader.all(read, { channel, key })
  return content
}

/** The row of the thing itself. Its columns are those of `T`, because they were read from its table. */
export function keptRowOf<T>(content: KeptContent, table: string): T {
  const row = content[table]?.[0]
  if (row === undefined) throw new Error(`the change log has kept no row of ${table}`)
  return row as T
}

export function writtenContent({ tables }: Kept, content: KeptContent): KeptContent {
  return Object.fromEntries(
    tables.map(({ table, written }) => {
      const rows = content[table] ?? []
      return [table, rows.map((row) => Object.fromEntries(written.map((column) => [column, row[column] ?? null])))]
    }),
  )
}

/** Under the same ids, so that what pointed to the thing finds it again. */
export async function putBack(tx: Writer, channel: number, { tables }: Kept, content: KeptContent): Promise<void> {
  for (const { table, columns, insert } of tables) {
    for (const row of content[table] ?? []) {
      const values = columns.map((column, index) => [`c${index}`, row[column] ?? null])
      await tx.run(insert, { channel, ...Object.fromEntries(values) })
    }
  }
}
