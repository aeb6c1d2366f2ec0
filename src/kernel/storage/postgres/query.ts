import { isRead, type Params, type Statement } from '../database.ts'

/** A statement as PostgreSQL takes it, with numbered parameters. Created once; each session prepares it once. */
export interface Query {
  readonly text: string
  readonly names: readonly string[]
  /** Reads need no lock of their own. */
  readonly isRead: boolean
}

const queries = new WeakMap<Statement, Query>()

export function queryOf(statement: Statement): Query {
  const known = queries.get(statement)
  if (known !== undefined) return known
  const made = makeQuery(statement.text)
  queries.set(statement, made)
  return made
}

/** `:name` becomes `$1`. Quoted text is left alone, and so are casts. */
export function makeQuery(source: string): Query {
  const names: string[] = []
  const text = source.replace(/'[^']*'|::[a-z]|:([a-z][A-Za-z0-9]*)/g, (whole, name: string | undefined) => {
    if (name === undefined) return whole
    const at = names.indexOf(name)
    if (at >= 0) return `$${at + 1}`
    names.push(name)
    return `$${names.length}`
  })
  return { text, names, isRead: isRead(source) }
}

export function valuesOf({ names }: Query, params: Params): (string | null)[] {
  const values: (string | null)[] = []
  for (const name of names) {
    const value = params[name]
    if (value === undefined) throw new Error(`the statement's parameter :${name} was not given`)
    values.push(typeof value === 'string' ? storable(value) : value === null ? null : String(value))
  }
  return values
}

/** PostgreSQL cannot store U+0000; it becomes the replacement character. */
export function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
