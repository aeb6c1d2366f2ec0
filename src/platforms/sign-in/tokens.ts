import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import { TextError } from '../../kernel/text/text-error.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { platformMessages } from '../messages.ts'
import { type AccountOwner, type AccountRole, ownerKey, type Service, serviceTitles } from '../services/services.ts'
import { notConnected, refusedMeanwhile, scopesMissing, signInAgain } from './account-failures.ts'

/** A token that expires sooner than this is renewed before it is used. */
const renewBeforeMs = 60_000
/** A token that expires sooner than this is renewed by the job, before anybody has to wait for it. */
const renewAheadMs = 10 * 60_000
/** Longer than the timeout of the HTTP client. */
const renewalMs = 15_000
/** The job renews at most so many accounts of a service in one round; the others follow in the next. */
const renewAtOnce = 50

type Place = { channel: number; service: string; role: string }

interface TokenRow {
  readonly account_id: string
  readonly username: string
  readonly displayname: string
  readonly sealed: string
  readonly scopes: string
  readonly expires_at: number | null
  readonly reauth_since: number | null
  /** A stored text. */
  readonly reauth_reason: string | null
  readonly authorised_at: number | null
  readonly changed_at: number
}

const findTokens = sql<Place, TokenRow>(
  `SELECT account_id, username, displayname, sealed, scopes, expires_at, reauth_since, reauth_reason, authorised_at,
     changed_at
   FROM platform_tokens WHERE channel_id = :channel AND service = :service AND role = :role`,
)
const upsertTokens = sql<
  Place & {
    accountId: string
    username: string
    displayname: string
    sealed: string
    scopes: string
    expiresAt: number | null
    now: number
  }
>(
  `INSERT INTO platform_tokens (channel_id, service, role, account_id, username, displayname, sealed, scopes, expires_at,
     reauth_since, reauth_reason, authorised_at, changed_at)
   VALUES (:channel, :service, :role, :accountId, :username, :displayname, :sealed, :scopes, :expiresAt, NULL, NULL,
     :now, :now)
   ON CONFLICT (channel_id, service, role) DO UPDATE SET account_id = excluded.account_id,
     username = excluded.username, displayname = excluded.displayname, sealed = excluded.sealed,
     scopes = excluded.scopes, expires_at = excluded.expires_at, reauth_since = NULL, reauth_reason = NULL,
     authorised_at = excluded.authorised_at, changed_at = excluded.changed_at`,
)
// Replaces only the renewed tokens: a new sign-in in the meantime has newer ones. A renewal that succeeded proves that
// the account is signed in, whatever another node concluded from the used refresh token meanwhile.
const replaceTokens = sql<
  Place & { old: string; sealed: string; scopes: string; expiresAt: number | null; now: number }
>(
  `UPDATE platform_tokens SET sealed = :sealed, scopes = :scopes, expires_at = :expiresAt, changed_at = :now,
     reauth_since = NULL, reauth_reason = NULL
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old`,
)
const markReauth = sql<Place & { old: string; reason: string; now: number }>(
  `UPDATE platform_tokens SET reauth_since = :now, reauth_reason = :reason
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old AND reauth_since IS NULL`,
)
// Accounts of one service, so that services without credentials cost nothing.
const listExpiring = sql<{ service: string; before: number; limit: number }, { channel_id: number; role: AccountRole }>(
  `SELECT channel_id, role FROM platform_tokens
   WHERE service = :service AND expires_at IS NOT NULL AND expires_at < :before AND reauth_since IS NULL
   ORDER BY expires_at LIMIT :limit`,
)
const changeScopes = sql<Place & { old: string; scopes: string }>(
  `UPDATE platform_tokens SET scopes = :scopes
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old`,
)
const deleteTokens = sql<Place>(
  'DELETE FROM platform_tokens WHERE channel_id = :channel AND service = :service AND role = :role',
)

/** The answer to a code or a refresh token. */
export interface Grant {
  readonly accessToken: string
  /** Absent if the old one remains valid. */
  readonly refreshToken?: string | undefined
  /** Null if the service does not say. */
  readonly expiresAt: number | null
  /** Absent if they are unchanged. */
  readonly scopes?: readonly string[] | undefined
}

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

/** Thrown by a `Renew` if the service rejects the refresh token: its reason. */
export class RefreshRefused extends TextError {}
export type Renew = (refreshToken: string) => Promise<Grant>

export interface AccountToken {
  readonly accountId: string
  readonly accessToken: string
}

export type Tokens = ReturnType<typeof createTokens>

