import type { StorageProblem } from './contract/storage-problems.ts'
import type { OnProblem } from './health.ts'
import type { Sequence } from './sequence.ts'

/**
 * The interface of storage for all features. Statements are plain SQL in the subset that SQLite and PostgreSQL share,
 * with `:name` parameters; only `open.ts` chooses the engine.
 */
export type Value = string | number | null
export type Params = Readonly<Record<string, Value>>

declare const rowType: unique symbol
declare const paramsType: unique symbol

/** What an engine that is the only writer may know about a statement, to keep rows in memory. */
export interface StatementHints {
  /**
   * The table of a lookup of one row. It has the parameter `:channel` and selects the row's `id`, and columns of this
   * table only.
   */
  readonly keepsRowOf?: string
  /** The columns that a change of the row with `:channel` and `:id` sets, each with the name of its parameter. */
  readonly sets?: Readonly<Record<string, string>>
}

export interface Statement<P = Params, R = unknown> extends StatementHints {
  readonly text: string
  readonly [rowType]?: R
  readonly [paramsType]?: P
}

/** A statement with the types of its parameters and rows. Create it once, at module level: it is prepared once. */
export function sql<P extends Params = Record<never, never>, R = never>(
  text: string,
  hints: StatementHints = {},
): Statement<P, R> {
  const statement: Statement<P, R> = { text, ...hints }
  created.push(statement as Statement)
  return statement
}

const created: Statement[] = []

/** Whether the statement only reads. */
export function isRead(text: string): boolean {
  return /^\s*SELECT\b/i.test(text)
}

/** Every statement created so far, for tests that hold for all of them. */
export function allStatements(): readonly Statement[] {
  return created
}

export interface Reader {
  get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined>
  all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]>
}

/** Synchronous, because it has a thread to itself. */
export interface ThreadReader {
  row<P extends Params, R>(statement: Statement<P, R>, params: P): R | undefined
  rows<P extends Params, R>(statement: Statement<P, R>, params: P): R[]
}

/** Calls `answer(reader, question)` of that module in the reader thread, on what is committed by now. */
export type ReaderThread = <Q, A>(module: URL, question: Q) => Promise<A>

export interface Writer extends Reader {
  /** Returns the number of changed rows. */
  run<P extends Params>(statement: Statement<P, never>, params: P): Promise<number>
  /** The channel's next number of that sequence. It is never given again. */
  next(sequence: Sequence, channelId: number): Promise<number>
  /** Numbers up to `last` are taken: the next one is above. For rows whose ids come from elsewhere. */
  reserve(sequence: Sequence, channelId: number, last: number): Promise<void>
  /** Runs `effect` after the commit: inside a transaction only rows are changed. */
  onCommit(effect: () => void): void
  /**
   * Runs `effect` right before the commit, for a message that need not wait for the disk, and `undo` if that commit
   * fails. No other code runs in between. PostgreSQL, whose commit is a round trip, does not have it.
   */
  beforeCommit?(effect: () => void, undo: () => void): void
}

export interface BackupOptions {
  /** The finished part of the copy, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Database extends Reader {
  /**
   * Runs `work` in a transaction and resolves once it is on disk. Writes that arrive together share one commit (group
   * commit), and a failing one does not fail the others. `work` may await nothing but statements of this transaction,
   * and may run more than once.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /** For reads that would block the event loop. PostgreSQL does not need one: it runs in another process. */
  readonly readerThread?: ReaderThread
  /** By the clock of the database, the only one that several nodes share. */
  now(): Promise<number>
  /** What is wrong with the database right now, if anything. */
  problem(): StorageProblem | undefined
  /** Copies everything to a SQLite file, whichever engine this is. */
  backup(path: string, options?: BackupOptions): Promise<void>
  close(): Promise<void>
}

/** How long PostgreSQL may take: to connect, for a statement, and for an answer with the wait for a connection. */
export interface StorageTimeLimits {
  readonly connectMs: number
  /** How long a write waits for those before it in its channel while the server answers. */
  readonly queueMs: number
  /** Shorter than that of an answer, so that a slow statement is distinguished from a server that hangs. */
  readonly statementMs: number
  readonly answerMs: number
}

export interface OpenOptions {
  /** Receives the number of writes that shared a commit. */
  readonly onBatch?: (size: number) => void
  readonly onProblem?: OnProblem
  /** For commands: where there is no database, none is created. */
  readonly mustExist?: boolean
  /** Runs before a SQLite database of an older version is upgraded. */
  readonly beforeMigration?: () => Promise<void>
  /** Others than the default ones, for tests on a busy machine. */
  readonly timeLimits?: StorageTimeLimits | undefined
}
