import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import type { LiveEvent } from '../../registry/live-events.ts'
import type { Events } from '../events/events.ts'
import { createLogFollower } from '../events/log-follower.ts'
import { type Envelopes, eventId } from './envelope.ts'
import { createEventResumption } from './event-resumption.ts'
import type { EventMember, EventReceiver, EventRoom } from './event-room.ts'
import { createViews, type Unsent } from './views.ts'

/** While events come all the time, those of this long are sent together. Nobody notices, and most writes are saved. */
const paceMs = 5

export interface EventSubscription {
  /** Everything up to this event was sent. */
  readonly lastId: string
  leave(): void
}

export type EventHub = ReturnType<typeof createEventHub>

/**
 * Sends the events of a channel to everyone who follows it, in the order of the log and without gaps, whichever node
 * wrote them. Events that happen together are sent together, because a write to a socket costs more than everything else
 * of an event, and they are written once for all who receive the same ones. Who resumes reads the log alone until it has
 * caught up, so that nobody waits for it.
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
  const { bus, log, envelopes } = needs
  const { startOf, catchUp } = createEventResumption({ ...needs, leave })
  const follower = createLogFollower(needs)
  const rooms = new Map<number, EventRoom>()
  let stopLive: (() => void) | undefined
  let liveCount = 0

  /** Chat messages are only put together while somebody wants them. */
  function followLive(): void {
    const isLiveWanted = [...rooms.values()].some(({ views }) => views.wantsLive())
    if (isLiveWanted) stopLive ??= bus.subscribe('live-event', ({ channelId, event }) => sendLive(channelId, event))
    else {
      stopLive?.()
      stopLive = undefined
    }
  }

  function deliver(room: EventRoom, event: LoggedEvent): void {
    const published = envelopes.publishedOf(event.kind)
    if (published === undefined) return
    const { seq, platform } = event
    add(room, { seq, isStored: true, published, platform, event, count: 0, envelopes: {} })
  }

  function sendLive(channelId: number, event: LiveEvent): void {
    const room = rooms.get(channelId)
    const seq = room?.following.last
    const published = envelopes.publishedOf(event.kind)
    if (room === undefined || seq === undefined || published === undefined) return
    const { platform } = event
    add(room, { seq, isStored: false, published, platform, event, count: liveCount++, envelopes: {} })
  }

  function add(room: EventRoom, event: Unsent): void {
    if (room.unsent.length === 0) {
      if (performance.now() - room.sentAt >= paceMs) setImmediate(() => sendUnsent(room))
      else setTimeout(() => sendUnsent(room), paceMs).unref()
    }
    room.unsent.push(event)
  }

  function sendUnsent(room: EventRoom): void {
    const { unsent } = room
    room.unsent = []
    room.sentAt = performance.now()
    room.views.send(unsent)
  }

  /** The last event that live members have. */
  function sentUpTo({ unsent, following }: EventRoom): number {
    const [next] = unsent
    return next === undefined ? (following.last ?? 0) : next.seq - 1
  }

  function roomOf(channel: Channel): EventRoom {
    const known = rooms.get(channel.id)
    if (known !== undefined) return known
    const views = createViews<EventMember>(envelopes.published, (unsent, detail) =>
      envelopes.of(channel, unsent, detail),
    )
    const following = follower.follow(channel.id, (event) => deliver(room, event))
    const room: EventRoom = { channel, views, following, unsent: [], sentAt: -paceMs }
    rooms.set(channel.id, room)
    return room
  }

  function leave(room: EventRoom, member: EventMember): void {
    if (member.isGone) return
    member.isGone = true
    room.views.remove(member.view, member)
    followLive()
    if (room.views.size > 0) return
    room.following.stop()
    rooms.delete(room.channel.id)
  }

  async function start(room: EventRoom, member: EventMember): Promise<void> {
    const { receiver } = member
    await room.following.ready
    const from = await startOf(room, member)
    if (typeof from === 'string') {
      member.seq = room.following.last ?? 0
      if (!member.isGone) receiver.sendGap(from, eventId(room.channel.id, member.seq))
    } else {
      member.seq = from
      await catchUp(room, member)
    }
    if (member.isGone) return
    member.isLive = true
    receiver.onLive(eventId(room.channel.id, member.seq))
  }

  return {
    follow(channel: Channel, receiver: EventReceiver): EventSubscription {
      const room = roomOf(channel)
      const view = room.views.of(receiver)
      const member: EventMember = { receiver, view, seq: 0, isLive: false, isGone: false }
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
