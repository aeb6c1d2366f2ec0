import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { allScopes, type Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { publishedEvents } from '../../registry/published-events.ts'
import { readTypes } from '../published-events/event-filter.ts'
import { findUnreadable, findWider, storedEvents } from './carried-events.ts'
import { webhookErrors as messages } from './messages.ts'
import type { Webhook } from './webhook-rows.ts'

/**
 * What a caller may have sent by a webhook. A key lets a webhook carry only what the key may read itself; otherwise it
 * could read everything by having it sent somewhere.
 */

/** Without a key, a person of the panel or the terminal, who may read everything. */
export function readableScopes({ may }: Caller): ReadonlySet<Scope> {
  return new Set(may === undefined ? allScopes : allScopes.filter((scope) => may(scope)))
}

/** Throws unless the caller may read everything that the webhook carries. */
export async function requireReadable(reader: Reader, webhook: Webhook, caller: Caller): Promise<void> {
  const unreadable = await findUnreadable(reader, webhook, readableScopes(caller))
  if (unreadable === undefined) return
  const { type, scope } = unreadable
  throw new Failure('missing_scope', {
    message: messages.needsScopes.of({ type, scope }),
    fields: { required_scope: scope },
  })
}

/** The names as they are stored: each is a type, or an area such as `points.*`, which may grow. */
export function requireTypes(types: readonly string[] | undefined, scopes: ReadonlySet<Scope>): void {
  if (types === undefined) {
    if (!storedEvents.some(({ scope }) => scopes.has(scope))) throw invalid(messages.nothingReadable.of())
    return
  }
  const live = publishedEvents.find(({ type, isStored }) => !isStored && types.includes(type))
  if (live !== undefined) throw invalid(messages.notStored.of({ type: live.type }))
  readTypes(types, scopes, storedEvents)
}

/** `after`: what the webhook may read with the change, from `scopesAfter`. */
export function requireChangedTypes(
  before: Webhook,
  types: readonly string[],
  after: ReadonlySet<Scope>,
  caller: Caller,
): void {
  requireTypes(types, readableScopes(caller))
  const wider = caller.may === undefined ? undefined : findWider(types, before, after)
  if (wider !== undefined) throw invalid(messages.onlyNarrower.of({ type: wider }))
}

/** What the webhook may read after a change: a key only narrows it, and a person decides. */
export function scopesAfter(
  before: Webhook,
  { url, types }: { readonly url?: string | undefined; readonly types?: readonly string[] | undefined },
  caller: Caller,
): ReadonlySet<Scope> {
  const scopes = readableScopes(caller)
  if (caller.may === undefined) return isSameTypes(types ?? before.types, before.types) ? before.scopes : scopes
  // Also with a new address: what waits from before must not arrive there unless this key may read it.
  return url === undefined && types === undefined
    ? before.scopes
    : new Set([...before.scopes].filter((scope) => scopes.has(scope)))
}

function isSameTypes(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  if (some === undefined || others === undefined) return some === others
  return some.every((type) => others.includes(type)) && others.every((type) => some.includes(type))
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
