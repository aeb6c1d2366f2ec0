import { platformMessages } from '../messages.ts'
import { type AccountOwner, ownerKey } from '../services/services.ts'
import { type Grant, RefreshRefused, type Renew } from './grant.ts'
import type { HeldTokens, StoredTokens } from './stored-tokens.ts'

/** Longer than the timeout of the HTTP client. */
const renewalMs = 15_000

/** In a cluster: a lock that makes other nodes wait until `work` is done. */
export type RunExclusively = <T>(name: string, ms: number, work: () => Promise<T>) => Promise<T>

/** Renews the tokens of an account, one renewal at a time: a second one could invalidate the tokens of the first. */
export function createTokenRenewals({ stored, alone }: { stored: StoredTokens; alone: RunExclusively }) {
  const renewing = new Map<string, Promise<HeldTokens>>()

  async function renewNow(owner: AccountOwner, rejected: string, renew: Renew): Promise<HeldTokens> {
    const held = await stored.get(owner)
    // Another caller has renewed it already.
    if (held.accessToken !== rejected) return held
    if (held.refreshToken === undefined) throw await stored.requireSignIn(owner, held, platformMessages.hasExpired.of())
    let grant: Grant
    try {
      grant = await renew(held.refreshToken)
    } catch (error) {
      if (!(error instanceof RefreshRefused)) throw error
      // A refresh token that works once is refused if another node was faster. Its tokens are good.
      const newer = await stored.findNewer(owner, held)
      if (newer !== undefined) return newer
      throw await stored.requireSignIn(owner, held, error.text)
    }
    // Stored before it is used: the old refresh token may be worthless from now on.
    return stored.replace(owner, held, grant)
  }

  /** Returns tokens in place of those with the access token `rejected`, which a caller cannot use any more. */
  return function renewOnce(owner: AccountOwner, rejected: string, renew: Renew): Promise<HeldTokens> {
    const key = ownerKey(owner)
    const begin = () => alone(`renew ${key}`, renewalMs, () => renewNow(owner, rejected, renew))
    const running = renewing.get(key) ?? begin().finally(() => renewing.delete(key))
    renewing.set(key, running)
    return running
  }
}
