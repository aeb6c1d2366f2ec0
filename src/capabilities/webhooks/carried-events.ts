import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import { type PublishedEvent, publishedEvents } from '../../registry/published-events.ts'
import { matchingTypes } from '../published-events/event-filter.ts'
import { deliveryRows } from './delivery-rows.ts'
import type { Webhook } from './webhook-rows.ts'

export const storedEvents = publishedEvents.filter(({ isStored }) => isStored)

/**
 * An event that the webhook carries and that these scopes may not read. A webhook carries what its types and scopes let
 * through, and the deliveries that are kept: these may be of types that it had before, and can be sent again.
 */
export async function findUnreadable(
  reader: Reader,
  webhook: Webhook,
  scopes: ReadonlySet<Scope>,
): Promise<Unreadable | undefined> {
  const hidden = storedEvents.flatMap((event) => missingFor(event, webhook, scopes) ?? [])
  if (hidden.length === 0) return undefined
  const types = webhook.types ?? hidden.map(({ type }) => type)
  const sent = matchingTypes(types, webhook.scopes, storedEvents)
  const now = hidden.find(({ type }) => sent.has(type))
  if (now !== undefined) return now
  const kept = new Set(await deliveryRows.listTypes(reader, webhook))
  return hidden.find(({ type }) => kept.has(type))
}

interface Unreadable {
  readonly type: string
  /** What is missing to read it. */
  readonly scope: Scope
}

function missingFor(event: PublishedEvent, webhook: Webhook, scopes: ReadonlySet<Scope>): Unreadable | undefined {
  const { type, scope, withheld } = event
  if (!scopes.has(scope)) return { type, scope }
  const isWhole = withheld !== undefined && webhook.scopes.has(withheld.scope)
  return isWhole && !scopes.has(withheld.scope) ? { type, scope: withheld.scope } : undefined
}

/** Of these names the first that lets something through which the webhook does not carry now, or may carry later. */
export function findWider(
  names: readonly string[],
  { types }: Pick<Webhook, 'types'>,
  scopes: ReadonlySet<Scope>,
): string | undefined {
  const isNamed = (name: string) =>
    types?.some((known) => known === name || (known.endsWith('.*') && name.startsWith(known.slice(0, -1)))) ?? true
  return names.find((name) => !isNamed(name) || matchingTypes([name], scopes, storedEvents).size === 0)
}
