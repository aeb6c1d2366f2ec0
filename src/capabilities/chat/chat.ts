import type { Caller } from '../../kernel/operation/caller.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { capability, inTime, type Platforms, unsupported } from '../../platforms/platforms.ts'
import type { Events } from '../events/events.ts'
import type { OutgoingLine } from '../steps/chat-lines.ts'

export type Chat = ReturnType<typeof createChat>

export function createChat({ platforms, events }: { platforms: Platforms; events: Events }) {
  return {
    /** Returns the platform's message id; throws a failure with the reason if the platform refuses the message. */
    async send(caller: Caller, { platform, text, as, replyTo }: OutgoingLine): Promise<{ messageId: string }> {
      const connection = await platforms.get(caller.channel.id, platform)
      const sendChat = capability(connection, 'sendChat', 'writeInChat')
      if (replyTo !== undefined && connection.connector.sendsReplies !== true) throw unsupported(platform, 'reply')
      return inTime(connection, (signal) => sendChat(connection.account, { text, as, replyTo }, signal))
    },

    async canReply({ channel }: Caller, platform: Platform): Promise<boolean> {
      return (await platforms.find(channel.id, platform))?.connector.sendsReplies === true
    },

    /** Records a message after it was sent. */
    async note(tx: Writer, caller: Caller, line: OutgoingLine & { readonly messageId: string }): Promise<void> {
      const { platform, text, as, messageId, replyTo } = line
      const data = { text, as, messageId, ...(replyTo !== undefined && { replyTo }) }
      await events.appendNew(tx, caller, { kind: 'chat.sent', platform, data })
    },
  }
}
