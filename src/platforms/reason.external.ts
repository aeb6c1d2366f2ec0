import { redactSecrets } from '../contract/secret-shapes.ts'
import type { JsonObject } from './json-fields.ts'
import { platformMessages } from './messages.ts'

const longestReason = 200

/** The reason in an error answer, in whichever field the service puts it; one line of limited length. */
export function reasonIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return platformMessages.noReason()
  const { message, error_description: description, error } = body as JsonObject
  const inner = typeof error === 'object' && error !== null ? (error as JsonObject).message : error
  const reason = [message, description, inner].find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof reason !== 'string') return platformMessages.noReason()
  // A service may quote the token that it refuses, and the reason is shown to callers.
  return redactSecrets(reason).replace(/\s+/g, ' ').trim().slice(0, longestReason).replace(/\.$/, '')
}
