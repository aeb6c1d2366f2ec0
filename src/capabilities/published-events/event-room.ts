import type { Channel } from '../../kernel/operation/channel.ts'
import type { Following } from '../events/log-follower.ts'
import type { Envelope } from './envelope.ts'
import type { EventFilter } from './event-filter.ts'
import type { EventReader } from './event-reader.ts'
import type { Unsent, View, ViewMember, Views } from './views.ts'

/** Why a stream does not continue where it was: the event is older than 24 hours, or not of this channel. */
export type GapReason = 'too_old' | 'unknown_event'

/** A program that receives events, by whichever carrier. */
export interface EventReceiver {
  readonly reader: EventReader
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

/** Somebody who follows a channel. */
export interface EventMember extends ViewMember {
  readonly receiver: EventReceiver
  readonly view: View<EventMember>
  /** The event of the log after which it began or, while it resumes, the last one that it has. */
  seq: number
  isLive: boolean
  isGone: boolean
}

/** What a node knows about the log of a channel that somebody follows. */
export interface EventRoom {
  readonly channel: Channel
  readonly views: Views<EventMember>
  /** Its last event was sent to live members or is among the unsent. */
  readonly following: Following
  /** Sent together at the end of this turn of the event loop, or a moment later while many happen. */
  unsent: Unsent[]
  /** When events were sent last, in milliseconds of `performance.now()`. */
  sentAt: number
}
