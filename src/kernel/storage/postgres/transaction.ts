import { FinishedTransaction } from '../finished-transaction.ts'
import type { Sequence } from '../sequence.ts'
import { allChannels, type Count } from '../sequences.ts'
import { isCollision, isLost } from './errors.ts'
import { makeQuery, type Query } from './query.ts'
import { type Outcome, outcomesBefore, type PostgresCommand, type Session } from './session.ts'
import { createTransactionNumbers, type Prelude } from './transaction-numbers.ts'

/** Protects rows of no channel. The lowest number, so that it is locked first. */
export const globalLock = allChannels

/** A lock out of order is taken if it is free; otherwise the job starts again with all locks in order (no deadlocks). */
export class MoreLocksNeeded extends Error {
  readonly locks: readonly number[]

  constructor(locks: Iterable<number>) {
    super('more locks are needed')
    this.locks = [...new Set(locks)].sort((a, b) => a - b)
  }
}

/** In doubt: the answer to COMMIT did not arrive, so it may have happened. */
export class CommitInDoubt extends Error {
  readonly transactionId: string | undefined

  constructor(transactionId: string | undefined, cause: unknown) {
    super('the connection was lost during a commit', { cause })
    this.transactionId = transactionId
  }
}

/** Where the statements of a job go once it is its turn. */
export interface Turn {
  /** Reading rows of no channel needs no lock, as long as nothing is changed there. */
  run(command: PostgresCommand, lock: number | undefined): Promise<Outcome>
  next(sequence: Sequence, channel: number): Promise<number>
  reserve(sequence: Sequence, channel: number, last: number): Promise<void>
}

/** The last outcome of each change that returns no rows, on any connection: the prediction for the next one. */
const outcomes = new WeakMap<Query, Outcome>()

export function lastOutcome(query: Query): Outcome | undefined {
  return outcomes.get(query)
}

const begin = command('BEGIN')
const commit = command('COMMIT')
const rollback = command('ROLLBACK')
const savepoint = command('SAVEPOINT job')
const release = command('RELEASE SAVEPOINT job')
const undoToSavepoint = command('ROLLBACK TO SAVEPOINT job')
const speculationSavepoint = command('SAVEPOINT speculation')
const releaseSpeculation = command('RELEASE SAVEPOINT speculation')
const undoToSpeculation = command('ROLLBACK TO SAVEPOINT speculation')
const takeLock = makeQuery('SELECT pg_advisory_xact_lock(:lock), pg_current_xact_id()::text AS xid')
const tryLock = makeQuery('SELECT pg_try_advisory_xact_lock(:lock) AS got')

export type Transaction = ReturnType<typeof createTransaction>

/**
 * One transaction on one connection. BEGIN, locks and savepoints are sent with the next statement (pipelining), so that
 * they cost no round trip of their own.
 */
