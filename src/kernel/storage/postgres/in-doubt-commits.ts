import { Failure } from '../../operation/contract/failures.ts'
import { doubtTexts } from '../contract/storage-problems.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { databaseAway, NoAnswer } from './errors.ts'
import type { Pool } from './pool.ts'
import { makeQuery } from './query.ts'
import type { CommitInDoubt } from './transaction.ts'

/** How long the outcome of a commit is asked for; the caller has waited for the commit before. */
const maxDoubtMs = 1500

const findState = makeQuery('SELECT pg_xact_status(:id::xid8) AS state')

/**
 * Resolves a commit in doubt: PostgreSQL records how each transaction ended (`pg_xact_status`). Throws unless it is known
 * to be committed: a write that may have happened is never repeated.
 */
export async function assertCommitted(inDoubt: CommitInDoubt, pool: Pool, breaker: CircuitBreaker): Promise<void> {
  const { transactionId, cause } = inDoubt
  const deadline = performance.now() + maxDoubtMs
  if (cause instanceof NoAnswer) breaker.open(cause)
  while (!(cause instanceof NoAnswer) && transactionId !== undefined && performance.now() < deadline) {
    const state = await stateOf(transactionId, pool).catch(() => undefined)
    if (state === 'committed') return
    if (state === 'aborted') throw databaseAway(cause)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Failure('outcome_unknown', {
    message: doubtTexts.databaseAway.of(),
    retryAfterSeconds: 2,
    mayHaveHappened: true,
    cause,
  })
}

async function stateOf(transactionId: string, pool: Pool): Promise<unknown> {
  const session = await pool.take(200)
  try {
    const [outcome] = await session.send([{ query: findState, values: [transactionId] }], 500)
    return outcome?.rows[0]?.state
  } finally {
    pool.give(session)
  }
}
