import { isScope, type Scope } from '../../kernel/operation/contract/scopes.ts'

/** A key as it is stored. */
export interface KeyRow {
  readonly channel_id: number
  readonly id: string
  readonly hash: string
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly is_test: number
  readonly scopes: string
  readonly addresses: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly last_used_at: number | null
  readonly deck_id: number | null
  readonly operations: string | null
  readonly revision: number
}

export const keyColumns = `channel_id, id, hash, name, prefix, last_four, is_test, scopes, addresses, created_at, expires_at,
  revoked_at, last_used_at, deck_id, operations, revision`

export function scopesOf(row: KeyRow): Scope[] {
  return (JSON.parse(row.scopes) as string[]).filter(isScope)
}
