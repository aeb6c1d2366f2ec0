import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { JsonObject } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import type { AccountOwner } from '../services/services.ts'
import { scopesMissing } from '../sign-in/account-failures.ts'
import { youtubeMessages } from './messages.ts'
import { readScope } from './sign-in.external.ts'

/** The chat has ended or does not exist. */
export class ChatEnded extends Error {}

const endOfChat = ['liveChatEnded', 'liveChatDisabled', 'liveChatNotFound']
const quotaExceeded = ['quotaExceeded', 'dailyLimitExceeded']
const rateLimited = ['rateLimitExceeded', 'userRateLimitExceeded', 'userRequestsExceedRateLimit', 'RATE_LIMIT_EXCEEDED']
const missingPermission = ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions']
const apiDisabled = ['accessNotConfigured', 'SERVICE_DISABLED']

/** Google's reason codes; a 403 alone has many meanings. */
export function reasonsIn(body: unknown): readonly string[] {
  const error = asRecord(asRecord(body).error)
  const lists = [error.errors, error.details].filter(Array.isArray)
  return lists.flat().flatMap((entry) => {
    const { reason } = asRecord(entry)
    return typeof reason === 'string' ? [reason] : []
  })
}

export function isQuotaExceeded(body: unknown): boolean {
  return includesAny(body, quotaExceeded)
}

export function isEndOfChat(body: unknown): boolean {
  return includesAny(body, endOfChat)
}

/** The error for the caller. An exhausted quota is handled before. */
export function failureOf(owner: AccountOwner, body: unknown, scope = readScope): Error {
  if (isEndOfChat(body)) return new ChatEnded(String(plainReason(body)))
  if (includesAny(body, rateLimited)) {
    return new Failure('platform_unavailable', { message: platformMessages.rateLimited.of({ service: 'YouTube' }) })
  }
  if (includesAny(body, missingPermission)) return scopesMissing(owner, [scope])
  const reason = includesAny(body, apiDisabled) ? youtubeMessages.apiDisabled.of() : plainReason(body)
  return new Failure('platform_refused', { message: platformMessages.refused.of({ service: 'YouTube', reason }) })
}

function includesAny(body: unknown, known: readonly string[]): boolean {
  return reasonsIn(body).some((reason) => known.includes(reason))
}

/** Google's messages contain links as HTML. */
function plainReason(body: unknown): string | Text {
  const reason = reasonIn(body)
  return typeof reason === 'string' ? reason.replace(/<[^>]*>/g, '') : reason
}

function asRecord(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {}
}
