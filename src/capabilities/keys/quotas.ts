import type { Limiter, Verdict } from '../../kernel/limits/limiter.ts'
import type { Key } from './keys.ts'

export interface Quota extends Omit<Verdict, 'allowed'> {
  readonly operation: string
  readonly limit: number
}

export type Quotas = ReturnType<typeof createQuotas>

/** How many calls a key has left this minute. Reading this does not count as a call. */
export function createQuotas(needs: {
  operations: readonly { readonly name: string; readonly ratePerMinute: number }[]
  limiter: Limiter
}) {
  const { operations, limiter } = needs
  const limits = new Map(operations.map(({ name, ratePerMinute }) => [name, ratePerMinute]))
  return {
    async find(keyId: string, operation: string): Promise<Quota | undefined> {
      const limit = limits.get(operation)
      if (limit === undefined) return undefined
      const { remaining, resetSeconds } = await limiter.peek(quotaName(keyId, operation), limit)
      return { operation, limit, remaining, resetSeconds }
    },
  }
}

/** The limiter's counter names. Kept with the key, because a newly built string has to be hashed again. */
export function quotaNameOf({ id, quotaNames }: Key, operation: string): string {
  let name = quotaNames.get(operation)
  if (name === undefined) {
    name = quotaName(id, operation)
    quotaNames.set(operation, name)
  }
  return name
}

function quotaName(keyId: string, operation: string): string {
  return `${keyId} ${operation}`
}