export function createTransaction(session: Session, locks: readonly number[]) {
  let ahead: Prelude[] = [begin, ...locks.map(lockCommand)]
  const held = new Set(locks)
  const [channel = globalLock] = locks
  const numbers = createTransactionNumbers(channel, run)
  let heldBeforeJob: readonly number[] = []
  /** Whether the job read rows of no channel without their lock. */
  let hasReadUnlocked = false
  let isOver = false
  let hasBegun = false
  let transactionId: string | undefined
  /** An error of the whole transaction, not of one statement. */
  let fault: unknown

  async function send(last: PostgresCommand): Promise<Outcome> {
    const { outcomes, error } = await sendAll([last])
    if (error !== undefined) throw error
    return outcomes[0] ?? { rows: [], tag: '' }
  }

  /** If a command fails, its error and the outcomes before it. An error of the transaction itself is thrown. */
  async function sendAll(
    commands: readonly PostgresCommand[],
  ): Promise<{ outcomes: readonly Outcome[]; error?: unknown }> {
    const prelude = ahead
    ahead = []
    hasBegun = true
    let outcomes: readonly Outcome[]
    let error: unknown
    try {
      outcomes = await session.send([...prelude, ...commands])
    } catch (thrown) {
      error = thrown
      outcomes = outcomesBefore(thrown)
      if (isLost(error) || isCollision(error) || outcomes.length < prelude.length) {
        fault ??= error
        throw error
      }
    }
    for (const [index, { onOutcome }] of prelude.entries()) onOutcome?.(outcomes[index] as Outcome)
    return { outcomes: outcomes.slice(prelude.length), error }
  }

  function lockCommand(lock: number): Prelude {
    return {
      query: takeLock,
      values: [String(lock)],
      onOutcome: ({ rows }) => {
        if (typeof rows[0]?.xid === 'string') transactionId ??= rows[0].xid
      },
    }
  }

  /** Locks are taken in ascending order, so that no deadlock can occur. */
  async function hold(lock: number): Promise<void> {
    if (held.has(lock)) return
    // Rows it read before it had the lock may have changed since.
    const isTooLate = lock === globalLock && hasReadUnlocked
    if (lock > Math.max(...held)) {
      ahead.push(lockCommand(lock))
    } else if (isTooLate || (await send({ query: tryLock, values: [String(lock)] })).rows[0]?.got !== 1) {
      fault = new MoreLocksNeeded([...held, lock])
      throw fault
    }
    held.add(lock)
  }

  async function run(command: PostgresCommand, lock: number | undefined): Promise<Outcome> {
    if (isOver) throw new FinishedTransaction()
    if (fault !== undefined) throw fault
    if (lock === undefined) hasReadUnlocked ||= !held.has(globalLock)
    else await hold(lock)
    const outcome = await send(command)
    if (command.query.isRead) return outcome
    if (outcome.rows.length === 0) outcomes.set(command.query, outcome)
    else outcomes.delete(command.query)
    return outcome
  }

  return {
    run,

    next: numbers.next,
    reserve: numbers.reserve,

    fault: () => fault,
    holds: (lock: number) => held.has(lock),
    sendAll,

    /** Starts the speculative execution of several jobs, which can be rolled back together. */
    beginSpeculation(): void {
      ahead.push(speculationSavepoint, ...numbers.beginSpeculation())
    },
    undoSpeculation(): void {
      ahead = [undoToSpeculation]
    },

    /** The next number where it is known without a query. */
    nextKnown(sequence: Sequence, of: number): number | undefined {
      return held.has(of) ? numbers.nextKnown(sequence, of) : undefined
    },
    /** Of the numbers given out since `beginSpeculation` only these are kept. */
    endSpeculation(given: readonly Count[]): void {
      numbers.endSpeculation(given)
      ahead.push(releaseSpeculation)
    },

    beginJob(): void {
      heldBeforeJob = [...held]
      numbers.beginJob()
      hasReadUnlocked = false
      ahead.push(savepoint)
    },
    keepJob: () => void ahead.push(release),
    undoJob(): void {
      // Rolling back to the savepoint releases the locks that the job took.
      held.clear()
      for (const lock of heldBeforeJob) held.add(lock)
      numbers.undoJob()
      const unsent = ahead.lastIndexOf(savepoint)
      // A job without a statement has nothing to roll back.
      ahead = unsent >= 0 ? ahead.slice(0, unsent) : [undoToSavepoint, release]
    },

    async commit(): Promise<void> {
      isOver = true
      if (!hasBegun) return
      ahead.push(...numbers.toStore())
      let outcome: Outcome
      try {
        outcome = await send(commit)
      } catch (error) {
        throw isLost(error) ? new CommitInDoubt(transactionId, error) : error
      }
      if (outcome.tag !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${outcome.tag}`)
    },

    /** Rolls back, whatever state the transaction is in. */
    async undo(): Promise<void> {
      isOver = true
      ahead = []
      if (hasBegun && session.isOpen()) await send(rollback).catch(() => session.drop())
    },
  }
}

function command(text: string): PostgresCommand {
  return { query: makeQuery(text), values: [] }
}
