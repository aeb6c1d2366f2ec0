import type { Clock } from '../../ambient.ts'
import type { Bus } from '../../bus/bus.ts'
import type { LoggedEvent } from '../../contract/events.ts'
import type { LiveEvent } from '../../contract/live-events.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { type Envelope, type Envelopes, eventId, seqOfId } from './envelope.ts'
import type { EventFilter } from './event-filter.ts'
import { createViews, type Unsent, type View, type ViewMember, type Views } from './views.ts'

/** How far back a stream can resume. */
export const resumeMs = 24 * 60 * 60 * 1000
const pageLength = 200
/** Of several nodes: the bus can lose a message, for example of a node that was killed after its commit. */
const checkEveryMs = 1_000
const retryMs = 1_000
/**
 * While events come all the time, those of this long are sent together, which saves most writes. It is the time of one
 * picture of a screen with 60 a second, so that nobody sees it.
 */
const paceMs = 16
/** Where thousands happen in a second, three pictures: the writes then cost more than everything else. */
const slowPaceMs = 48
const manyEvents = 64

/** Why a stream does not continue where it was: the event is older than 24 hours, or not of this channel. */
export type GapReason = 'too_old' | 'unknown_event'

/** A program that receives events, by whichever carrier. */
export interface EventReceiver {
  /** The scopes of its key. */
  readonly scopes: ReadonlySet<Scope>
  readonly filter: EventFilter
  /** The id of the last event that it has; undefined: it wants what happens from now on. */
  readonly lastEventId: string | undefined
  /** Several that happened together. The list is the same object for everyone who receives the same events. */
  send(envelopes: readonly Envelope[]): void
  /** Events between `lastEventId` and `id` were missed. */
  sendGap(reason: GapReason, id: string): void
  /** It has everything up to this event, and gets the next ones as they happen. */
  onLive(id: string): void
  /** Nothing more comes: the log could not be read. */
  onFailure(error: unknown): void
  /** Waits until it has read most of what it was sent; false when it is gone. */
  waitForRoom(): Promise<boolean>
}

interface Member extends ViewMember {
  readonly receiver: EventReceiver
  readonly view: View<Member>
  /** The event of the log after which it began or, while it resumes, the last one that it has. */
  seq: number
  isLive: boolean
  isGone: boolean
}

/** What a node knows about the log of a channel that somebody follows. */
interface Room {
  readonly channel: Channel
  readonly views: Views<Member>
  /** The last event that was sent to live members or is among the unsent; undefined until it was read. */
  last: number | undefined
  /** Sent together at the end of this turn of the event loop, or a moment later while many happen. */
  unsent: Unsent[]
  /** When events were sent last, in milliseconds of `performance.now()`, and how many. */
  sentAt: number
  sentCount: number
  /** The newest event that this node knows of. */
  newest: number
  reading: Promise<void> | undefined
}

export interface Subscription {
  /** Everything up to this event was sent. */
  readonly lastId: string
  leave(): void
}

export type EventHub = ReturnType<typeof createEventHub>

/**
 * Sends the events of a channel to everyone who follows it, in the order of the log and without gaps, whichever node
 * wrote them: an event that is not the next one makes the hub read the log. Events that happen together are sent together,
 * because a write to a socket costs more than everything else of an event, and they are written once for all who receive
 * the same ones. Who resumes reads the log alone until it has caught up, so that nobody waits for it.
 */
