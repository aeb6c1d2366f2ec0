import type { Sequence } from './sequence.ts'

/**
 * What every feature knows of storage. Statements are plain SQL in the subset that SQLite and PostgreSQL share,
 * with `:name` parameters; which engine runs them is decided in `open.ts` alone.
 */
export type Value = string | number | null
export type Params = Readonly<Record<string, Value>>

declare const rowType: unique symbol
declare const paramsType: unique symbol

export interface Statement<P = Params, R = unknown> {
  readonly text: string
  readonly [rowType]?: R
  readonly [paramsType]?: P
}

/** A statement with the types of its parameters and rows. Make them once, at module level: they are prepared once. */
export function sql<P extends Params = Record<never, never>, R = never>(text: string): Statement<P, R> {
  const statement: Statement<P, R> = { text }
  made.push(statement as Statement)
  return statement
}

const made: Statement[] = []

/** Whether it only looks. */
export function isRead(text: string): boolean {
  return /^\s*SELECT\b/i.test(text)
}

/** Every statement made so far, for tests that hold for all of them. */
export function statementsMade(): readonly Statement[] {
  return made
}

export interface Reader {
  get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined>
  all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]>
}

/** At once: it has a thread to itself. */
export interface AsideReader {
  row<P extends Params, R>(statement: Statement<P, R>, params: P): R | undefined
  rows<P extends Params, R>(statement: Statement<P, R>, params: P): R[]
}

/** What `answer(reader, question)` of that module says, beside the event loop, to what is committed by now. */
export type Aside = <Q, A>(module: URL, question: Q) => Promise<A>

export interface Writer extends Reader {
  /** How many rows it changed. */
  run<P extends Params>(statement: Statement<P, never>, params: P): Promise<number>
  /** The channel's next number of that sequence. It is never given again. */
  next(sequence: Sequence, channelId: number): Promise<number>
  /** Numbers up to `last` are taken: the next one is above. For rows whose ids come from elsewhere. */
  reserve(sequence: Sequence, channelId: number, last: number): Promise<void>
  /** Effects follow the commit: inside a transaction only rows. */
  onCommit(effect: () => void): void
}

export interface Database extends Reader {
  /**
   * Runs `work` in a transaction and resolves once it is on disk. Writes that arrive together share one commit, and
   * one that fails takes no other along. `work` may await nothing but this transaction, and may run more than once.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /** For reads that take longer than others may wait. An engine that works elsewhere anyway has none. */
  readonly aside?: Aside
  backup(path: string): Promise<void>
  close(): Promise<void>
}
