import type { ChatRules } from './chat-rules.ts'
import type { UnbanRequestStatus } from './contract/interaction-states.ts'

/**
 * What happens to the channel itself. Such an event has no `user`: the people it names are other broadcasters and
 * moderators, who do not become viewers by it. `isPoll` marks a state that the server read by itself: it is compared
 * with the last known state, and the first one is only remembered; a stream that is live by then is noted as such.
 */
export type ChannelReport<User, Category> = {
  readonly id: string
  readonly user?: undefined
} & (
  | {
      readonly kind: 'stream'
      readonly live?: boolean
      readonly title?: string
      readonly category?: Category
      readonly startedAt?: number | null
      readonly isPoll?: true
    }
  | { readonly kind: 'raid-sent'; readonly other: User; readonly viewers: number }
  | {
      readonly kind: 'shoutout-given' | 'shoutout-received'
      readonly other: User
      readonly viewers: number
      /** Who gave it; empty for one that was received. */
      readonly moderator: string
    }
  /** The chats of several channels are one. `host` is the channel that began it. */
  | {
      readonly kind: 'shared-chat'
      readonly phase: 'started' | 'changed'
      readonly host: User
      readonly channels: number
    }
  | { readonly kind: 'shared-chat'; readonly phase: 'ended'; readonly host: User }
  | {
      readonly kind: 'announcement'
      readonly author: User
      readonly text: string
      /** Empty for the default color. */
      readonly color: string
    }
  | { readonly kind: 'pin'; readonly pin: PinnedMessage<User> | null; readonly isPoll?: true }
  /** The rules after a change; those that are absent were not reported. */
  | { readonly kind: 'chat-rules'; readonly rules: Partial<ChatRules>; readonly isPoll?: true }
  | { readonly kind: 'ad-break'; readonly seconds: number; readonly isAutomatic: boolean; readonly startedAt: number }
  | { readonly kind: 'ad-soon'; readonly seconds: number; readonly startsAt: number }
)

export interface PinnedMessage<User> {
  readonly messageId: string
  readonly author: User
  readonly text: string
  /** Who pinned it. */
  readonly moderator: string
  /** Null: until the stream ends. */
  readonly endsAt: number | null
}

/** What the broadcaster and the moderators do to a viewer. */
export type StandingReport =
  | { readonly kind: 'role'; readonly role: 'vip' | 'moderator'; readonly isAdded: boolean }
  | { readonly kind: 'warning'; readonly reason: string; readonly moderator: string }
  | { readonly kind: 'warning-acknowledged' }
  /** What a banned viewer asks for. */
  | { readonly kind: 'unban-request'; readonly requestId: string; readonly message: string }
  | {
      readonly kind: 'unban-request-resolved'
      readonly requestId: string
      readonly status: UnbanRequestStatus
      /** What the moderator answered; empty without an answer. */
      readonly reason: string
      /** Empty if no moderator is known. */
      readonly moderator: string
    }

/** The message that a chat message replies to. */
export interface RepliedMessage {
  readonly messageId: string
  /** Who wrote it. */
  readonly username: string
}
