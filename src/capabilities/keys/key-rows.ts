import { createAddressList } from '../../kernel/http/address-list.ts'
import { isScope, type Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Channels } from '../channels/channels.ts'
import type { Key, KeyEntry } from './keys.ts'

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

/** Undefined if its channel is gone. */
export async function asKey(row: KeyRow, channels: Channels): Promise<Key | undefined> {
  const owner = await channels.find(row.channel_id)
  if (owner === undefined) return undefined
  const addresses = JSON.parse(row.addresses) as string[]
  return {
    id: row.id,
    hash: row.hash,
    channel: row.is_test === 1 ? await channels.testChannelOf(owner) : owner,
    ownerId: owner.id,
    isTest: row.is_test === 1,
    scopes: new Set(scopesOf(row)),
    addresses: addresses.length === 0 ? undefined : createAddressList(addresses),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    deckId: row.deck_id,
    operations: row.operations === null ? undefined : new Set(JSON.parse(row.operations) as string[]),
    revision: row.revision,
    quotaNames: new Map(),
  }
}

export function scopesOf(row: KeyRow): Scope[] {
  return (JSON.parse(row.scopes) as string[]).filter(isScope)
}

export function asEntry(row: KeyRow): KeyEntry {
  return {
    id: row.id,
    name: row.name,
    shown: `${row.prefix}…${row.last_four}`,
    isTest: row.is_test === 1,
    scopes: scopesOf(row),
    addresses: JSON.parse(row.addresses) as string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    deckId: row.deck_id,
  }
}
