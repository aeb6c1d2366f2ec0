import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Names } from '../../registry/names.ts'
import type { Authenticate } from '../keys/authenticate.ts'
import type { Key } from '../keys/keys.ts'
import { quotaNameOf } from '../keys/quotas.ts'
import { type EventFilter, readPlatform, readTypes } from './event-filter.ts'
import { eventErrors } from './messages.ts'

/** Beside the operations, which all are called with POST. */
const scope: Scope = 'events:read'
/** A client that reconnects every second is not refused. */
export const opensPerMinute = 300

/** What a client may ask of a stream or a socket, as it sends it. */
export interface WantedEvents {
  readonly types?: readonly string[] | undefined
  readonly platform?: string | undefined
  readonly lastEventId?: string | undefined
}

export type EventAccess = ReturnType<typeof createEventAccess>

/** Who may follow the events of a channel, and which: the same checks in the same order as those of an operation. */
export function createEventAccess(needs: { authenticate: Authenticate; limiter: Limiter; names: Names }) {
  const { authenticate, limiter, names } = needs
  return {
    async keyOf(authorization: string | undefined, address: string): Promise<Key> {
      const key = await authenticate.key(authorization, address)
      const { allowed, resetSeconds } = await limiter.take(quotaNameOf(key, 'events'), opensPerMinute)
      const actor = `key:${key.id}`
      if (!authenticate.mayUseFrom(key, address)) throw new Failure('address_not_allowed', { actor })
      if (!key.scopes.has(scope)) {
        throw new Failure('missing_scope', {
          message: messages.scopeNeeded({ scope }),
          fields: { required_scope: scope },
          actor,
        })
      }
      if (allowed) return key
      const message = messages.rateLimited({ limit: opensPerMinute, seconds: resetSeconds })
      throw new Failure('rate_limited', { message, retryAfterSeconds: resetSeconds, actor })
    },

    filterOf({ scopes }: Key, { types, platform, lastEventId }: WantedEvents): EventFilter {
      requireShortId(lastEventId)
      return {
        types: types === undefined ? undefined : readTypes(types, scopes),
        platform: platform === undefined ? undefined : readPlatform(platform, names),
      }
    },
  }
}

/** `types=points.changed,chat.*&platform=PlatformA&last_event_id=…`. A secret in an address ends up in logs. */
export function wantedIn(query: URLSearchParams): WantedEvents {
  const given = (name: string) => query.get(name)?.trim() || undefined
  return {
    types: given('types')
      ?.split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
    platform: given('platform'),
    lastEventId: given('last_event_id'),
  }
}

const maxIdLength = 60

function requireShortId(id: string | undefined): void {
  if (id !== undefined && id.length > maxIdLength) {
    throw new Failure('invalid_parameter', { message: eventErrors.invalidEventId() })
  }
}
