/** What a program sends on the socket of events. */
export interface FirstSocketMessage {
  /** As in the header of a request. */
  readonly authorization: string
  readonly types: readonly string[] | undefined
  readonly platform: string | undefined
  readonly lastEventId: string | undefined
}

export interface CallMessage {
  readonly id: string | number
  readonly operation: string
  readonly input: unknown
  readonly idempotencyKey: unknown
}

const maxIdLength = 100

/** `{"key": …, "types"?, "platform"?, "last_event_id"?}`; undefined for anything else. */
export function readFirstMessage(text: string): FirstSocketMessage | undefined {
  const { key, types, platform, last_event_id: lastEventId } = recordIn(text)
  const list = typeof types === 'string' ? types.split(',').map((type) => type.trim()) : types
  if (typeof key !== 'string' || !isAbsentOr(platform, 'string') || !isAbsentOr(lastEventId, 'string')) return undefined
  if (!isAbsent(list) && !(Array.isArray(list) && list.every((type) => typeof type === 'string'))) return undefined
  return {
    authorization: `Bearer ${key}`,
    types: isAbsent(list) ? undefined : (list as string[]),
    platform: (platform as string | null) ?? undefined,
    lastEventId: (lastEventId as string | null) ?? undefined,
  }
}

/** The same from the header and the address of the handshake. A key in the address would end up in logs. */
export function firstMessageIn(authorization: string | undefined, url: string): FirstSocketMessage | undefined {
  if (authorization === undefined) return undefined
  const query = new URLSearchParams(url.split('?')[1])
  const given = (name: string) => query.get(name)?.trim() || undefined
  const types = given('types')?.split(',')
  return {
    authorization,
    types: types?.map((type) => type.trim()),
    platform: given('platform'),
    lastEventId: given('last_event_id'),
  }
}

/** `{"id": …, "operation": …, "input"?, "idempotency_key"?}`; undefined for anything else. */
export function readCall(text: string): CallMessage | undefined {
  const { id, operation, input, idempotency_key: idempotencyKey } = recordIn(text)
  const isId = (typeof id === 'string' && id.length <= maxIdLength) || (typeof id === 'number' && Number.isFinite(id))
  if (!isId || typeof operation !== 'string') return undefined
  return { id, operation, input: input ?? {}, idempotencyKey: idempotencyKey ?? undefined }
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function isAbsentOr(value: unknown, type: 'string'): boolean {
  return isAbsent(value) || typeof value === type
}
