import { Failure } from '../../operation/contract/failures.ts'
import { createLazyThread, type ThreadFailure } from '../../threads/lazy-threads.ts'
import type { ReaderThread } from '../database.ts'
import type { ThreadReply } from './reader-thread.ts'

/** Enough to add up a year of a large channel once; then the thread has it cached. */
const timeoutMs = 10_000
const idleMs = 5 * 60_000
const maxWaiting = 200

/** The reader thread, started with the first question and ended after some idle minutes. */
export function createReaderThreadClient(
  path: string,
  onFailure: (failure: Failure) => void,
): { readonly ask: ReaderThread; close(): Promise<void> } {
  const thread = createLazyThread<{ module: string; question: unknown }, ThreadReply>({
    script: new URL('./reader-thread.ts', import.meta.url),
    workerData: async () => ({ path }),
    timeoutMs,
    idleMs,
    maxWaiting,
  })
  return {
    async ask<Q, A>(module: URL, question: Q): Promise<A> {
      const reply = await thread.run({ module: module.href, question }).catch((error: unknown) => {
        throw asFailure(error as Error & { reason?: ThreadFailure })
      })
      if ('answer' in reply) return reply.answer as A
      const failure = new Failure(reply.failed, { cause: new Error(reply.reason), retryAfterSeconds: 2 })
      onFailure(failure)
      throw failure
    },
    close: () => thread.close(),
  }
}

function asFailure(error: Error & { reason?: ThreadFailure }): Failure {
  if (error.reason === 'closed') return new Failure('shutting_down', { retryAfterSeconds: 2 })
  const code = error.reason === 'busy' ? 'overloaded' : 'database_unavailable'
  return new Failure(code, { cause: error, retryAfterSeconds: 2 })
}
