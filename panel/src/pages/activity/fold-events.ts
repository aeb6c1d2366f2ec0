import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import type { EventKind } from '../../../../src/registry/events.ts'
import type { LogEvent } from '../../state.ts'

/** Events that one request caused on several platforms, as one row. */
export interface FoldedEvent extends LogEvent {
  readonly platforms: readonly NonNullable<LogEvent['platform']>[]
}

/** Expects and returns the newest event first. */
export function fold(events: readonly LogEvent[]): FoldedEvent[] {
  const folded: FoldedEvent[] = []
  for (const event of events) {
    const platforms = event.platform === null ? [] : [event.platform]
    const at = event.platform === null ? -1 : folded.findLastIndex((one) => isSameAction(one, event))
    const same = folded[at]
    if (same === undefined) folded.push({ ...event, platforms })
    else folded[at] = { ...same, platforms: [...platforms, ...same.platforms] }
  }
  return folded
}

function isSameAction(one: LogEvent, other: LogEvent): boolean {
  return (
    one.requestId === other.requestId &&
    one.kind === other.kind &&
    one.actor === other.actor &&
    Math.abs(one.at - other.at) < oneActionMs &&
    eventRegistry.sentenceOf(one) === eventRegistry.sentenceOf(other)
  )
}

/** A row that stands for many: those of one request, or of one import. */
export interface BulkRow {
  readonly event: FoldedEvent
  /** The other events, newest first; empty for an ordinary row. */
  readonly others: readonly FoldedEvent[]
}

const minBulk = 3

/** Bulk work as one row each: what one request did to many, and the batches of an import. Newest first. */
export function foldBulk(events: readonly FoldedEvent[]): BulkRow[] {
  const groups = Map.groupBy(events, (event) => bulkKey(event))
  const rows: BulkRow[] = []
  const shown = new Set<string>()
  for (const event of events) {
    const key = bulkKey(event)
    const group = groups.get(key) ?? []
    const isImport = event.kind === importKind
    if (group.length < (isImport ? 2 : minBulk)) rows.push({ event, others: [] })
    else if (!shown.has(key)) {
      shown.add(key)
      rows.push({ event: isImport ? wholeImport(event, group) : event, others: group.slice(1) })
    }
  }
  return rows
}

const importKind: EventKind = 'viewers.imported'

/** Batches of an import follow each other closely; a second import of the same hour is shown with the first. */
function bulkKey({ kind, actor, requestId, seq, at, platform }: FoldedEvent): string {
  if (kind === importKind) return `${kind} ${actor} ${platform} ${Math.floor(at / importSpanMs)}`
  return requestId === '' ? `${seq}` : `${requestId} ${kind}`
}

/** The sums of all batches. */
function wholeImport(event: FoldedEvent, batches: readonly FoldedEvent[]): FoldedEvent {
  const sum = (name: string) => batches.reduce((total, { data }) => total + Number(data[name] ?? 0), 0)
  const names = ['lines', 'created', 'changed', 'unchanged', 'failed']
  return { ...event, data: { ...event.data, ...Object.fromEntries(names.map((name) => [name, sum(name)])) } }
}

/** What an import did to each viewer is in the history of the viewer; here the import is one row. */
export function isPartOfImport({ actor }: Pick<LogEvent, 'actor'>): boolean {
  return actor.startsWith('import:')
}

/** Without rows that only repeat another row of the same request, where space is short. */
export function withoutRepeats(events: readonly FoldedEvent[]): FoldedEvent[] {
  const shown = new Set(events.map(({ requestId, kind }) => `${requestId} ${kind}`))
  return events.filter(({ requestId, kind }) => !repeats.get(kind)?.some((other) => shown.has(`${requestId} ${other}`)))
}

const oneActionMs = 60_000
const importSpanMs = 60 * 60_000
const repeats: ReadonlyMap<string, readonly EventKind[]> = new Map<EventKind, readonly EventKind[]>([
  ['cue.donation', ['donation']],
  ['subscription.received', ['subscription.gifts']],
  ['chat.sent', ['clip.created', 'command.ran']],
])
