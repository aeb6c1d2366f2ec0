import type { RepliedMessage } from './channel-events.ts'
import type { ChatBadge, ChatEmote } from './contract/chat-parts.ts'

/** A chat message. */
export interface ChatMessageReport {
  readonly kind: 'chat'
  /** The message that this one replies to. */
  readonly replyTo?: RepliedMessage
  readonly text: string
  /** The platform's own emotes in the text, in its order. Positions count code points. */
  readonly emotes?: readonly ChatEmote[]
  readonly badges?: readonly ChatBadge[]
  /** The color of the name, as `#rrggbb`. */
  readonly color?: string
  /** This server sent the message. It is shown to readers of the chat, and otherwise ignored. */
  readonly isOwn?: true
  /** In a shared chat: the name of the other channel, in whose chat it was written. */
  readonly guestOf?: string
}

/** What becomes of messages. Nothing of it is stored. */
export type ChatChangeReport =
  | { readonly kind: 'chat-deleted'; readonly messageId: string }
  /** All messages are gone. The messages of one person go with a ban. */
  | { readonly kind: 'chat-cleared' }
