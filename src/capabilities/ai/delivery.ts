import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { splitAtWords } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { byPlatform, type Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Chat } from '../chat/chat.ts'
import type { Settings } from '../settings/settings.ts'
import type { Speech } from '../speech/speech.ts'
import type { OutgoingLine } from '../steps/chat-lines.ts'
import { withoutCommand } from './answer-filter.ts'

const maxLineLengths = byPlatform(({ maxMessageLength }) => maxMessageLength)

/** What was sent, and how the log gets to know it. */
export interface Delivered {
  readonly sentTo: readonly Platform[]
  /** Why nothing was sent, if nothing was. */
  readonly error: unknown
  note(tx: Writer): Promise<void>
}

export type AnswerDelivery = ReturnType<typeof createDelivery>

/** Brings an answer to the chat and to the overlay. It is one message: a bot that writes paragraphs is a nuisance. */
export function createDelivery(needs: {
  log: Log
  chat: Chat
  platforms: Platforms
  settings: Settings
  speech: Speech
}) {
  const { log, chat, platforms, settings, speech } = needs

  return {
    /** To these platforms, or to every connected one. */
    async toChat(caller: Caller, text: string, to?: readonly Platform[]): Promise<Delivered> {
      const connected = await platforms.connected(caller.channel.id, to)
      const { prefix } = (await settings.of(caller.channel.id)).commands
      const sent: (OutgoingLine & { messageId: string })[] = []
      let error: unknown
      for (const { account } of connected) {
        const [part = ''] = splitAtWords(withoutCommand(text, prefix), maxLineLengths[account.platform], 1)
        if (part === '') continue
        const line = { platform: account.platform, text: part, as: 'bot' } as const
        try {
          sent.push({ ...line, ...(await chat.send(caller, line)) })
        } catch (cause) {
          error ??= cause
        }
      }
      return {
        sentTo: sent.map((line) => line.platform),
        error,
        async note(tx) {
          for (const line of sent) await chat.note(tx, caller, line)
        },
      }
    },

    /** For answers in chat, which count whether or not somebody can hear them. */
    async speakIfPossible(caller: Caller, text: string, username: string): Promise<void> {
      try {
        await speech.say(caller, { text, username })
      } catch (error) {
        log.info('an answer of the AI bot could not be spoken', { channelId: caller.channel.id, error })
      }
    },
  }
}
