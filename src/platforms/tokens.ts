import type { Clock } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import { type Database, sql, type Writer } from '../storage/database.ts'
import { createSeal } from './seal.ts'
import { type AccountOwner, type AccountRole, accountTitle, ownerKey, type Service, serviceTitles } from './services.ts'
import { untilAborted } from './until-aborted.ts'

/** A token that has less left than this is renewed before it is used. */
const renewBeforeMs = 60_000
/** Longer than a service may take to answer. */
const renewalMs = 15_000

type Place = { channel: number; service: string; role: string }

interface TokenRow {
  readonly account_id: string
  readonly username: string
  readonly displayname: string
  readonly sealed: string
  readonly scopes: string
  readonly expires_at: number | null
  readonly reauth_since: number | null
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
// Only in place of what was renewed: whoever has signed in again meanwhile has better ones.
const replaceTokens = sql<
  Place & { old: string; sealed: string; scopes: string; expiresAt: number | null; now: number }
>(
  `UPDATE platform_tokens SET sealed = :sealed, scopes = :scopes, expires_at = :expiresAt, changed_at = :now
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old`,
)
const markReauth = sql<Place & { old: string; reason: string; now: number }>(
  `UPDATE platform_tokens SET reauth_since = :now, reauth_reason = :reason
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old AND reauth_since IS NULL`,
)
const deleteTokens = sql<Place>(
  'DELETE FROM platform_tokens WHERE channel_id = :channel AND service = :service AND role = :role',
)

/** What a service gives for a code or for a refresh token. */
export interface Grant {
  readonly accessToken: string
  /** Absent when the old one stays good. */
  readonly refreshToken?: string | undefined
  /** Null when the service does not say. */
  readonly expiresAt: number | null
  /** Absent when they stay as they were. */
  readonly scopes?: readonly string[] | undefined
}

/** An account as everyone may see it. */
export interface SignedInAccount {
  readonly accountId: string
  readonly username: string
  readonly displayname: string
  readonly scopes: readonly string[]
  /** Since when its tokens no longer work, and why, as the service put it. */
  readonly reauthSince: number | null
  readonly reauthReason: string | null
  /** When somebody last said yes, and when the tokens were last renewed. */
  readonly authorisedAt: number | null
  readonly refreshedAt: number
}

/** Thrown by a `Renew` when the service says that this refresh token is no longer any good. */
export class RefreshRefused extends Error {}
export type Renew = (refreshToken: string) => Promise<Grant>

export interface Pass {
  readonly accountId: string
  readonly accessToken: string
}

export type Tokens = ReturnType<typeof createTokens>

/** The keys to the broadcaster's accounts: sealed at rest, renewed in time, and by one at a time. */
export function createTokens(needs: {
  db: Database
  clock: Clock
  secret: () => string
  /** Where there are several nodes: has others wait until `work` is done. */
  alone?: (<T>(name: string, ms: number, work: () => Promise<T>) => Promise<T>) | undefined
}) {
  const { db, clock, secret, alone = (_name, _ms, work) => work() } = needs
  const seal = createSeal({ secret, purpose: 'platform tokens' })
  const renewing = new Map<string, Promise<Held>>()

  interface Held extends Pass {
    readonly refreshToken: string | undefined
    readonly row: TokenRow
  }

  async function get(owner: AccountOwner): Promise<Held> {
    const row = await db.get(findTokens, placeOf(owner))
    if (row === undefined) throw notConnected(owner)
    if (row.reauth_since !== null) throw signInAgain(owner)
    const opened = seal.open(row.sealed, ownerKey(owner))
    // Sealed with another key: the database was moved here without it.
    if (opened === undefined) throw signInAgain(owner)
    const { accessToken, refreshToken } = JSON.parse(opened) as { accessToken: string; refreshToken?: string }
    return { accountId: row.account_id, accessToken, refreshToken, row }
  }

  function sealed(owner: AccountOwner, { accessToken, refreshToken }: Omit<Grant, 'expiresAt'>): string {
    return seal.close(JSON.stringify({ accessToken, refreshToken }), ownerKey(owner))
  }

  async function requireSignIn(owner: AccountOwner, { row }: Held, reason: string): Promise<Failure> {
    await db.write((tx) => tx.run(markReauth, { ...placeOf(owner), old: row.sealed, reason, now: clock.now() }))
    return signInAgain(owner)
  }

  async function renewNow(owner: AccountOwner, rejected: string, renew: Renew): Promise<Held> {
    const held = await get(owner)
    // Somebody was quicker.
    if (held.accessToken !== rejected) return held
    if (held.refreshToken === undefined) throw await requireSignIn(owner, held, 'the sign-in has run out')
    let grant: Grant
    try {
      grant = await renew(held.refreshToken)
    } catch (error) {
      if (!(error instanceof RefreshRefused)) throw error
      throw await requireSignIn(owner, held, error.message)
    }
    const { row } = held
    const refreshToken = grant.refreshToken ?? held.refreshToken
    const scopes = grant.scopes?.join(' ') ?? row.scopes
    const kept = { sealed: sealed(owner, { ...grant, refreshToken }), scopes, expiresAt: grant.expiresAt }
    await db.write((tx) => tx.run(replaceTokens, { ...placeOf(owner), ...kept, old: row.sealed, now: clock.now() }))
    return get(owner)
  }

  /** One renewal at a time and account: a second one could make the first one's tokens worthless. */
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
      reauthReason: row.reauth_reason,
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

    /** A pass that holds for a while and covers these scopes. */
    async get(owner: AccountOwner, scopes: readonly string[], renew: Renew, signal: AbortSignal): Promise<Pass> {
      const held = await get(owner)
      const granted = scopesOf(held.row)
      const missing = scopes.filter((scope) => !granted.includes(scope))
      if (missing.length > 0) throw scopesMissing(owner, missing)
      const { expires_at: expiresAt } = held.row
      if (expiresAt === null || expiresAt - clock.now() > renewBeforeMs) return held
      return inTime(owner, renewOnce(owner, held.accessToken, renew), signal)
    },

    /** Another pass in place of one that the service did not take. */
    renew(owner: AccountOwner, rejected: Pass, renew: Renew, signal: AbortSignal): Promise<Pass> {
      return inTime(owner, renewOnce(owner, rejected.accessToken, renew), signal)
    },

    /** For an account whose fresh pass is not taken either. Answers the failure to throw. */
    async giveUp(owner: AccountOwner): Promise<Failure> {
      return requireSignIn(owner, await get(owner), 'not even a fresh token is taken')
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
    },

    /** Answers what there was to revoke. */
    async remove(tx: Writer, owner: AccountOwner): Promise<string | undefined> {
      const row = await tx.get(findTokens, placeOf(owner))
      await tx.run(deleteTokens, placeOf(owner))
      const opened = row && seal.open(row.sealed, ownerKey(owner))
      return opened === undefined ? undefined : (JSON.parse(opened) as { accessToken: string }).accessToken
    },
  }
}

