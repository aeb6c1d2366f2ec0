import { Failure } from '../../contract/failures.ts'
import { databaseAway, NoAnswer } from './errors.ts'
import { makeQuery } from './query.ts'
import type { Presence, Supply } from './supply.ts'
import type { CommitCutOff } from './transaction.ts'

/** How long the outcome of a commit is looked for; whoever waits has waited before. */
const longestDoubtMs = 1500

const findState = makeQuery('SELECT pg_xact_status(:id::xid8) AS state')

/**
 * PostgreSQL remembers how a transaction ended. One that is not known to have been committed throws: a write that may
 * have happened is never repeated.
 */
export async function assertCommitted(cutOff: CommitCutOff, supply: Supply, presence: Presence): Promise<void> {
  const { transactionId, cause } = cutOff
  const deadline = performance.now() + longestDoubtMs
  if (cause instanceof NoAnswer) presence.gone(cause)
  while (!(cause instanceof NoAnswer) && transactionId !== undefined && performance.now() < deadline) {
    const state = await stateOf(transactionId, supply).catch(() => undefined)
    if (state === 'committed') return
    if (state === 'aborted') throw databaseAway(cause)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Failure('outcome_unknown', {
    message: 'The database went away while this was being saved, so it may or may not have taken effect.',
    retryAfterSeconds: 2,
    mayHaveHappened: true,
    cause,
  })
}

async function stateOf(transactionId: string, supply: Supply): Promise<unknown> {
  const session = await supply.take(200)
  try {
    const [outcome] = await session.send([{ query: findState, values: [transactionId] }], 500)
    return outcome?.rows[0]?.state
  } finally {
    supply.give(session)
  }
}
