import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { PublishedEvent } from '../../registry/published-events.ts'
import { stateEventsOf } from '../decks/contract/deck-states.ts'
import type { Key } from '../keys/keys.ts'

/** Who reads events, by whichever carrier. */
export interface EventReader {
  readonly scopes: ReadonlySet<Scope>
  /**
   * The only types that it follows, and without their data: those after which a deck reads the states of its buttons.
   * Whoever has the link of a deck sees what its buttons show, and nothing else of their scopes.
   */
  readonly stateTypes?: ReadonlySet<string> | undefined
}

/** How much of the data of an event a reader gets; `reduced`: without what needs a second scope. */
export type EventDetail = 'all' | 'reduced' | 'none'

export function readerOf({ scopes, deckId, operations }: Pick<Key, 'scopes' | 'deckId' | 'operations'>): EventReader {
  return deckId === null ? { scopes } : { scopes, stateTypes: stateEventsOf(operations ?? new Set()) }
}

export function canRead({ scopes, stateTypes }: EventReader, { type, scope }: PublishedEvent): boolean {
  return scopes.has(scope) && (stateTypes?.has(type) ?? true)
}

export function detailFor({ scopes, stateTypes }: EventReader, { withheld }: PublishedEvent): EventDetail {
  if (stateTypes !== undefined) return 'none'
  return withheld === undefined || scopes.has(withheld.scope) ? 'all' : 'reduced'
}
