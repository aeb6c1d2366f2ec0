import type { Params, Statement, Writer } from '../database.ts'
import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import type { Attempt } from './job.ts'
import { queryOf, valuesOf } from './query.ts'
import { changedBy, type Outcome } from './session.ts'
import { globalLock, type Turn } from './transaction.ts'

/** What a job gets to write with. `waitForTurn` resolves when it is the job's turn for the rows under that lock. */
export function writerFor(attempt: Attempt, waitForTurn: (lock: number) => Promise<Turn>): Writer {
  function assertOpen(): void {
    if (attempt.isOver) throw new FinishedTransaction()
  }

  async function turnFor(channel: number): Promise<Turn> {
    assertOpen()
    return attempt.turn ?? waitForTurn(channel)
  }

  function run(statement: Statement, params: Params): Promise<Outcome> {
    assertOpen()
    const query = queryOf(statement)
    const command = { query, values: valuesOf(query, params) }
    const { channel } = params
    const { turn } = attempt
    // Reading rows of no channel needs no lock, unless it is the first statement, on which all others may depend.
    const lock = typeof channel === 'number' ? channel : query.isRead && turn !== undefined ? undefined : globalLock
    if (turn !== undefined) return turn.run(command, lock)
    return waitForTurn(lock ?? globalLock).then((begun) => begun.run(command, lock))
  }
  return {
    async get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
      return (await run(statement as Statement, params)).rows[0] as R | undefined
    },
    async all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
      return (await run(statement as Statement, params)).rows as R[]
    },
    async run<P extends Params>(statement: Statement<P, never>, params: P): Promise<number> {
      return changedBy(await run(statement as Statement, params))
    },
    async next(sequence: Sequence, channel: number): Promise<number> {
      return (await turnFor(channel)).next(sequence, channel)
    },
    async reserve(sequence: Sequence, channel: number, last: number): Promise<void> {
      return (await turnFor(channel)).reserve(sequence, channel, last)
    },
    onCommit(effect) {
      assertOpen()
      attempt.effects.push(effect)
    },
  }
}