/** Whoever gives up while a token is renewed has done nothing yet. */
function inTime(owner: AccountOwner, work: Promise<Pass>, signal: AbortSignal): Promise<Pass> {
  return untilAborted(signal, work).catch((error: unknown) => {
    if (error !== signal.reason) throw error
    const message = `${serviceTitles[owner.service]} did not answer in time.`
    throw new Failure('platform_unavailable', { message, cause: error })
  })
}

/** What an account did not allow, with the way out. */
export function scopesMissing(owner: AccountOwner, scopes: readonly string[]): Failure {
  return new Failure('platform_reauth_required', {
    message: `Connect ${accountTitle(owner)} again in the panel and allow ${scopes.join(', ')}.`,
  })
}

function notConnected(owner: AccountOwner): Failure {
  return new Failure('platform_not_connected', { message: `Connect ${accountTitle(owner)} in the panel first.` })
}

function signInAgain(owner: AccountOwner): Failure {
  return new Failure('platform_reauth_required', {
    message: `The sign-in to ${accountTitle(owner)} has ended: connect it again in the panel.`,
  })
}

function scopesOf({ scopes }: TokenRow): readonly string[] {
  return scopes === '' ? [] : scopes.split(' ')
}

function placeOf({ channelId, service, role }: { channelId: number; service: Service; role: AccountRole }): Place {
  return { channel: channelId, service, role }
}
