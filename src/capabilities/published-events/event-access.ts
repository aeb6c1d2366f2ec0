import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Names } from '../../registry/names.ts'
import { publishedEvents } from '../../registry/published-events.ts'
import { type CheckKey, type KeyTarget, requireScope } from '../keys/key-checks.ts'
import type { Key } from '../keys/keys.ts'
import { type EventFilter, readPlatform, readTypes } from './event-filter.ts'
import { readerOf } from './event-reader.ts'
import { eventErrors } from './messages.ts'

/** Beside the operations, which all are called with POST. */
const scope: Scope = 'events:read'
/** A client that reconnects every second is not refused. */
export const opensPerMinute = 300

const following: KeyTarget = {
  name: 'events',
  effect: 'none',
  ratePerMinute: opensPerMinute,
  grants: 'nothing',
  require: (key) => requireScope(key, scope),
}

/** What a client may ask of a stream or a socket, as it sends it. */
export interface WantedEvents {
  readonly types?: readonly string[] | undefined
  readonly platform?: string | undefined
  readonly lastEventId?: string | undefined
}

export type EventAccess = ReturnType<typeof createEventAccess>

/** Who may follow the events of a channel, and which. */
export function createEventAccess({ checkKey, names }: { checkKey: CheckKey; names: Names }) {
  return {
    keyOf: (authorization: string | undefined, address: string): Promise<Key> =>
      checkKey(following, authorization, address),

    filterOf(key: Key, { types, platform, lastEventId }: WantedEvents): EventFilter {
      requireShortId(lastEventId)
      const { scopes, stateTypes } = readerOf(key)
      // For the link of a deck there are no other types.
      const offered = publishedEvents.filter(({ type }) => stateTypes?.has(type) ?? true)
      return {
        types: types === undefined ? undefined : readTypes(types, scopes, offered),
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
    throw new Failure('invalid_parameter', { message: eventErrors.invalidEventId.of() })
  }
}
