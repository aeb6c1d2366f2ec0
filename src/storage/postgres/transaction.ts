import type { Sequence } from '../sequence.ts'
import { allChannels, type Count, createCounters, storageOf } from '../sequences.ts'
import { isCollision, isLost } from './errors.ts'
import { makeQuery, type Query, queryOf, valuesOf } from './query.ts'
import { answerTimeoutMs, type Command, type Outcome, outcomesBefore, type Session } from './session.ts'

/** Of what belongs to no channel. The lowest number, so that it is locked first. */
export const houseLock = allChannels

/** A lock out of order is taken when it is free; when it is not, everything begins anew with all locks in order. */
export class MoreLocksNeeded extends Error {
  readonly locks: readonly number[]

  constructor(locks: Iterable<number>) {
    super('more locks are needed')
    this.locks = [...new Set(locks)].sort((a, b) => a - b)
  }
}

/** The answer to a commit did not arrive: it may have happened. */
export class CommitCutOff extends Error {
  readonly transactionId: string | undefined

  constructor(transactionId: string | undefined, cause: unknown) {
    super('the connection was lost during a commit', { cause })
    this.transactionId = transactionId
  }
}

/** Where a job's statements go when it is its turn. */
export interface Turn {
  /** A look at what belongs to no channel needs no lock, as long as nothing is changed there. */
  run(command: Command, lock: number | undefined): Promise<Outcome>
  next(sequence: Sequence, channel: number): Promise<number>
  reserve(sequence: Sequence, channel: number, last: number): Promise<void>
}

/** What only sets the stage; some want to hear what it came to. */
interface Prelude extends Command {
  hear?(outcome: Outcome): void
}

/** What a change without rows to show came to the last time, on any connection. */
const usual = new WeakMap<Query, Outcome>()

export function usualOutcome(query: Query): Outcome | undefined {
  return usual.get(query)
}

const begin = command('BEGIN')
const commit = command('COMMIT')
const rollback = command('ROLLBACK')
const savepoint = command('SAVEPOINT job')
const release = command('RELEASE SAVEPOINT job')
const undoToSavepoint = command('ROLLBACK TO SAVEPOINT job')
const sceneSavepoint = command('SAVEPOINT scene')
const releaseScene = command('RELEASE SAVEPOINT scene')
const undoToScene = command('ROLLBACK TO SAVEPOINT scene')
const takeLock = makeQuery('SELECT pg_advisory_xact_lock(:lock), pg_current_xact_id()::text AS xid')
const tryLock = makeQuery('SELECT pg_try_advisory_xact_lock(:lock) AS got')

export type Transaction = ReturnType<typeof createTransaction>

/**
 * One transaction on one connection. What only sets the stage (begin, locks, savepoints) travels with the next
 * statement, so that it costs no journey of its own.
 */
