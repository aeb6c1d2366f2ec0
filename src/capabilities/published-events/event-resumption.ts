import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Events } from '../events/events.ts'
import { type Envelopes, seqOfId } from './envelope.ts'
import type { EventMember, EventRoom, GapReason } from './event-room.ts'

/** How far back a stream can resume. */
const resumeMs = 24 * 60 * 60 * 1000
const pageLength = 200

/** Brings somebody who follows a channel from the last event that they have to the newest one. */
export function createEventResumption(needs: {
  readonly db: Database
  readonly clock: Clock
  readonly events: Events
  readonly envelopes: Envelopes
  readonly leave: (room: EventRoom, member: EventMember) => void
}) {
  const { db, clock, events, envelopes, leave } = needs

  /** The event to continue after, or why there is none. */
  async function startOf(room: EventRoom, { receiver }: EventMember): Promise<number | GapReason> {
    const { id } = room.channel
    if (receiver.lastEventId === undefined) return room.following.last ?? 0
    const seq = seqOfId(id, receiver.lastEventId)
    // A number beyond the end is from another history, such as the one before a restore.
    if (seq === undefined || seq > (await events.lastSeq(db, id))) return 'unknown_event'
    const [next] = await events.after(db, id, seq, 1)
    return next !== undefined && next.at < clock.now() - resumeMs ? 'too_old' : seq
  }

  /** Ends in the same turn of the event loop in which the member is seen to have everything. */
  async function catchUp(room: EventRoom, member: EventMember): Promise<void> {
    while (!member.isGone && member.seq < (room.following.last ?? 0)) {
      const known = room.following.last ?? 0
      const page = await events.after(db, room.channel.id, member.seq, pageLength)
      for (const event of page) {
        member.seq = event.seq
        const envelope = member.isGone ? undefined : envelopes.ofLogged(room.channel, event, member.view.detailOf)
        if (envelope === undefined || !member.view.wants(envelope)) continue
        member.receiver.send([envelope])
        // After each: a page of long ones is more than may wait for a client.
        if (!(await member.receiver.waitForRoom())) return leave(room, member)
      }
      if (page.length < pageLength) member.seq = Math.max(member.seq, known)
      else await letOthersRun()
    }
    // Here and not after the call: an event that is delivered in between would be missed.
    member.isLive = true
  }

  return { startOf, catchUp }
}
