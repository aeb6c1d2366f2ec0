import type { Scope } from '../../kernel/operation/contract/scopes.ts'

/** These have no operation of their own: the stream in OBS ends or starts with it, and the sandbox writes as anybody. */
const withoutOperation: ReadonlySet<Scope> = new Set(['obs:stream', 'sandbox:control'])

/**
 * Whether a key for an assistant starts with this scope. Viewers write what an assistant reads, and may talk it into
 * things: what takes something away has to be chosen by a person.
 */
export function isForAssistants(
  scope: Scope,
  operations: readonly { readonly scope: string; readonly destructive: boolean }[],
): boolean {
  return !withoutOperation.has(scope) && !operations.some((one) => one.scope === scope && one.destructive)
}
