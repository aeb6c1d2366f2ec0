import type { PinnedMessage } from './channel-events.ts'

/**
 * Actions on the channel that some platforms offer. The platform reports what they did through the feed; a connector
 * whose platform does not report it passes the event to the feed itself.
 */
export interface ChannelCapabilities<Account, User> {
  readonly raids?: {
    start(account: Account, target: User, signal: AbortSignal): Promise<void>
    /** Takes back a raid that has not left yet. */
    cancel(account: Account, signal: AbortSignal): Promise<void>
  }
  readonly shoutouts?: {
    give(account: Account, target: User, signal: AbortSignal): Promise<void>
  }
  readonly announcements?: {
    send(account: Account, text: string, signal: AbortSignal): Promise<void>
  }
  readonly commercials?: {
    readonly maxSeconds: number
    /** Returns the length that the platform decided on. */
    start(account: Account, seconds: number, signal: AbortSignal): Promise<{ readonly seconds: number }>
    /** The next scheduled ad break, if the platform tells. */
    findNext?(account: Account, signal: AbortSignal): Promise<AdBreak | undefined>
    /** Moves the next scheduled ad break a few minutes away. */
    snooze?(account: Account, signal: AbortSignal): Promise<SnoozedAd>
  }
  readonly pins?: {
    /** The pinned message; null if there is none. */
    find(account: Account, signal: AbortSignal): Promise<PinnedMessage<User> | null>
    /**
     * Pins a message in place of the one that is pinned, or changes the time of the same one. Without seconds it stays
     * until the stream ends. False: there is no such message.
     */
    pin(account: Account, messageId: string, seconds: number | undefined, signal: AbortSignal): Promise<boolean>
    /** False: this message is not pinned. */
    unpin(account: Account, messageId: string, signal: AbortSignal): Promise<boolean>
  }
  readonly markers?: {
    /** Marks this moment of the live stream for its recording. */
    create(account: Account, text: string | undefined, signal: AbortSignal): Promise<StreamMarker>
  }
  readonly tags?: {
    /** Replaces the tags of the channel. */
    set(account: Account, tags: readonly string[], signal: AbortSignal): Promise<void>
  }
  readonly videoCategory?: {
    /** Sets the category of this name, which is not a game. */
    set(account: Account, name: string, signal: AbortSignal): Promise<{ readonly id: string; readonly name: string }>
  }
  readonly broadcasts?: {
    /** Both return the state that the platform then names. */
    start(account: Account, signal: AbortSignal): Promise<BroadcastStatus>
    end(account: Account, signal: AbortSignal): Promise<BroadcastStatus>
  }
}

export const broadcastStatuses = ['starting', 'live', 'ended'] as const
export type BroadcastStatus = (typeof broadcastStatuses)[number]

export interface StreamMarker {
  readonly id: string
  /** Counted from the start of the stream. */
  readonly positionSeconds: number
  readonly createdAt: number
}

export interface SnoozedAd {
  /** Null if none is scheduled. */
  readonly nextAdAt: number | null
  readonly snoozesLeft: number
}

export interface AdBreak {
  readonly startsAt: number
  readonly seconds: number
}
