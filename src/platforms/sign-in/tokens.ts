import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { platformMessages } from '../messages.ts'
import { type AccountOwner, type Service, serviceTitles } from '../services/services.ts'
import { notConnected, refusedMeanwhile, scopesMissing } from './account-failures.ts'
import type { Renew } from './grant.ts'
import { type AccountToken, createStoredTokens } from './stored-tokens.ts'
import { createTokenRenewals, type RunExclusively } from './token-renewals.ts'
import { changeScopes, findTokens, listExpiring, placeOf, scopesOf } from './token-rows.ts'

/** A token that expires sooner than this is renewed before it is used. */
const renewBeforeMs = 60_000
/** A token that expires sooner than this is renewed by the job, before anybody has to wait for it. */
const renewAheadMs = 10 * 60_000
/** The job renews at most so many accounts of a service in one round; the others follow in the next. */
const renewAtOnce = 50

/** An account without its secrets. */
export interface SignedInAccount {
  readonly accountId: string
  readonly username: string
  readonly displayname: string
  readonly scopes: readonly string[]
  /** Since when the service rejects its tokens, and why. */
  readonly reauthSince: number | null
  readonly reauthReason: Text | null
  /** When the account was last authorised, and when the tokens were last renewed. */
  readonly authorisedAt: number | null
  readonly refreshedAt: number
}

export type Tokens = ReturnType<typeof createTokens>

/** The OAuth tokens of the connected accounts: encrypted at rest, renewed before they expire, one renewal at a time. */
export function createTokens(needs: {
  db: Database
  clock: Clock
  secret: () => string
  alone?: RunExclusively | undefined
  /** Called after a commit that changed whether an account is signed in, or what it has allowed. */
  onChanged?: ((owner: AccountOwner) => void) | undefined
}) {
  const { db, clock, secret, alone = (_name, _ms, work) => work(), onChanged = () => {} } = needs
  const stored = createStoredTokens({ db, clock, secret, onChanged })
  const renewOnce = createTokenRenewals({ stored, alone })

  async function findAccount(owner: AccountOwner): Promise<SignedInAccount | undefined> {
    const row = await db.get(findTokens, placeOf(owner))
    if (row === undefined) return undefined
    const { account_id: accountId, username, displayname } = row
    return {
      accountId,
      username,
      displayname,
      scopes: scopesOf(row),
      reauthSince: row.reauth_since,
      reauthReason: row.reauth_reason === null ? null : readText(row.reauth_reason),
      authorisedAt: row.authorised_at,
      refreshedAt: row.changed_at,
    }
  }

  return {
    findAccount,

    async getAccount(owner: AccountOwner): Promise<SignedInAccount> {
      const account = await findAccount(owner)
      if (account === undefined) throw notConnected(owner)
      return account
    },

    /** A token that is valid for at least a minute and has these scopes. */
    async get(
      owner: AccountOwner,
      scopes: readonly string[],
      renew: Renew,
      signal: AbortSignal,
    ): Promise<AccountToken> {
      const held = await stored.get(owner)
      const granted = scopesOf(held.row)
      const missing = scopes.filter((scope) => !granted.includes(scope))
      if (missing.length > 0) throw scopesMissing(owner, missing)
      const { expires_at: expiresAt } = held.row
      if (expiresAt === null || expiresAt - clock.now() > renewBeforeMs) return held
      return inTime(owner, renewOnce(owner, held.accessToken, renew), signal)
    },

    /** A new token in place of one that the service rejected. */
    renew(owner: AccountOwner, rejected: AccountToken, renew: Renew, signal: AbortSignal): Promise<AccountToken> {
      return inTime(owner, renewOnce(owner, rejected.accessToken, renew), signal)
    },

    /** Marks an account whose renewed token is rejected too. Returns the failure to throw. */
    async giveUp(owner: AccountOwner, rejected: AccountToken): Promise<Failure> {
      const held = await stored.get(owner)
      // Only a refusal of the newest token says something about the account.
      if (held.accessToken !== rejected.accessToken) return refusedMeanwhile(owner)
      return stored.requireSignIn(owner, held, platformMessages.renewedRejected.of())
    },

    /** Renews the tokens of one service that expire soon. Returns the number of accounts; failures are passed on. */
    async renewAhead(
      service: Service,
      renew: Renew,
      onError: (owner: AccountOwner, error: unknown) => void,
    ): Promise<number> {
      const before = clock.now() + renewAheadMs
      const expiring = await db.all(listExpiring, { service, before, limit: renewAtOnce })
      const outcomes = await Promise.all(
        expiring.map(async ({ channel_id: channelId, role }) => {
          const owner = { channelId, service, role }
          try {
            const held = await stored.get(owner)
            if (held.refreshToken === undefined) return 0
            await renewOnce(owner, held.accessToken, renew)
            return 1
          } catch (error) {
            onError(owner, error)
            return 0
          }
        }),
      )
      return outcomes.reduce<number>((sum, one) => sum + one, 0)
    },

    /** Corrects the granted scopes by what the service said about the tokens that were stored at `refreshedAt`. */
    async noteScopes(owner: AccountOwner, refreshedAt: number, scopes: readonly string[]): Promise<void> {
      const row = await db.get(findTokens, placeOf(owner))
      if (row === undefined || row.changed_at !== refreshedAt || isSameSet(scopesOf(row), scopes)) return
      await db.write(async (tx) => {
        await tx.run(changeScopes, { ...placeOf(owner), old: row.sealed, scopes: scopes.join(' ') })
        tx.onCommit(() => onChanged(owner))
      })
    },

    save: stored.save,
    remove: stored.remove,
  }
}

/** A caller that is cancelled during the renewal has not sent its call yet. */
function inTime(owner: AccountOwner, work: Promise<AccountToken>, signal: AbortSignal): Promise<AccountToken> {
  return untilAborted(signal, work).catch((error: unknown) => {
    if (error !== signal.reason) throw error
    const message = platformMessages.timedOut.of({ service: serviceTitles[owner.service] })
    throw new Failure('platform_unavailable', { message, cause: error })
  })
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope))
}
