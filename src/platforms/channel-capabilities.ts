import type { PinnedMessage } from './channel-events.ts'

/**
 * Actions on the channel that some platforms offer. The platform reports what they did through the feed; a connector
 * whose platform does not report it passes the event to the feed itself.
 */
export interface ChannelCapabilities<Account, User> {
  readonly raids?: {
    start(account: Account, target: User, signal: AbortSignal): Promise<void>
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
}

export interface AdBreak {
  readonly startsAt: number
  readonly seconds: number
}
