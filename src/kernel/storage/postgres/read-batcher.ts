import type { Params, Reader, Statement } from '../database.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { isLost, NoAnswer } from './errors.ts'
import type { Pool } from './pool.ts'
import { queryOf, valuesOf } from './query.ts'
import type { PostgresCommand, Row } from './session.ts'

/** Large enough to share a round trip among many, small enough that no read waits long for the others. */
const maxBatch = 64

interface Wanted extends PostgresCommand {
  /** A read that lost its connection is sent once more. */
  isSecondTry: boolean
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** Sends the reads of one turn of the event loop in one round trip, which costs more than a read, and one snapshot. */
export function createReadBatcher(
  pool: Pool,
  breaker: CircuitBreaker,
  asFailure: (error: unknown) => unknown,
): Reader & { settled(): Promise<void> } {
  let waiting: Wanted[] = []
  let isScheduled = false
  const inFlight = new Set<Promise<void>>()

  function read<T>(statement: Statement, params: Params, wanted: (rows: Row[]) => T): Promise<T> {
    const away = breaker.failure()
    if (away !== undefined) return Promise.reject(away)
    return new Promise((settle, reject) => {
      const query = queryOf(statement)
      const values = valuesOf(query, params)
      const resolve = (rows: Row[]) => settle(wanted(rows))
      waiting.push({ query, values, isSecondTry: false, resolve, reject })
      sendSoon()
    })
  }

  function sendSoon(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const all = waiting
      waiting = []
      for (let from = 0; from < all.length; from += maxBatch) go(all.slice(from, from + maxBatch))
    })
  }

  function go(wanted: readonly Wanted[]): void {
    const sending = send(wanted).finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }

  async function send(wanted: readonly Wanted[]): Promise<void> {
    try {
      const session = await pool.take()
      const outcomes = await session.send(wanted).finally(() => pool.give(session))
      for (const [index, { resolve }] of wanted.entries()) resolve(outcomes[index]?.rows ?? [])
    } catch (error) {
      refuse(wanted, error)
    }
  }

  function refuse(wanted: readonly Wanted[], error: unknown): void {
    if (error instanceof NoAnswer) breaker.open(error)
    const isAway = breaker.failure() !== undefined
    // Reading twice does no harm: reads that lost their connection, and the others of a batch in which one failed.
    const again = wanted.filter((one) => !isAway && !one.isSecondTry && (isLost(error) || wanted.length > 1))
    for (const one of wanted) if (!again.includes(one)) one.reject(asFailure(error))
    for (const one of again) {
      one.isSecondTry = true
      go([one])
    }
  }

  return {
    get<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R | undefined> {
      return read(statement as Statement, params, firstOf) as Promise<R | undefined>
    },
    all<P extends Params, R>(statement: Statement<P, R>, params: P): Promise<R[]> {
      return read(statement as Statement, params, allOf) as Promise<R[]>
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}

function firstOf(rows: Row[]): Row | undefined {
  return rows[0]
}

function allOf(rows: Row[]): Row[] {
  return rows
}
