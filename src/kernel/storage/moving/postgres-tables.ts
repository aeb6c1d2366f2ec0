import { makeQuery } from '../postgres/query.ts'
import { presenceLock, type Row, type Session } from '../postgres/session.ts'
import { type Cells, type Content, createTally, quoted, selectAll, type Table } from './tables.ts'

const atOnce = 5000
const transferTimeoutMs = 10 * 60_000

export class DatabaseInUse extends Error {}

/** Exclusive access for the lifetime of the session: fails while a node runs, and keeps nodes from starting. */
export async function lockExclusively(session: Session): Promise<void> {
  const [row] = await session.exec(`SELECT pg_try_advisory_lock(${presenceLock}) AS got`)
  if (row?.got !== true) throw new DatabaseInUse('the database is in use by a running Showcaller')
}

/** Row by row in the order of the key, as the current transaction sees them. */
export async function* readPostgresTable(session: Session, table: Table): AsyncGenerator<Cells> {
  const fetch = makeQuery(`FETCH ${atOnce} FROM moving`)
  await session.exec(`DECLARE moving NO SCROLL CURSOR FOR ${selectAll(table)}`)
  for (;;) {
    const [outcome] = await session.send([{ query: fetch, values: [] }], transferTimeoutMs)
    const rows = outcome?.rows ?? []
    for (const row of rows) yield cellsOf(table, row)
    if (rows.length < atOnce) break
  }
  await session.exec('CLOSE moving')
}

export async function contentOfPostgres(session: Session, table: Table): Promise<Content> {
  const tally = createTally()
  for await (const cells of readPostgresTable(session, table)) tally.add(cells)
  return tally.content()
}

/** Inserts rows into an empty table, a thousand at a time. */
export async function fillPostgresTable(session: Session, table: Table, rows: Iterable<Cells>): Promise<Content> {
  const columns = table.columns.map(quoted).join(', ')
  const insert = makeQuery(
    `INSERT INTO ${quoted(table.name)} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::${quoted(table.name)}, :rows::json)`,
  )
  const tally = createTally()
  let waiting: Row[] = []
  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    await session.send([{ query: insert, values: [JSON.stringify(waiting)] }], transferTimeoutMs)
    waiting = []
  }
  for (const cells of rows) {
    tally.add(cells)
    waiting.push(Object.fromEntries(table.columns.map((column, index) => [column, cells[index]])))
    if (waiting.length >= 1000) await flush()
  }
  await flush()
  return tally.content()
}

function cellsOf(table: Table, row: Row): Cells {
  return table.columns.map((column) => row[column] as string | number | null)
}
