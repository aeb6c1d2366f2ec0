import type { Params, Statement, ThreadReader } from './database.ts'

export interface Question {
  readonly text: string
  readonly params: Params
}

const known = new Map<string, Statement>()

/** Run by the reader thread. */
export function answer(reader: ThreadReader, { text, params }: Question): unknown[] {
  const statement = known.get(text) ?? { text }
  known.set(text, statement)
  return reader.rows(statement, params)
}
