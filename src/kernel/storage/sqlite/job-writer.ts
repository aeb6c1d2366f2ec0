import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import { type Counters, storageOf } from '../sequences.ts'
import type { Connection } from './connection.ts'
import type { RowMemory } from './row-memory.ts'

export interface EarlyEffect {
  effect(): void
  undo(): void
}

/** What all jobs of a batch share. */
export interface BatchResources {
  readonly connection: Connection
  readonly memory: RowMemory
  readonly counters: Counters
}

/**
 * What a job gets to write with, inside the transaction of its batch, and what it has done so far. A class, because one
 * is created for every write: an object with its own functions costs a microsecond.
 */
export class JobWriter implements Writer {
  readonly effects: (() => void)[] = []
  /** Effects before the commit; few writes have one. */
  early: EarlyEffect[] | undefined
  hasWritten = false
  /** Once the work has settled its writer is refused: other jobs go on in the same transaction. */
  isOver = false
  readonly #batch: BatchResources

  constructor(batch: BatchResources) {
    this.#batch = batch
  }

  get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
    const kept =
      statement.keepsRowOf === undefined ? undefined : this.#batch.memory.find(statement as Statement, params)
    if (kept !== undefined && !this.isOver) return Promise.resolve(kept as R)
    return this.#settle(statement as Statement, params, ({ connection, memory }) => {
      const row = connection.row(statement as Statement, params)
      if (row !== undefined) memory.keep(statement as Statement, params, row as Record<string, unknown>)
      return row as R | undefined
    })
  }

  all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
    return this.#settle(
      statement as Statement,
      params,
      ({ connection }) => connection.rows(statement as Statement, params) as R[],
    )
  }

  async run<P extends Params>(statement: Statement<P, never>, params: P): Promise<number> {
    this.#assertOpen()
    const { connection, memory } = this.#batch
    this.hasWritten = true
    const changed = connection.run(statement as Statement, params)
    memory.changed(statement as Statement, params)
    return changed
  }

  async next(sequence: Sequence, channel: number): Promise<number> {
    this.#assertOpen()
    this.hasWritten = true
    const { counters } = this.#batch
    const known = counters.next(sequence, channel)
    if (known !== undefined) return known
    this.#start(sequence, channel)
    return counters.next(sequence, channel) as number
  }

  async reserve(sequence: Sequence, channel: number, last: number): Promise<void> {
    this.#assertOpen()
    this.hasWritten = true
    this.#start(sequence, channel)
    this.#batch.counters.raise({ sequence, channel, last })
  }

  onCommit(effect: () => void): void {
    this.#assertOpen()
    this.effects.push(effect)
  }

  beforeCommit(effect: () => void, undo: () => void): void {
    this.#assertOpen()
    this.early ??= []
    this.early.push({ effect, undo })
  }

  #start(sequence: Sequence, channel: number): void {
    const { connection, counters } = this.#batch
    if (counters.isKnown(sequence, channel)) return
    const stored = connection.row(storageOf(sequence).find as Statement, { channel, name: sequence })
    counters.start(sequence, channel, (stored as { last: number } | undefined)?.last)
  }

  /** A statement that returns rows may change some as well. */
  #settle<T>(statement: Statement, params: Params, work: (batch: BatchResources) => T): Promise<T> {
    if (this.isOver) return Promise.reject(new FinishedTransaction())
    const { connection, memory } = this.#batch
    try {
      const isChange = !connection.isRead(statement)
      this.hasWritten ||= isChange
      const result = work(this.#batch)
      if (isChange) memory.changed(statement, params)
      return Promise.resolve(result)
    } catch (error) {
      return Promise.reject(connection.asFailure(error))
    }
  }

  #assertOpen(): void {
    if (this.isOver) throw new FinishedTransaction()
  }
}