/** The OAuth tokens of the connected accounts: encrypted at rest, renewed before they expire, one renewal at a time. */
export function createTokens(needs: {
  db: Database
  clock: Clock
  secret: () => string
  /** In a cluster: a lock that makes other nodes wait until `work` is done. */
  alone?: (<T>(name: string, ms: number, work: () => Promise<T>) => Promise<T>) | undefined
  /** Called after a commit that changed whether an account is signed in, or what it has allowed. */
  onChanged?: ((owner: AccountOwner) => void) | undefined
}) {
  const { db, clock, secret, alone = (_name, _ms, work) => work(), onChanged = () => {} } = needs
  const seal = createSeal({ secret, purpose: 'platform tokens' })
  const renewing = new Map<string, Promise<Held>>()

  interface Held extends AccountToken {
    readonly refreshToken: string | undefined
    readonly row: TokenRow
  }

  async function get(owner: AccountOwner): Promise<Held> {
    const row = await db.get(findTokens, placeOf(owner))
    if (row === undefined) throw notConnected(owner)
    if (row.reauth_since !== null) throw signInAgain(owner)
    const opened = seal.open(row.sealed, ownerKey(owner))
    // Sealed with another key: the database was moved without its secret.
    if (opened === undefined) throw signInAgain(owner)
    const { accessToken, refreshToken } = JSON.parse(opened) as { accessToken: string; refreshToken?: string }
    return { accountId: row.account_id, accessToken, refreshToken, row }
  }

  function sealed(owner: AccountOwner, { accessToken, refreshToken }: Omit<Grant, 'expiresAt'>): string {
    return seal.close(JSON.stringify({ accessToken, refreshToken }), ownerKey(owner))
  }

  async function requireSignIn(owner: AccountOwner, { row }: Held, why: Text): Promise<Failure> {
    const reason = storeText(why)
    await db.write(async (tx) => {
      const changes = await tx.run(markReauth, { ...placeOf(owner), old: row.sealed, reason, now: clock.now() })
      if (changes > 0) tx.onCommit(() => onChanged(owner))
    })
    return signInAgain(owner)
  }

  /** The tokens that were stored since these were read. Undefined if these are still the newest. */
  async function findNewer(owner: AccountOwner, { row }: Held): Promise<Held | undefined> {
    const newest = await db.get(findTokens, placeOf(owner))
    return newest === undefined || newest.sealed === row.sealed ? undefined : get(owner)
  }

  async function renewNow(owner: AccountOwner, rejected: string, renew: Renew): Promise<Held> {
    const held = await get(owner)
    // Another caller has renewed it already.
    if (held.accessToken !== rejected) return held
    if (held.refreshToken === undefined) throw await requireSignIn(owner, held, platformMessages.hasExpired.of())
    let grant: Grant
    try {
      grant = await renew(held.refreshToken)
    } catch (error) {
      if (!(error instanceof RefreshRefused)) throw error
      // A refresh token that works once is refused if another node was faster. Its tokens are good.
      const newer = await findNewer(owner, held)
      if (newer !== undefined) return newer
      throw await requireSignIn(owner, held, error.text)
    }
    const { row } = held
    const refreshToken = grant.refreshToken ?? held.refreshToken
    const scopes = grant.scopes?.join(' ') ?? row.scopes
    const kept = { sealed: sealed(owner, { ...grant, refreshToken }), scopes, expiresAt: grant.expiresAt }
    // Stored before it is used: the old refresh token may be worthless from now on.
    await db.write(async (tx) => {
      const wasOver = (await tx.get(findTokens, placeOf(owner)))?.reauth_since ?? null
      await tx.run(replaceTokens, { ...placeOf(owner), ...kept, old: row.sealed, now: clock.now() })
      if (wasOver !== null || scopes !== row.scopes) tx.onCommit(() => onChanged(owner))
    })
    return get(owner)
  }

  /** One renewal at a time for each account: a second one could invalidate the tokens of the first. */
  function renewOnce(owner: AccountOwner, rejected: string, renew: Renew): Promise<Held> {
    const key = ownerKey(owner)
    const begin = () => alone(`renew ${key}`, renewalMs, () => renewNow(owner, rejected, renew))
    const running = renewing.get(key) ?? begin().finally(() => renewing.delete(key))
    renewing.set(key, running)
    return running
  }

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
      const held = await get(owner)
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
      const held = await get(owner)
      // Only a refusal of the newest token says something about the account.
      if (held.accessToken !== rejected.accessToken) return refusedMeanwhile(owner)
      return requireSignIn(owner, held, platformMessages.renewedRejected.of())
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
            const held = await get(owner)
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

    async save(
      tx: Writer,
      owner: AccountOwner,
      user: { readonly id: string; readonly username: string; readonly displayname: string },
      grant: Grant,
    ): Promise<void> {
      const { id: accountId, username, displayname } = user
      const { expiresAt, scopes = [] } = grant
      await tx.run(upsertTokens, {
        ...placeOf(owner),
        accountId,
        username,
        displayname,
        sealed: sealed(owner, grant),
        scopes: scopes.join(' '),
        expiresAt,
        now: clock.now(),
      })
      tx.onCommit(() => onChanged(owner))
    },

    /** Returns the token to revoke. */
    async remove(tx: Writer, owner: AccountOwner): Promise<string | undefined> {
      tx.onCommit(() => onChanged(owner))
      const row = await tx.get(findTokens, placeOf(owner))
      await tx.run(deleteTokens, placeOf(owner))
      const opened = row && seal.open(row.sealed, ownerKey(owner))
      return opened === undefined ? undefined : (JSON.parse(opened) as { accessToken: string }).accessToken
    },
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

function scopesOf({ scopes }: TokenRow): readonly string[] {
  return scopes === '' ? [] : scopes.split(' ')
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope))
}

function placeOf({ channelId, service, role }: { channelId: number; service: Service; role: AccountRole }): Place {
  return { channel: channelId, service, role }
}
