import { boolean, integer, list, nullable, object, oneOf, text } from '../../contract/schema.ts'
import { allScopes } from '../../contract/scopes.ts'
import type { KeyEntry } from './keys.ts'

export const scopeField = oneOf(allScopes as [(typeof allScopes)[number]])

export const keyEntry = object({
  id: text(),
  name: text(),
  shown: text(),
  is_test: boolean(),
  scopes: list(scopeField),
  addresses: list(text()),
  created_at: integer(),
  expires_at: nullable(integer()),
  revoked_at: nullable(integer()),
  last_used_at: nullable(integer()),
})

export function onPanel(entry: KeyEntry) {
  return {
    id: entry.id,
    name: entry.name,
    shown: entry.shown,
    is_test: entry.isTest,
    scopes: entry.scopes,
    addresses: entry.addresses,
    created_at: entry.createdAt,
    expires_at: entry.expiresAt,
    revoked_at: entry.revokedAt,
    last_used_at: entry.lastUsedAt,
  }
}
