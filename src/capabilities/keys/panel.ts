import { addressFault } from '../../kernel/http/addresses.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { allScopes, type Scope, scopes } from '../../kernel/operation/contract/scopes.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import { isForAssistants } from './assistant-scopes.ts'
import type { KeyEntry } from './keys.ts'

const panelErrors = defineMessages('errors.panel', {
  invalidAddresses: 'addresses: {fault}.',
})

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
  deck_id: nullable(integer({ description: 'The deck that it opens, if it is the link of one.' })),
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
    deck_id: entry.deckId,
  }
}

export const listKeys = definePanelOperation({
  name: 'list-keys',
  summary: 'Lists the API keys of this channel and the available scopes.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    keys: list(keyEntry),
    scopes: list(
      object({
        name: scopeField,
        summary: text(),
        operations: list(text()),
        for_assistants: boolean({ description: 'Whether a key for an assistant starts with it.' }),
      }),
    ),
  }),
  failures: [],
  example: { input: {}, output: { keys: [], scopes: [] } },
  async handle({ caller, ctx }) {
    const operations = ctx.listOperations()
    return {
      keys: (await ctx.keys.list(caller.channel)).map(onPanel),
      scopes: Object.entries(scopes).map(([name, summary]) => ({
        name: name as Scope,
        summary,
        operations: operations.filter(({ scope }) => scope === name).map((operation) => operation.name),
        for_assistants: isForAssistants(name as Scope, operations),
      })),
    }
  },
})

const dayMs = 24 * 60 * 60 * 1000

export const createKey = definePanelOperation({
  name: 'create-key',
  summary: 'Creates an API key. The key is shown only in this answer.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({
    name: text({ min: 1, max: 100, cleaning: 'line', description: 'What it is for.' }),
    scopes: list(scopeField, { min: 1, max: 100, description: 'The scopes.' }),
    is_test: withDefault(boolean({ description: 'Whether it acts on the test channel.' }), false),
    expires_in_days: optional(integer({ min: 1, max: 3650, description: 'The number of days until it expires.' })),
    addresses: withDefault(
      list(text({ max: 60 }), { max: 50, description: 'Addresses and networks it may be used from; none means all.' }),
      [],
    ),
  }),
  output: object({ id: text(), key: text() }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Stream deck', scopes: ['chat:write'] },
    output: { id: 'key_1', key: 'sc_live_0123456789' },
  },
  async handle({ input, caller, ctx, commit }) {
    for (const entry of input.addresses) {
      const fault = addressFault(entry)
      if (fault !== undefined)
        throw new Failure('invalid_parameter', { message: panelErrors.invalidAddresses.of({ fault }) })
    }
    const days = input.expires_in_days
    return commit(async (tx) => {
      const { id, key } = await ctx.keys.create(tx, caller, {
        name: input.name,
        scopes: [...new Set(input.scopes)],
        isTest: input.is_test,
        expiresAt: days === undefined ? null : ctx.clock.now() + days * dayMs,
        addresses: input.addresses,
      })
      return { id, key }
    })
  },
})

const hourMs = 60 * 60 * 1000

export const rotateKey = definePanelOperation({
  name: 'rotate-key',
  summary: 'Creates a key with the same rights. The old one works for the hours of overlap.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({
    key_id: text({ max: 100, description: 'The key to replace.' }),
    overlap_hours: withDefault(
      integer({ min: 0, max: 24, description: 'How long the old key still works; 0 ends it now.' }),
      1,
    ),
  }),
  output: object({ id: text(), key: text() }),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { key_id: 'key_1' }, output: { id: 'key_2', key: 'sc_live_0123456789' } },
  async handle({ input, caller, ctx }) {
    const { id, key } = await ctx.keys.roll(caller, input.key_id, input.overlap_hours * hourMs)
    return { id, key }
  },
})

export const revokeKey = definePanelOperation({
  name: 'revoke-key',
  summary: 'Revokes a key at once and permanently.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({ key_id: text({ max: 100, description: 'The key to revoke.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { key_id: 'key_1' }, output: {} },
  async handle({ input, caller, ctx }) {
    await ctx.keys.revoke(caller, input.key_id)
    return {}
  },
})

export const getKeyUsage = definePanelOperation({
  name: 'get-key-usage',
  summary: 'Returns the usage of a key by hour, and what is left of its limits this minute.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({
    key_id: text({ max: 100, description: 'The key.' }),
    hours: withDefault(integer({ min: 1, max: 24 * 30, description: 'The number of hours.' }), 24),
  }),
  output: object({
    hours: list(object({ at: integer(), operation: text(), calls: integer(), failed: integer() })),
    quotas: list(object({ operation: text(), limit: integer(), remaining: integer(), resetSeconds: integer() })),
  }),
  failures: ['not_found'],
  example: { input: { key_id: 'key_1' }, output: { hours: [], quotas: [] } },
  async handle({ input, caller, ctx }) {
    const key = await ctx.keys.getById(caller.channel, input.key_id)
    const rows = await ctx.usage.of(caller.channel, key.id, input.hours)
    const used = ctx.listOperations().filter(({ scope }) => (key.scopes as ReadonlySet<string>).has(scope))
    const quotas = await Promise.all(used.map(({ name }) => ctx.quotas.find(key.id, name)))
    return {
      hours: rows.map(({ at, operation, calls, failed }) => ({ at, operation, calls, failed })),
      quotas: quotas.filter((quota) => quota !== undefined).filter(({ remaining, limit }) => remaining < limit),
    }
  },
})
