import type { Caller } from '../../caller.ts'
import type { Platform } from '../../contract/platforms.ts'
import { capability, inTime, type Platforms } from '../../platforms/platforms.ts'
import type { Writer } from '../../storage/database.ts'
import type { Events } from '../events/events.ts'

export interface OutgoingLine {
  readonly platform: Platform
  readonly text: string
  readonly as: 'broadcaster' | 'bot'
}

export type Chat = ReturnType<typeof createChat>

export function createChat({ platforms, events }: { platforms: Platforms; events: Events }) {
  return {
    /** Returns the platform's message id; throws a failure with the reason if the platform refuses the message. */
    async send(caller: Caller, { platform, text, as }: OutgoingLine): Promise<{ messageId: string }> {
      const connection = await platforms.get(caller.channel.id, platform)
      const sendChat = capability(connection, 'sendChat', 'write in the chat')
      return inTime(connection, (signal) => sendChat(connection.account, { text, as }, signal))
    },

    /** Records a message after it was sent. */
    async note(tx: Writer, caller: Caller, line: OutgoingLine & { readonly messageId: string }): Promise<void> {
      const { platform, text, as, messageId } = line
      await events.appendNew(tx, caller, { kind: 'chat.sent', platform, data: { text, as, messageId } })
    },
  }
}
