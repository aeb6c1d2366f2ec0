import type { Clock } from '../../kernel/ambient.ts'
import type { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import { type AccountOwner, ownerKey } from '../services/services.ts'
import { notConnected, signInAgain } from './account-failures.ts'
import type { Grant } from './grant.ts'
import {
  deleteTokens,
  findTokens,
  markReauth,
  placeOf,
  replaceTokens,
  type TokenRow,
  upsertTokens,
} from './token-rows.ts'

export interface AccountToken {
  readonly accountId: string
  readonly accessToken: string
}

/** The tokens of an account as they were when they were read. */
export interface HeldTokens extends AccountToken {
  readonly refreshToken: string | undefined
  readonly row: TokenRow
}

export type StoredTokens = ReturnType<typeof createStoredTokens>

/**
 * The tokens of the accounts, encrypted at rest. Other nodes write to the same rows, so each change of tokens that were
 * read before applies only while these are still the stored ones.
 */
export function createStoredTokens(needs: {
  db: Database
  clock: Clock
  secret: () => string
  /** Called after a commit that changed whether an account is signed in, or what it has allowed. */
  onChanged: (owner: AccountOwner) => void
}) {
  const { db, clock, secret, onChanged } = needs
  const seal = createSeal({ secret, purpose: 'platform tokens' })

  function sealed(owner: AccountOwner, { accessToken, refreshToken }: Omit<Grant, 'expiresAt'>): string {
    return seal.close(JSON.stringify({ accessToken, refreshToken }), ownerKey(owner))
  }

  function open(owner: AccountOwner, row: TokenRow): { accessToken: string; refreshToken?: string } | undefined {
    const opened = seal.open(row.sealed, ownerKey(owner))
    return opened === undefined ? undefined : JSON.parse(opened)
  }

  /** Throws the failure to show if the account has no tokens that can be used. */
  async function get(owner: AccountOwner): Promise<HeldTokens> {
    const row = await db.get(findTokens, placeOf(owner))
    if (row === undefined) throw notConnected(owner)
    if (row.reauth_since !== null) throw signInAgain(owner)
    const opened = open(owner, row)
    // Sealed with another key: the database was moved without its secret.
    if (opened === undefined) throw signInAgain(owner)
    return { accountId: row.account_id, accessToken: opened.accessToken, refreshToken: opened.refreshToken, row }
  }

  return {
    get,

    /** The tokens that were stored since these were read. Undefined if these are still the newest. */
    async findNewer(owner: AccountOwner, { row }: HeldTokens): Promise<HeldTokens | undefined> {
      const newest = await db.get(findTokens, placeOf(owner))
      return newest === undefined || newest.sealed === row.sealed ? undefined : get(owner)
    },

    /** Stores what a renewal returned, and reads it back. */
    async replace(owner: AccountOwner, { row, ...held }: HeldTokens, grant: Grant): Promise<HeldTokens> {
      const refreshToken = grant.refreshToken ?? held.refreshToken
      const scopes = grant.scopes?.join(' ') ?? row.scopes
      const kept = { sealed: sealed(owner, { ...grant, refreshToken }), scopes, expiresAt: grant.expiresAt }
      await db.write(async (tx) => {
        const wasOver = (await tx.get(findTokens, placeOf(owner)))?.reauth_since ?? null
        await tx.run(replaceTokens, { ...placeOf(owner), ...kept, old: row.sealed, now: clock.now() })
        if (wasOver !== null || scopes !== row.scopes) tx.onCommit(() => onChanged(owner))
      })
      return get(owner)
    },

    /** Marks an account that has to sign in again. Returns the failure to throw. */
    async requireSignIn(owner: AccountOwner, { row }: HeldTokens, why: Text): Promise<Failure> {
      const reason = storeText(why)
      await db.write(async (tx) => {
        const changes = await tx.run(markReauth, { ...placeOf(owner), old: row.sealed, reason, now: clock.now() })
        if (changes > 0) tx.onCommit(() => onChanged(owner))
      })
      return signInAgain(owner)
    },

    /** After a sign-in. */
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
      return row && open(owner, row)?.accessToken
    },
  }
}
