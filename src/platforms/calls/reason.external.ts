import type { Text } from '../../kernel/text/message.ts'
import { redactSecrets } from '../../kernel/text/secret-shapes.ts'
import { platformMessages } from '../messages.ts'
import type { JsonObject } from './json-fields.ts'

const longestReason = 200

/** The reason in an error answer, in whichever field the service puts it; one line of limited length. */
export function reasonIn(body: unknown): string | Text {
  return reasonsIn(body)[0] ?? platformMessages.noReason.of()
}

/** Everything in an error answer that may be its reason, the most specific first. */
export function reasonsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  const { data, message, error_description: description, error } = body as JsonObject
  const inner = typeof error === 'object' && error !== null ? (error as JsonObject).message : error
  // Kick puts the reason into `data`, beside a general `message`: {"data":"Channel not found","message":"Bad request"}.
  return [data, message, description, inner].flatMap((text) => (typeof text === 'string' ? lineOf(text) || [] : []))
}

/** A service may quote the token that it refuses, and the reason is shown to callers. */
function lineOf(text: string): string {
  return redactSecrets(text).replace(/\s+/g, ' ').trim().slice(0, longestReason).replace(/\.$/, '')
}
