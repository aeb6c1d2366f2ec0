import type { Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { eventRegistry, storedKind } from '../../registry/event-registry.ts'
import type { EventTexts, KnownEvent, LoggedEvent, SentEvent } from '../../registry/events.ts'

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

/** Beside the data of a row: no field of an event has such a name. */
export const textsField = '$texts'

type StoredData = Readonly<Record<string, unknown>> & { [textsField]?: EventTexts }

/** Converts rows to typed events: a row that does not match its definition is an unknown event. */
export function readEvent(row: EventRow): LoggedEvent {
  const { seq, kind, platform, viewer_id: viewerId, actor, request_id: requestId, at } = row
  const data = JSON.parse(row.data) as StoredData
  const texts = data[textsField]
  if (texts !== undefined) delete data[textsField]
  const stored = { platform, actor, data }
  const record = { seq, viewerId, requestId, at, ...(texts !== undefined && { texts }) }
  const known = eventRegistry.readStored(kind, stored)
  if (known === undefined) return { ...record, ...stored, kind: 'unknown', storedKind: kind }
  return { ...record, ...known, kind } as KnownEvent
}

/** An event as the panel receives it, with its stored kind, and with texts for its reader. */
export function sentEvent(event: LoggedEvent): SentEvent {
  const { seq, platform, viewerId, actor, requestId, at } = event
  return { seq, kind: storedKind(event), platform, viewerId, actor, requestId, at, data: dataForReader(event) }
}

function dataForReader({ data, texts }: LoggedEvent): Readonly<Record<string, unknown>> {
  if (texts === undefined) return data
  const read = structuredClone(data) as Record<string, unknown>
  for (const [path, stored] of Object.entries(texts)) setText(read, path.split('.'), readText(stored))
  return read
}

/** Does nothing where the data has no such place. */
function setText(data: object, [name = '', ...rest]: readonly string[], text: Text): void {
  const fields = data as Record<string, unknown>
  const inner = fields[name]
  if (rest.length === 0) fields[name] = text
  else if (typeof inner === 'object' && inner !== null) setText(inner, rest, text)
}
