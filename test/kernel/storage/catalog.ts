import type { DatabaseSync } from 'node:sqlite'
import type { Session } from '../../../src/kernel/storage/postgres/session.ts'

/** Everything a schema consists of, in words that do not depend on how it was created. */
export type Catalog = Readonly<Record<string, readonly string[]>>

export function catalogOfSqlite(database: DatabaseSync): Catalog {
  const tables = database.prepare(`SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main'`).all()
  const catalog: Record<string, string[]> = {}
  for (const { name, wr, strict } of tables) {
    const table = String(name)
    if (table.startsWith('sqlite_') || table === 'migrations') continue
    const created = textOf(database, table)
    catalog[table] = [
      ...database.prepare('SELECT * FROM pragma_table_xinfo(?) ORDER BY cid').all(table).map(asLine),
      ...database.prepare('SELECT * FROM pragma_foreign_key_list(?)').all(table).map(asLine),
      ...[...created.matchAll(/CHECK \([^)]*\)/g)].map(([check]) => check),
      ...database
        .prepare(`SELECT name FROM pragma_index_list(?) WHERE origin = 'c' ORDER BY name`)
        .all(table)
        .map((index) => textOf(database, String(index.name))),
      asLine({ wr, strict }),
    ]
  }
  return catalog
}

function textOf(database: DatabaseSync, name: string): string {
  const text = String(database.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(name)?.sql)
  return text.replace(/\s+/g, ' ')
}

export async function catalogOfPostgres(session: Session): Promise<Catalog> {
  const rows = await session.exec(`
    SELECT c.relname AS table, format('%s %s %s %s %s %s', a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation) AS line
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind = 'r'
    UNION ALL SELECT conrelid::regclass::text, format('%s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2`)
  const catalog: Record<string, string[]> = {}
  for (const { table, line } of rows) {
    if (table !== 'migrations') catalog[String(table)] = [...(catalog[String(table)] ?? []), String(line)]
  }
  return catalog
}

function asLine(row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.values(row))
}
