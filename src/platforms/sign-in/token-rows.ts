import { sql } from '../../kernel/storage/database.ts'
import type { AccountOwner, AccountRole } from '../services/services.ts'

type Place = { channel: number; service: string; role: string }

export interface TokenRow {
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

export const findTokens = sql<Place, TokenRow>(
  `SELECT account_id, username, displayname, sealed, scopes, expires_at, reauth_since, reauth_reason, authorised_at,
     changed_at
   FROM platform_tokens WHERE channel_id = :channel AND service = :service AND role = :role`,
)
export const upsertTokens = sql<
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
export const replaceTokens = sql<
  Place & { old: string; sealed: string; scopes: string; expiresAt: number | null; now: number }
>(
  `UPDATE platform_tokens SET sealed = :sealed, scopes = :scopes, expires_at = :expiresAt, changed_at = :now,
     reauth_since = NULL, reauth_reason = NULL
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old`,
)
export const markReauth = sql<Place & { old: string; reason: string; now: number }>(
  `UPDATE platform_tokens SET reauth_since = :now, reauth_reason = :reason
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old AND reauth_since IS NULL`,
)
// Accounts of one service, so that services without credentials cost nothing.
export const listExpiring = sql<
  { service: string; before: number; limit: number },
  { channel_id: number; role: AccountRole }
>(
  `SELECT channel_id, role FROM platform_tokens
   WHERE service = :service AND expires_at IS NOT NULL AND expires_at < :before AND reauth_since IS NULL
   ORDER BY expires_at LIMIT :limit`,
)
export const changeScopes = sql<Place & { old: string; scopes: string }>(
  `UPDATE platform_tokens SET scopes = :scopes
   WHERE channel_id = :channel AND service = :service AND role = :role AND sealed = :old`,
)
export const deleteTokens = sql<Place>(
  'DELETE FROM platform_tokens WHERE channel_id = :channel AND service = :service AND role = :role',
)

export function scopesOf({ scopes }: TokenRow): readonly string[] {
  return scopes === '' ? [] : scopes.split(' ')
}

export function placeOf({ channelId, service, role }: AccountOwner): Place {
  return { channel: channelId, service, role }
}
