import { type Params, type Statement, sql } from '../../kernel/storage/database.ts'
import { type PersonalTable, personalTables } from '../../kernel/storage/personal-data.ts'

/** One account of the person. A statement uses those that its table is keyed by. */
export type AccountKey = {
  readonly channel: number
  readonly viewer: number
  readonly platform: string
  readonly userId: string
  readonly username: string
  readonly erased: string
}

interface TableStatements {
  readonly table: string
  /** Undefined for tables of one platform that the account is not of. */
  readonly platform: string | undefined
  readonly select: Statement<AccountKey, Record<string, unknown>>
  /** Undefined where the rows are kept, or scattered. */
  readonly erase: Statement<AccountKey, never> | undefined
  readonly scattered: ScatteredStatements | undefined
}

/** For rows that no index leads to: their keys are read where a scan blocks nobody, and each is deleted by its key. */
export interface ScatteredStatements {
  readonly find: Statement<AccountKey & { readonly limit: number }, Params>
  /** Its parameters are the channel and the columns that `find` returns. */
  readonly remove: Statement<Params, never>
}

/** For every table that is keyed by the viewer, built from the declaration of personal data. */
export const tableStatements: readonly TableStatements[] = Object.entries<PersonalTable>(personalTables).flatMap(
  ([table, { key, erase, row, scattered }]) => {
    if (key === 'scan') return []
    const condition = conditionOf(key)
    const where =
      row === undefined
        ? `WHERE ${condition}`
        : `WHERE channel_id = :channel AND ${row} IN (SELECT ${row} FROM ${table} WHERE ${condition})`
    return {
      table,
      platform: 'user' in key ? key.platform : undefined,
      select: sql<AccountKey, Record<string, unknown>>(`SELECT * FROM ${table} ${where}`),
      erase: scattered === undefined ? erasing(table, erase, where) : undefined,
      scattered: scattered && scatteredStatements(table, where, scattered),
    }
  },
)

function scatteredStatements(table: string, where: string, columns: readonly string[]): ScatteredStatements {
  // Columns have underscores, which names of parameters cannot have.
  const selected = columns.map((column, index) => `${column} AS key${index}`).join(', ')
  const isRow = columns.map((column, index) => `${column} = :key${index}`).join(' AND ')
  return {
    find: sql<AccountKey & { limit: number }, Params>(`SELECT ${selected} FROM ${table} ${where} LIMIT :limit`),
    remove: sql<Params>(`DELETE FROM ${table} WHERE channel_id = :channel AND ${isRow}`),
  }
}

function conditionOf(key: Exclude<PersonalTable['key'], 'scan'>): string {
  if ('viewer' in key) return `channel_id = :channel AND ${key.viewer} = :viewer`
  if ('sandboxName' in key) return `channel_id = :channel AND platform = :platform AND ${key.sandboxName} = :username`
  return `channel_id = :channel AND ${key.platform === undefined ? 'platform = :platform AND ' : ''}${key.user} = :userId`
}

function erasing(
  table: string,
  erase: PersonalTable['erase'],
  where: string,
): Statement<AccountKey, never> | undefined {
  if (erase === 'keep' || erase === 'clean') return undefined
  if (erase === 'delete') return sql<AccountKey>(`DELETE FROM ${table} ${where}`)
  const columns = Object.entries(erase.set).map(([column, value]) => `${column} = ${value}`)
  return sql<AccountKey>(`UPDATE ${table} SET ${columns.join(', ')} ${where}`)
}
