import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { MessagePart } from '../../kernel/text/message.ts'
import { discordMessages } from './messages.ts'

const missingAccess = 50001
const missingPermission = 50013
const notInVoice = 40032
/** The code of the body, with the name of what does not exist. */
const unknownThings: ReadonlyMap<number, MessagePart> = new Map<number, MessagePart>([
  [10003, discordMessages.channel],
  [10004, discordMessages.server],
  [10007, discordMessages.member],
  [10008, discordMessages.message],
  [10011, discordMessages.role],
  [10013, discordMessages.member],
])
const maxReasonLength = 300

/** Discord answered that it does not do this. */
export class DiscordRefusal extends Failure {
  readonly discordStatus: number
  readonly discordCode: number | undefined

  constructor(status: number, body: unknown) {
    const { code, message, errors } = fieldsOf(body)
    const unknown = unknownThings.get(code ?? 0)
    if (unknown !== undefined) {
      super('discord_not_found', { message: discordMessages.unknownThing.of({ thing: unknown }) })
    } else if (code === notInVoice) {
      super('discord_not_found', { message: discordMessages.notInVoice.of() })
    } else if (status === 404) {
      super('discord_not_found', { message: discordMessages.unknownThing.of({ thing: discordMessages.object.of() }) })
    } else if (code === missingAccess) {
      super('discord_refused', { message: discordMessages.missingAccess.of() })
    } else if (code === missingPermission) {
      super('discord_refused', { message: discordMessages.missingPermission.of() })
    } else {
      const reason = (firstError(errors) ?? message)?.slice(0, maxReasonLength) ?? discordMessages.status.of({ status })
      super('discord_refused', { message: discordMessages.refused.of({ reason }) })
    }
    this.discordStatus = status
    this.discordCode = code
  }
}

function fieldsOf(body: unknown): { code?: number; message?: string; errors?: unknown } {
  if (typeof body !== 'object' || body === null) return {}
  const { code, message, errors } = body as { code?: unknown; message?: unknown; errors?: unknown }
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { message }),
    errors,
  }
}

/** Errors of fields are nested by the names of the fields; the sentence is in `_errors`. */
function firstError(errors: unknown, path = '', depth = 0): string | undefined {
  if (typeof errors !== 'object' || errors === null || depth > 8) return undefined
  for (const [name, inner] of Object.entries(errors)) {
    if (name === '_errors' && Array.isArray(inner)) {
      const message: unknown = (inner[0] as { message?: unknown } | undefined)?.message
      if (typeof message === 'string') return path === '' ? message : `${path}: ${message}`
    }
    const found = firstError(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The seconds to wait after a 429, and whether they hold for every request of the bot. */
export function limitIn(headers: Headers, body: unknown): { waitMs: number; isGlobal: boolean } {
  const fields = typeof body === 'object' && body !== null ? (body as { retry_after?: unknown; global?: unknown }) : {}
  const given = Number(fields.retry_after ?? headers.get('retry-after') ?? 1)
  const seconds = Number.isFinite(given) ? Math.min(Math.max(given, 0), 3600) : 1
  return { waitMs: seconds * 1000, isGlobal: fields.global === true || headers.get('x-ratelimit-global') === 'true' }
}

/** What an answer says about the bucket of its route. */
export interface BucketReport {
  readonly bucket: string
  readonly remaining: number
  readonly resetMs: number
}

export function bucketIn(headers: Headers): BucketReport | undefined {
  const bucket = headers.get('x-ratelimit-bucket')
  const remaining = Number(headers.get('x-ratelimit-remaining'))
  const reset = Number(headers.get('x-ratelimit-reset-after'))
  if (bucket === null || !Number.isFinite(remaining) || !Number.isFinite(reset)) return undefined
  return { bucket, remaining, resetMs: Math.max(0, reset * 1000) }
}
