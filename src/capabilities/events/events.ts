import type { ActivityList } from '../../definitions/define-event.ts'
import type { EventGroup } from '../../definitions/event-groups.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import { type Reader, type Statement, sql, type Writer } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { EventTexts, KnownEvent, LoggedEvent, NewEvent } from '../../registry/events.ts'
import { auditList, type EventRow, eventColumns, readEvent, textsField } from './event-rows.ts'
import { addToTotal, countedIn } from './event-totals.ts'
import { isPastEvent } from './past-events.ts'
import { findLinkedUserid } from './viewer-ids.ts'

export interface Cause {
  readonly channel: { readonly id: number }
  readonly actor: string
  readonly requestId: string
}

/** A new event of any kind. */
interface AnyNewEvent {
  readonly kind: string
  readonly data: object
  readonly texts?: EventTexts | undefined
  readonly platform?: Platform
  readonly viewerId?: number
  readonly externalId?: string
}

const insertEvent = sql<{
  channel: number
  seq: number
  kind: string
  list: string | null
  platform: string | null
  viewer: number | null
  externalId: string | null
  actor: string
  requestId: string
  at: number
  data: string
}>(
  `INSERT INTO events (channel_id, seq, kind, list, platform, viewer_id, external_id, actor, request_id, at, data)
   VALUES (:channel, :seq, :kind, :list, :platform, :viewer, :externalId, :actor, :requestId, :at, :data)`,
)
const findOnPlatform = sql<{ channel: number; platform: string; externalId: string }, { seq: number }>(
  'SELECT seq FROM events WHERE channel_id = :channel AND platform = :platform AND external_id = :externalId',
)
const findWithoutPlatform = sql<{ channel: number; externalId: string }, { seq: number }>(
  'SELECT seq FROM events WHERE channel_id = :channel AND platform IS NULL AND external_id = :externalId',
)
// The seqs are selected first: with the rows in one query, SQLite scans the whole history backwards.
const listNewest = sql<{ channel: number; list: string; limit: number }, EventRow>(
  `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND seq IN (
     SELECT seq FROM events WHERE channel_id = :channel AND list = :list ORDER BY seq DESC LIMIT :limit)
   ORDER BY seq DESC`,
)
const listAfter = sql<{ channel: number; after: number; limit: number }, EventRow>(
  `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND seq > :after ORDER BY seq LIMIT :limit`,
)
const listAuditBefore = sql<{ channel: number; before: number; limit: number }, EventRow>(
  `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND seq IN (
     SELECT seq FROM events WHERE channel_id = :channel AND list = '${auditList}' AND seq < :before
     ORDER BY seq DESC LIMIT :limit)
   ORDER BY seq DESC`,
)
const findNumbered = sql<{ channel: number; seq: number }, EventRow>(
  `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND seq = :seq`,
)
const findLastSeq = sql<{ channel: number }, { seq: number }>(
  'SELECT last_event AS seq FROM channels WHERE id = :channel',
)

type Span = { channel: number; from: number; before: number; limit: number }

/** The number of seqs that one statement scans, and the limit for one page. */
const spanLength = 2_000
const maxWalked = 100_000
const readAtOnce = 200
/** The number of rows that one page reads to find matches. */
const maxRead = 2_000

export interface EventPage {
  readonly events: LoggedEvent[]
  /** Where the next page starts; null at the beginning of the log. */
  readonly nextBefore: number | null
}

/** Gets the events that this node wrote, after their commit. */
export type AppendedListener = (channelId: number, event: KnownEvent) => void

/** Gets the events that this node writes, in their transaction. */
export type AppendingListener = (tx: Writer, channelId: number, event: KnownEvent) => Promise<void> | undefined

export type Events = ReturnType<typeof createEvents>