export function createEventHub(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  events: Events
  envelopes: Envelopes
  isShared: boolean
}) {
  const { db, clock, bus, log, events, envelopes, isShared } = needs
  const rooms = new Map<number, Room>()
  let stops: (() => void)[] = []
  let stopLive: (() => void) | undefined
  let liveCount = 0

  function open(): void {
    const timer = isShared ? setInterval(checkAll, checkEveryMs).unref() : undefined
    stops = [
      bus.subscribe('event', ({ channelId, event }) => receive(rooms.get(channelId), event)),
      bus.subscribe('missed-messages', checkAll),
      () => clearInterval(timer),
    ]
  }

  function close(): void {
    for (const stop of stops) stop()
    stops = []
  }

  /** Chat messages are only put together while somebody wants them. */
  function followLive(): void {
    const isLiveWanted = [...rooms.values()].some(({ views }) => views.wantsLive())
    if (isLiveWanted) stopLive ??= bus.subscribe('live-event', ({ channelId, event }) => sendLive(channelId, event))
    else {
      stopLive?.()
      stopLive = undefined
    }
  }

  function receive(room: Room | undefined, event: LoggedEvent): void {
    if (room === undefined) return
    const { last } = room
    if (last !== undefined && room.reading === undefined && event.seq === last + 1) {
      room.newest = event.seq
      deliver(room, event)
    } else noteNewest(room, event.seq)
  }

  function noteNewest(room: Room, seq: number): void {
    room.newest = Math.max(room.newest, seq)
    if (room.last === undefined || room.newest > room.last) {
      room.reading ??= readLog(room)
        .catch((error: unknown) => {
          log.warn('events could not be read for those who follow them', { channelId: room.channel.id, error })
          setTimeout(() => noteNewest(room, 0), retryMs).unref()
        })
        .finally(() => {
          room.reading = undefined
        })
    }
  }

  /** A number may be missing for good, because its transaction failed: after a short page all is read. */
  async function readLog(room: Room): Promise<void> {
    const { id } = room.channel
    room.last ??= await events.lastSeq(db, id)
    while (room.newest > room.last && room.views.size > 0) {
      const end = room.newest
      const page = await events.after(db, id, room.last, pageLength)
      for (const event of page) deliver(room, event)
      if (page.length < pageLength) room.last = Math.max(room.last, end)
    }
  }

  function deliver(room: Room, event: LoggedEvent): void {
    room.last = event.seq
    const published = envelopes.publishedOf(event.kind)
    if (published === undefined) return
    const { channel } = room
    const { seq, platform } = event
    add(room, { seq, isStored: true, published, platform, write: () => envelopes.ofLogged(channel, event) })
  }

  function sendLive(channelId: number, event: LiveEvent): void {
    const room = rooms.get(channelId)
    const published = envelopes.publishedOf(event.kind)
    if (room?.last === undefined || published === undefined) return
    const { channel, last: seq } = room
    const count = liveCount++
    const { platform } = event
    add(room, { seq, isStored: false, published, platform, write: () => envelopes.ofLive(channel, event, seq, count) })
  }

  function add(room: Room, event: Unsent): void {
    if (room.unsent.length === 0) {
      const pace = room.sentCount >= manyEvents ? slowPaceMs : paceMs
      if (performance.now() - room.sentAt >= pace) setImmediate(() => sendUnsent(room))
      else setTimeout(() => sendUnsent(room), pace).unref()
    }
    room.unsent.push(event)
  }

  function sendUnsent(room: Room): void {
    const { unsent } = room
    room.unsent = []
    room.sentAt = performance.now()
    room.sentCount = unsent.length
    room.views.send(unsent)
  }

  /** The last event that live members have. */
  function sentUpTo({ unsent, last = 0 }: Room): number {
    const [next] = unsent
    return next === undefined ? last : next.seq - 1
  }

  function checkAll(): void {
    for (const room of rooms.values()) {
      events.lastSeq(db, room.channel.id).then(
        (seq) => noteNewest(room, seq),
        (error: unknown) => log.warn('the end of an event log could not be read', { error }),
      )
    }
  }

  function roomOf(channel: Channel): Room {
    const known = rooms.get(channel.id)
    if (known !== undefined) return known
    if (rooms.size === 0) open()
    const views = createViews<Member>(envelopes.published)
    const sent = { sentAt: -slowPaceMs, sentCount: 0 }
    const room: Room = { channel, views, last: undefined, unsent: [], ...sent, newest: 0, reading: undefined }
    rooms.set(channel.id, room)
    return room
  }

  function leave(room: Room, member: Member): void {
    if (member.isGone) return
    member.isGone = true
    room.views.remove(member.view, member)
    followLive()
    if (room.views.size > 0) return
    rooms.delete(room.channel.id)
    if (rooms.size === 0) close()
  }

  async function start(room: Room, member: Member): Promise<void> {
    const { receiver } = member
    while (room.last === undefined && !member.isGone) {
      noteNewest(room, 0)
      await room.reading
    }
    const from = await startOf(room, member)
    if (typeof from === 'string') {
      member.seq = room.last ?? 0
      if (!member.isGone) receiver.sendGap(from, eventId(room.channel.id, member.seq))
    } else {
      member.seq = from
      await catchUp(room, member)
    }
    if (member.isGone) return
    member.isLive = true
    receiver.onLive(eventId(room.channel.id, member.seq))
  }

  /** The event to continue after, or why there is none. */
  async function startOf(room: Room, { receiver }: Member): Promise<number | GapReason> {
    const { id } = room.channel
    if (receiver.lastEventId === undefined) return room.last ?? 0
    const seq = seqOfId(id, receiver.lastEventId)
    // A number beyond the end is from another history, such as the one before a restore.
    if (seq === undefined || seq > (await events.lastSeq(db, id))) return 'unknown_event'
    const [next] = await events.after(db, id, seq, 1)
    return next !== undefined && next.at < clock.now() - resumeMs ? 'too_old' : seq
  }

  /** Ends in the same turn of the event loop in which the member is seen to have everything. */
  async function catchUp(room: Room, member: Member): Promise<void> {
    while (!member.isGone && member.seq < (room.last ?? 0)) {
      const known = room.last ?? 0
      const page = await events.after(db, room.channel.id, member.seq, pageLength)
      for (const event of page) {
        member.seq = event.seq
        const envelope = member.isGone ? undefined : envelopes.ofLogged(room.channel, event)
        if (envelope !== undefined && member.view.wants(envelope)) member.receiver.send([envelope])
      }
      if (page.length < pageLength) member.seq = Math.max(member.seq, known)
      // A turn for the others: queries of SQLite are synchronous.
      else await new Promise((resolve) => setImmediate(resolve))
      if (!(await member.receiver.waitForRoom())) return leave(room, member)
    }
    // Here and not after the call: an event that is delivered in between would be missed.
    member.isLive = true
  }

  return {
    follow(channel: Channel, receiver: EventReceiver): Subscription {
      const room = roomOf(channel)
      const view = room.views.of(receiver)
      const member: Member = { receiver, view, seq: 0, isLive: false, isGone: false }
      view.members.add(member)
      followLive()
      start(room, member).catch((error: unknown) => {
        log.warn('a stream of events could not be resumed', { channelId: channel.id, error })
        leave(room, member)
        receiver.onFailure(error)
      })
      return {
        get lastId() {
          return eventId(channel.id, member.isLive ? Math.max(member.seq, sentUpTo(room)) : member.seq)
        },
        leave: () => leave(room, member),
      }
    },
  }
}
