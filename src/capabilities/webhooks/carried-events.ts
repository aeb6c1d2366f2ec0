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
): Promise<PublishedEvent | undefined> {
  const hidden = storedEvents.filter(({ scope }) => !scopes.has(scope))
  if (hidden.length === 0) return undefined
  const sent = matchingTypes(webhook.types ?? hidden.map(({ type }) => type), webhook.scopes, hidden)
  const now = hidden.find(({ type }) => sent.has(type))
  if (now !== undefined) return now
  const kept = new Set(await deliveryRows.listTypes(reader, webhook))
  return hidden.find(({ type }) => kept.has(type))
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
