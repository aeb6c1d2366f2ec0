import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Chat } from '../chat/chat.ts'
import { commandKey, parseCommandLine } from '../commands/command-index.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { type DiscordLinks, linkWord } from './links.ts'
import { slashMessages } from './slash-messages.ts'

export type ChatLinks = ReturnType<typeof createChatLinks>

/** Codes of Discord accounts that viewers type in chat: `!link 7KQ2MXPA`. */
export function createChatLinks(needs: {
  db: Database
  log: Log
  chat: Chat
  discordLinks: DiscordLinks
  settings: Settings
  viewers: Viewers
}) {
  const { db, log, chat, discordLinks, settings, viewers } = needs

  return {
    /** Whether it was a code. A channel may have a command of the same name. */
    async receive({ channel, platform, event, viewer: { id, isBot } }: ReceivedLine): Promise<boolean> {
      if (isBot) return false
      const { prefix } = (await settings.of(channel.id)).commands
      const typed = parseCommandLine(event.text, prefix)
      if (typed === undefined || commandKey(typed.word) !== linkWord || typed.args === '') return false
      const caller = { channel, actor: `chat:${platform}`, requestId: event.id }
      const viewer = await viewers.getById(db, channel.id, id)
      if (viewer === undefined) return false
      const link = await db.write((tx) => discordLinks.redeem(tx, caller, viewer, typed.args))
      if (link === undefined) return false
      const catalogue = await channelCatalogue(settings, channel.id)
      const text = slashMessages.linkedInChat({ username: viewer.username }, catalogue)
      try {
        await chat.send(caller, { platform, text, as: 'bot' })
      } catch (error) {
        log.warn('a viewer was not notified that the Discord account is linked', { channelId: channel.id, error })
      }
      return true
    },
  }
}
