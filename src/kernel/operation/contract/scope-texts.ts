import { type Message, message } from '../../text/message.ts'
import { allScopes, type Scope, scopes } from './scopes.ts'

/** What a person reads when choosing the scopes of a key. */
export const scopeTexts = Object.fromEntries(
  allScopes.map((scope) => [scope, message<string>(`scopes.${scope}`, scopes[scope])]),
) as Readonly<Record<Scope, Message<string>>>
