import { Failure } from '../../contract/failures.ts'
import type { JsonObject } from '../json-fields.ts'
import { reasonIn } from '../reason.external.ts'
import type { AccountOwner } from '../services.ts'
import { scopesMissing } from '../tokens.ts'
import { readScope } from './sign-in.external.ts'

/** The chat that was asked about is over, or there is none. */
export class ChatEnded extends Error {}

const endOfChat = ['liveChatEnded', 'liveChatDisabled', 'liveChatNotFound']
const outOfUnits = ['quotaExceeded', 'dailyLimitExceeded']
const tooFast = ['rateLimitExceeded', 'userRateLimitExceeded', 'userRequestsExceedRateLimit', 'RATE_LIMIT_EXCEEDED']
const tooLittleAllowed = ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions']
const switchedOff = ['accessNotConfigured', 'SERVICE_DISABLED']

/** Google's words for why not; a 403 alone may mean anything. */
export function reasonsIn(body: unknown): readonly string[] {
  const error = asRecord(asRecord(body).error)
  const lists = [error.errors, error.details].filter(Array.isArray)
  return lists.flat().flatMap((entry) => {
    const { reason } = asRecord(entry)
    return typeof reason === 'string' ? [reason] : []
  })
}

export function isOutOfUnits(body: unknown): boolean {
  return includesAny(body, outOfUnits)
}

export function isEndOfChat(body: unknown): boolean {
  return includesAny(body, endOfChat)
}

/** What a refusal means to whoever asked; an end of the day's units is dealt with before. */
export function failureOf(owner: AccountOwner, body: unknown, scope = readScope): Error {
  if (isEndOfChat(body)) return new ChatEnded(plainReason(body))
  if (includesAny(body, tooFast)) {
    return new Failure('platform_unavailable', { message: 'YouTube asks for a pause.' })
  }
  if (includesAny(body, tooLittleAllowed)) return scopesMissing(owner, [scope])
  const hint = includesAny(body, switchedOff)
    ? 'the YouTube Data API v3 is not switched on in the Google Cloud project of this server'
    : plainReason(body)
  return new Failure('platform_refused', { message: `YouTube refused: ${hint}.` })
}

function includesAny(body: unknown, known: readonly string[]): boolean {
  return reasonsIn(body).some((reason) => known.includes(reason))
}

/** Google puts links into its sentences. */
function plainReason(body: unknown): string {
  return reasonIn(body).replace(/<[^>]*>/g, '')
}

function asRecord(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {}
}