export function createTransaction(session: Session, locks: readonly number[]) {
  let ahead: Prelude[] = [begin, ...locks.map(lockCommand)]
  const held = new Set(locks)
  const [channel = houseLock] = locks
  const counters = createCounters()
  let heldBeforeJob: readonly number[] = []
  let countersBeforeJob = counters.save()
  let countersBeforeScene = counters.save()
  /** The channel's last event as it is stored, once a scene has looked. */
  let lastEvent: number | undefined
  /** Whether the job looked at what belongs to no channel without its lock. */
  let hasPeeked = false
  let isOver = false
  let hasBegun = false
  let transactionId: string | undefined
  /** What ails the whole transaction, and not one statement of it. */
  let fault: unknown

  async function send(last: Command): Promise<Outcome> {
    const { outcomes, error } = await sendAll([last])
    if (error !== undefined) throw error
    return outcomes[0] ?? { rows: [], tag: '' }
  }

  /** With the error of one of them what came of those before it. Trouble of the transaction itself is thrown. */
  async function sendAll(commands: readonly Command[]): Promise<{ outcomes: readonly Outcome[]; error?: unknown }> {
    const prelude = ahead
    ahead = []
    hasBegun = true
    let outcomes: readonly Outcome[]
    let error: unknown
    try {
      outcomes = await session.send([...prelude, ...commands], answerTimeoutMs)
    } catch (thrown) {
      error = thrown
      outcomes = outcomesBefore(thrown)
      if (isLost(error) || isCollision(error) || outcomes.length < prelude.length) {
        fault ??= error
        throw error
      }
    }
    for (const [index, { hear }] of prelude.entries()) hear?.(outcomes[index] as Outcome)
    return { outcomes: outcomes.slice(prelude.length), error }
  }

  function lockCommand(lock: number): Prelude {
    return {
      query: takeLock,
      values: [String(lock)],
      hear: ({ rows }) => {
        if (typeof rows[0]?.xid === 'string') transactionId ??= rows[0].xid
      },
    }
  }

  /** In ascending order nobody waits in a circle. */
  async function hold(lock: number): Promise<void> {
    if (held.has(lock)) return
    // What it saw before it had the lock may have changed since.
    const isTooLate = lock === houseLock && hasPeeked
    if (lock > Math.max(...held)) {
      ahead.push(lockCommand(lock))
    } else if (isTooLate || (await send({ query: tryLock, values: [String(lock)] })).rows[0]?.got !== 1) {
      fault = new MoreLocksNeeded([...held, lock])
      throw fault
    }
    held.add(lock)
  }

  async function run(command: Command, lock: number | undefined): Promise<Outcome> {
    if (isOver) throw new Error('the transaction is over')
    if (fault !== undefined) throw fault
    if (lock === undefined) hasPeeked ||= !held.has(houseLock)
    else await hold(lock)
    const outcome = await send(command)
    if (command.query.isRead) return outcome
    if (outcome.rows.length === 0) usual.set(command.query, outcome)
    else usual.delete(command.query)
    return outcome
  }

  function storedNumbers(): Command[] {
    return [...counters.toStore()].map(({ sequence, channel, last }) => {
      const query = queryOf(storageOf(sequence).store)
      return { query, values: valuesOf(query, { channel, name: sequence, last }) }
    })
  }

  function findLast(sequence: Sequence, channel: number): Command {
    const query = queryOf(storageOf(sequence).find)
    return { query, values: valuesOf(query, { channel, name: sequence }) }
  }

  /** Once this transaction holds the lock of the channel, nobody else counts. */
  async function start(sequence: Sequence, channel: number): Promise<void> {
    if (counters.isKnown(sequence, channel)) return
    const { rows } = await run(findLast(sequence, channel), channel)
    counters.start(sequence, channel, rows[0]?.last as number | undefined)
  }

  return {
    run,

    async next(sequence: Sequence, channel: number): Promise<number> {
      const known = counters.next(sequence, channel)
      if (known !== undefined) return known
      await start(sequence, channel)
      return counters.next(sequence, channel) as number
    },
    async reserve(sequence: Sequence, channel: number, last: number): Promise<void> {
      await start(sequence, channel)
      counters.raise({ sequence, channel, last })
    },

    fault: () => fault,
    holds: (lock: number) => held.has(lock),
    sendAll,

    /** Of several jobs at once, after which all of them can be undone. */
    beginScene(): void {
      countersBeforeScene = counters.save()
      ahead.push(sceneSavepoint)
      // Most jobs leave an event.
      if (channel === houseLock || lastEvent !== undefined) return
      const hear = ({ rows }: Outcome) => {
        lastEvent = rows[0]?.last as number | undefined
      }
      ahead.push({ ...findLast('event', channel), hear })
    },
    undoScene(): void {
      ahead = [undoToScene]
    },

    /** The number where it can be told without looking. */
    nextKnown(sequence: Sequence, of: number): number | undefined {
      if (!held.has(of)) return undefined
      const canStart = sequence === 'event' && of === channel && lastEvent !== undefined
      if (canStart && !counters.isKnown(sequence, of)) counters.start(sequence, of, lastEvent)
      return counters.next(sequence, of)
    },
    /** Of the numbers given out in it only these stay. */
    endScene(given: readonly Count[]): void {
      counters.restore(countersBeforeScene)
      for (const count of given) counters.raise(count)
      ahead.push(releaseScene)
    },

    beginJob(): void {
      heldBeforeJob = [...held]
      countersBeforeJob = counters.save()
      hasPeeked = false
      ahead.push(savepoint)
    },
    keepJob: () => void ahead.push(release),
    undoJob(): void {
      // The locks that it took go with it.
      held.clear()
      for (const lock of heldBeforeJob) held.add(lock)
      counters.restore(countersBeforeJob)
      const unsent = ahead.lastIndexOf(savepoint)
      // Of one that asked for nothing there is nothing to undo.
      ahead = unsent >= 0 ? ahead.slice(0, unsent) : [undoToSavepoint, release]
    },

    async commit(): Promise<void> {
      isOver = true
      if (!hasBegun) return
      ahead.push(...storedNumbers())
      let outcome: Outcome
      try {
        outcome = await send(commit)
      } catch (error) {
        throw isLost(error) ? new CommitCutOff(transactionId, error) : error
      }
      if (outcome.tag !== 'COMMIT') throw new Error(`the commit came to ${outcome.tag}`)
    },

    /** However it stands, nothing of it stays. */
    async undo(): Promise<void> {
      isOver = true
      ahead = []
      if (hasBegun && session.isOpen()) await send(rollback).catch(() => session.drop())
    },
  }
}

function command(text: string): Command {
  return { query: makeQuery(text), values: [] }
}
