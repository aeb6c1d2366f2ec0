import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import { type Counters, storageOf } from '../sequences.ts'
import type { Connection } from './connection.ts'

/** What the work of a job has done so far. */
export interface Trace {
  readonly effects: (() => void)[]
  /** Effects before the commit; few writes have one. */
  early: EarlyEffect[] | undefined
  hasWritten: boolean
  /** Once the work has settled its writer is refused: other jobs go on in the same transaction. */
  isOver: boolean
}

export interface EarlyEffect {
  effect(): void
  undo(): void
}

/** What a job gets to write with, inside the transaction of its batch. */
export function writerFor(connection: Connection, trace: Trace, counters: Counters): Writer {
  async function start(sequence: Sequence, channel: number): Promise<void> {
    if (counters.isKnown(sequence, channel)) return
    const stored = await connection.get(storageOf(sequence).find, { channel, name: sequence })
    counters.start(sequence, channel, stored?.last)
  }

  function assertOpen(): void {
    if (trace.isOver) throw new FinishedTransaction()
  }

  return {
    get<P extends Params, R>(statement: Statement<P, R>, params: P) {
      if (trace.isOver) return Promise.reject(new FinishedTransaction())
      trace.hasWritten ||= !connection.isRead(statement as Statement)
      return connection.get(statement, params)
    },
    all<P extends Params, R>(statement: Statement<P, R>, params: P) {
      if (trace.isOver) return Promise.reject(new FinishedTransaction())
      trace.hasWritten ||= !connection.isRead(statement as Statement)
      return connection.all(statement, params)
    },
    async run<P extends Params>(statement: Statement<P, never>, params: P) {
      assertOpen()
      trace.hasWritten = true
      return connection.run(statement as Statement, params)
    },
    async next(sequence, channel) {
      assertOpen()
      trace.hasWritten = true
      const known = counters.next(sequence, channel)
      if (known !== undefined) return known
      await start(sequence, channel)
      return counters.next(sequence, channel) as number
    },
    async reserve(sequence, channel, last) {
      assertOpen()
      trace.hasWritten = true
      await start(sequence, channel)
      counters.raise({ sequence, channel, last })
    },
    onCommit(effect) {
      assertOpen()
      trace.effects.push(effect)
    },
    beforeCommit(effect, undo) {
      assertOpen()
      trace.early ??= []
      trace.early.push({ effect, undo })
    },
  }
}
