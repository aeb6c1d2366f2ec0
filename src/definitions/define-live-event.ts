import type { PanelRole } from '../kernel/operation/contract/panel-roles.ts'
import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { Schema } from '../kernel/schema/schema.ts'
import type { Published } from './define-event.ts'

/**
 * One kind of event that is sent to whoever is connected and never stored, because there are too many of them or because
 * they are of no use later. Everything else is an event of the log (`define-event.ts`).
 */
export interface LiveEventDefinition<K extends string = string, D extends Schema<object> = Schema<object>> {
  /** Its name for readers; no event of the log has the same. */
  readonly kind: K
  readonly title: () => string
  readonly data: D
  /** The lowest panel role, and the scope of a key, that may read it. */
  readonly readableBy: { readonly role: PanelRole; readonly scope: Scope }
  readonly published: Published<D>
}

export function defineLiveEvent<const K extends string, D extends Schema<object>>(
  definition: LiveEventDefinition<K, D>,
): LiveEventDefinition<K, D> {
  return definition
}
