import type { Caller } from '../../kernel/operation/caller.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

/** A line that this server sends to a chat. */
export interface OutgoingLine {
  readonly platform: Platform
  readonly text: string
  readonly as: 'broadcaster' | 'bot'
  /** The id of the message that it replies to. */
  readonly replyTo?: string | undefined
}

/** How steps reach the chats. */
export interface StepChat {
  canReply(caller: Caller, platform: Platform): Promise<boolean>
  send(caller: Caller, line: OutgoingLine): Promise<{ messageId: string }>
  /** Records a line that was sent. */
  note(tx: Writer, caller: Caller, line: OutgoingLine & { readonly messageId: string }): Promise<void>
}
