import type { Clock } from '../../ambient.ts'
import type { Bus } from '../../bus/bus.ts'
import type { ActivityList, LoggedEvent } from '../../contract/events.ts'
import type { Platform } from '../../contract/platforms.ts'
import { type Reader, sql, type Writer } from '../../storage/database.ts'

export interface NewEvent {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
  readonly list?: ActivityList
  readonly platform?: Platform
  readonly viewerId?: number
  /** The platform's own id of what happened: a second delivery of it is dropped. */
  readonly externalId?: string
}

export interface Cause {
  readonly channel: { readonly id: number }
  readonly actor: string
  readonly requestId: string
}

interface EventRow {
  readonly seq: number
  readonly kind: string
  readonly platform: Platform | null
  readonly viewer_id: number | null
  readonly actor: string
  readonly request_id: string
  readonly at: number
  readonly data: string
}

const columns = 'seq, kind, platform, viewer_id, actor, request_id, at, data'
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
const findByExternalId = sql<{ channel: number; platform: string; externalId: string }, { seq: number }>(
  'SELECT seq FROM events WHERE channel_id = :channel AND platform = :platform AND external_id = :externalId',
)
// The places first: asked for the rows at once, SQLite walks the whole history backwards.
const listNewest = sql<{ channel: number; list: string; limit: number }, EventRow>(
  `SELECT ${columns} FROM events WHERE channel_id = :channel AND seq IN (
     SELECT seq FROM events WHERE channel_id = :channel AND list = :list ORDER BY seq DESC LIMIT :limit)
   ORDER BY seq DESC`,
)
const listAfter = sql<{ channel: number; after: number; limit: number }, EventRow>(
  `SELECT ${columns} FROM events WHERE channel_id = :channel AND seq > :after ORDER BY seq LIMIT :limit`,
)
const listBefore = sql<{ channel: number; before: number; limit: number }, EventRow>(
  `SELECT ${columns} FROM events WHERE channel_id = :channel AND seq < :before ORDER BY seq DESC LIMIT :limit`,
)

const listDeedsBefore = sql<{ channel: number; before: number; limit: number }, EventRow>(
  `SELECT ${columns} FROM events WHERE channel_id = :channel AND seq IN (
     SELECT seq FROM events WHERE channel_id = :channel AND list = 'deeds' AND seq < :before
     ORDER BY seq DESC LIMIT :limit)
   ORDER BY seq DESC`,
)

export type Events = ReturnType<typeof createEvents>

/** The one history: whatever happens is a row here, written in the same transaction as its cause. */
export function createEvents({ clock, bus }: { clock: Clock; bus: Bus }) {
  /** The event's place in its channel's history; undefined when the platform told it before. */
  async function append(tx: Writer, cause: Cause, event: NewEvent): Promise<number | undefined> {
    const channel = cause.channel.id
    const { platform, externalId } = event
    if (externalId !== undefined && platform !== undefined) {
      if ((await tx.get(findByExternalId, { channel, platform, externalId })) !== undefined) return undefined
    }
    return appendNew(tx, cause, event)
  }

  async function appendNew(tx: Writer, cause: Cause, event: NewEvent): Promise<number> {
    const channel = cause.channel.id
    const seq = await tx.next('event', channel)
    const at = clock.now()
    await tx.run(insertEvent, {
      channel,
      seq,
      kind: event.kind,
      list: event.list ?? (isDeed(cause.actor) ? 'deeds' : null),
      platform: event.platform ?? null,
      viewer: event.viewerId ?? null,
      externalId: event.externalId ?? null,
      actor: cause.actor,
      requestId: cause.requestId,
      at,
      data: JSON.stringify(event.data),
    })
    if (bus.hasListeners('event')) {
      const logged: LoggedEvent = {
        seq,
        kind: event.kind,
        platform: event.platform ?? null,
        viewerId: event.viewerId ?? null,
        actor: cause.actor,
        requestId: cause.requestId,
        at,
        data: event.data,
      }
      tx.onCommit(() => bus.publish('event', { channelId: channel, event: logged }))
    }
    return seq
  }

  return {
    append,
    appendNew,

    async newest(reader: Reader, channelId: number, list: ActivityList, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listNewest, { channel: channelId, list, limit })).map(asEvent)
    },

    /** Newest first. */
    async before(reader: Reader, channelId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listBefore, { channel: channelId, before: seq, limit })).map(asEvent)
    },

    /** What people did at the panel or in the terminal, newest first. */
    async deedsBefore(reader: Reader, channelId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listDeedsBefore, { channel: channelId, before: seq, limit })).map(asEvent)
    },

    async after(reader: Reader, channelId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
      return (await reader.all(listAfter, { channel: channelId, after: seq, limit })).map(asEvent)
    },
  }
}

/** A list of its own in the log, so that who changed what is found without walking through all that viewers do. */
function isDeed(actor: string): boolean {
  return actor === 'cli' || actor.startsWith('person:')
}

function asEvent(row: EventRow): LoggedEvent {
  const { viewer_id, request_id, data, ...rest } = row
  return { ...rest, viewerId: viewer_id, requestId: request_id, data: JSON.parse(data) as Record<string, unknown> }
}
