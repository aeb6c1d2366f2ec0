import type { Platform } from '../../platforms/contract/platforms.ts'
import { eventRegistry, storedKind } from '../../registry/event-registry.ts'
import type { KnownEvent, LoggedEvent, SentEvent } from '../../registry/events.ts'

export interface EventRow {
  readonly seq: number
  readonly kind: string
  readonly platform: Platform | null
  readonly viewer_id: number | null
  readonly actor: string
  readonly request_id: string
  readonly at: number
  readonly data: string
}

/** The name in the database of the list of audit entries. */
export const auditList = 'deeds'

export const eventColumns = 'seq, kind, platform, viewer_id, actor, request_id, at, data'

/** Converts rows to typed events: a row that does not match its definition is an unknown event. */
export function readEvent(row: EventRow): LoggedEvent {
  const { seq, kind, platform, viewer_id: viewerId, actor, request_id: requestId, at } = row
  const stored = { platform, actor, data: JSON.parse(row.data) as Readonly<Record<string, unknown>> }
  const record = { seq, viewerId, requestId, at }
  const known = eventRegistry.readStored(kind, stored)
  if (known === undefined) return { ...record, ...stored, kind: 'unknown', storedKind: kind }
  return { ...record, ...known, kind } as KnownEvent
}

/** An event as the panel receives it, with its stored kind. */
export function sentEvent(event: LoggedEvent): SentEvent {
  const { seq, platform, viewerId, actor, requestId, at } = event
  return { seq, kind: storedKind(event), platform, viewerId, actor, requestId, at, data: { ...event.data } }
}
