import type { Params, Reader, Statement } from '../database.ts'
import { asFailure, isLost, NoAnswer } from './errors.ts'
import { queryOf, valuesOf } from './query.ts'
import { answerTimeoutMs, type Command, type Row } from './session.ts'
import type { Presence, Supply } from './supply.ts'

/** Enough to share a journey among many, few enough that nobody waits long for his neighbours. */
const maxTogether = 64

interface Wanted extends Command {
  /** One that was cut off is sent once more. */
  isSecondTry: boolean
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** Reads of one turn of the event loop travel together and see one snapshot: a journey costs more than the reading. */
export function createTurnReader(supply: Supply, presence: Presence): Reader & { settled(): Promise<void> } {
  let waiting: Wanted[] = []
  let isLeaving = false
  const underWay = new Set<Promise<void>>()

  function read<T>(statement: Statement, params: Params, wanted: (rows: Row[]) => T): Promise<T> {
    const away = presence.failure()
    if (away !== undefined) return Promise.reject(away)
    return new Promise((settle, reject) => {
      const query = queryOf(statement)
      const values = valuesOf(query, params)
      const resolve = (rows: Row[]) => settle(wanted(rows))
      waiting.push({ query, values, isSecondTry: false, resolve, reject })
      leaveSoon()
    })
  }

  function leaveSoon(): void {
    if (isLeaving) return
    isLeaving = true
    setImmediate(() => {
      isLeaving = false
      const all = waiting
      waiting = []
      for (let from = 0; from < all.length; from += maxTogether) go(all.slice(from, from + maxTogether))
    })
  }

  function go(wanted: readonly Wanted[]): void {
    const journey = travel(wanted).finally(() => underWay.delete(journey))
    underWay.add(journey)
  }

  async function travel(wanted: readonly Wanted[]): Promise<void> {
    try {
      const session = await supply.take()
      const outcomes = await session.send(wanted, answerTimeoutMs).finally(() => supply.give(session))
      for (const [index, { resolve }] of wanted.entries()) resolve(outcomes[index]?.rows ?? [])
    } catch (error) {
      refuse(wanted, error)
    }
  }

  function refuse(wanted: readonly Wanted[], error: unknown): void {
    if (error instanceof NoAnswer) presence.gone(error)
    const isAway = presence.failure() !== undefined
    // Reading twice does no harm: those cut off by a lost connection, and the innocent neighbours of a faulty one.
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
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

function firstOf(rows: Row[]): Row | undefined {
  return rows[0]
}

function allOf(rows: Row[]): Row[] {
  return rows
}