/** The event log: every event is a row, written in the same transaction as its cause. */
export function createEvents({ clock, bus }: { clock: Clock; bus: Bus }) {
  const appended = new Set<AppendedListener>()
  const appending = new Set<AppendingListener>()
  /** The causes of audit entries that a transaction has written so far. */
  const audited = new WeakMap<Writer, Set<string>>()

  /** Returns the event's seq in its channel's log. */
  async function appendNew(tx: Writer, cause: Cause, event: NewEvent): Promise<number> {
    const channel = cause.channel.id
    const { platform, viewerId, externalId, kind, texts }: AnyNewEvent = event
    const definition = eventRegistry.find(kind)
    const asked = findLinkedUserid(tx, channel, definition, { platform, viewerId })
    const userid = asked === undefined ? undefined : await asked
    const data = userid === undefined ? event.data : { ...event.data, userid }
    const isAudited = definition?.audit !== false && isPerson(cause.actor)
    const list = definition?.list?.(platform) ?? (isAudited ? auditList : null)
    const seq = await tx.next('event', channel)
    const at = clock.now()
    await tx.run(insertEvent, {
      channel,
      seq,
      kind,
      list,
      platform: platform ?? null,
      viewer: viewerId ?? null,
      externalId: externalId ?? null,
      actor: cause.actor,
      requestId: cause.requestId,
      at,
      data: JSON.stringify(texts === undefined ? data : { ...data, [textsField]: texts }),
    })
    if (list === auditList) noteAudited(tx, cause)
    const counted = isPastEvent(cause) ? undefined : countedIn(kind, data)
    if (counted !== undefined) await tx.run(addToTotal, { channel, ...counted })
    if (appended.size > 0 || appending.size > 0 || bus.hasListeners('event')) {
      const { actor, requestId } = cause
      const record = { seq, platform: platform ?? null, viewerId: viewerId ?? null, actor, requestId, at }
      const logged = { ...record, kind, data, ...(texts !== undefined && { texts }) } as KnownEvent
      tx.onCommit(() => {
        bus.publish('event', { channelId: channel, event: logged })
        for (const listener of appended) listener(channel, logged)
      })
      for (const listener of appending) {
        const work = listener(tx, channel, logged)
        // Most events concern none of them, and do not wait for a turn.
        if (work !== undefined) await work
      }
    }
    return seq
  }

  async function isRepeat(reader: Reader, channel: number, platform: Platform | undefined, externalId: string) {
    const found =
      platform === undefined
        ? await reader.get(findWithoutPlatform, { channel, externalId })
        : await reader.get(findOnPlatform, { channel, platform, externalId })
    return found !== undefined
  }

  function noteAudited(tx: Writer, cause: Cause): void {
    const causes = audited.get(tx) ?? new Set()
    audited.set(tx, causes.add(keyOf(cause)))
  }

  return {
    appendNew,

    /** For what must happen once in a cluster: only the node that wrote an event calls its listeners. */
    onAppended(listener: AppendedListener): () => void {
      appended.add(listener)
      return () => void appended.delete(listener)
    },

    /** For rows that must be there if and only if the event is. A listener awaits nothing but statements of `tx`. */
    onAppending(listener: AppendingListener): () => void {
      appending.add(listener)
      return () => void appending.delete(listener)
    },

    /** Whether an event with this external id exists; without a platform, one that no platform reported. */
    isRepeat,

    /**
     * Makes sure that this transaction holds an audit entry of its cause: an operation that changed nothing, and so
     * wrote no event of its own, gets a plain one.
     */
    async ensureAudited(tx: Writer, cause: Cause, operation: string): Promise<void> {
      if (audited.get(tx)?.has(keyOf(cause))) return
      await appendNew(tx, cause, { kind: 'panel.called', data: { operation } })
    },

    async newest(reader: Reader, channelId: number, list: ActivityList, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listNewest, { channel: channelId, list, limit })).map(readEvent)
    },

    /** The number of the newest event; 0 in an empty log. */
    async lastSeq(reader: Reader, channelId: number): Promise<number> {
      return (await reader.get(findLastSeq, { channel: channelId }))?.seq ?? 0
    },

    async after(reader: Reader, channelId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listAfter, { channel: channelId, after: seq, limit })).map(readEvent)
    },

    /** The events with these numbers, in this order; those that are no longer kept are left out. */
    async numbered(reader: Reader, channelId: number, seqs: readonly number[]): Promise<LoggedEvent[]> {
      const rows = await Promise.all(seqs.map((seq) => reader.get(findNumbered, { channel: channelId, seq })))
      return rows.flatMap((row) => (row === undefined ? [] : readEvent(row)))
    },

    /** Audit entries of the panel and the command line, newest first. */
    async auditBefore(reader: Reader, channelId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listAuditBefore, { channel: channelId, before: seq, limit })).map(readEvent)
    },

    /**
     * Newest first, only events that this role may read. Kinds are filtered in SQL, range by range: a page finds
     * rare events without reading all rows between them, and never scans the whole log.
     */
    async page(
      reader: Reader,
      channelId: number,
      wanted: {
        readonly role: PanelRole
        readonly limit: number
        readonly before?: number | undefined
        readonly group?: EventGroup | undefined
        matches?(event: LoggedEvent): boolean
      },
    ): Promise<EventPage> {
      const { role, limit, group, matches = () => true } = wanted
      const statement = statementFor(role, group)
      const lastSeq = (await reader.get(findLastSeq, { channel: channelId }))?.seq ?? 0
      const start = Math.min(wanted.before ?? Number.POSITIVE_INFINITY, lastSeq + 1)
      const events: LoggedEvent[] = []
      let before = start
      for (let read = 0; before > 1 && read < maxRead && start - before < maxWalked; ) {
        const from = Math.max(before - spanLength, 1)
        const rows = await reader.all(statement, { channel: channelId, from, before, limit: readAtOnce })
        for (const row of rows) {
          const event = readEvent(row)
          if (matches(event)) events.push(event)
          if (events.length === limit) return { events, nextBefore: row.seq }
        }
        read += rows.length
        // SQLite queries run synchronously: without a pause, a long scan would block the event loop.
        await letOthersRun()
        before = rows.length === readAtOnce ? (rows.at(-1)?.seq ?? from) : from
      }
      return { events, nextBefore: before > 1 ? before : null }
    },
  }
}

const statements = new Map<string, Statement<Span, EventRow>>()

/** One statement for each role and group, created on first use. */
function statementFor(role: PanelRole, group: EventGroup | undefined): Statement<Span, EventRow> {
  const key = `${role} ${group ?? ''}`
  const known = statements.get(key)
  if (known !== undefined) return known
  const made = sql<Span, EventRow>(
    `SELECT ${eventColumns} FROM events
     WHERE channel_id = :channel AND seq >= :from AND seq < :before AND ${conditionFor(role, group)}
     ORDER BY seq DESC LIMIT :limit`,
  )
  statements.set(key, made)
  return made
}

function conditionFor(role: PanelRole, group: EventGroup | undefined): string {
  const reader = { role }
  const readable = eventRegistry.kindsFor(reader).filter((kind) => group === undefined || isIn(kind, group))
  // Events of unknown kinds are only for roles that may read them; they belong to one group.
  const takesUnknown = eventRegistry.mayReadUnknown(reader) && (group === undefined || isIn('', group))
  if (!takesUnknown) return `kind IN (${quoted(readable)})`
  const others = eventRegistry.definitions.map(({ kind }) => kind).filter((kind) => !readable.includes(kind))
  return others.length === 0 ? '1 = 1' : `kind NOT IN (${quoted(others)})`
}

function isIn(kind: string, group: EventGroup): boolean {
  return eventRegistry.groupOf(kind) === group
}

/** Kinds are constants of ours: letters, dots and hyphens. */
function quoted(kinds: readonly string[]): string {
  return kinds.map((kind) => `'${kind}'`).join(', ')
}

function isPerson(actor: string): boolean {
  return actor === 'cli' || actor.startsWith('person:')
}

function keyOf({ actor, requestId }: Cause): string {
  return `${actor} ${requestId}`
}
