import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Chat } from '../chat/chat.ts'
import { commandKey, parseCommandLine } from '../commands/command-index.ts'
import type { Cause } from '../events/events.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import { withoutLinks } from '../moderation/without-links.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { confirmWord, type DiscordLinks, linkWord } from './links.ts'
import { slashMessages } from './slash-messages.ts'

export type ChatLinks = ReturnType<typeof createChatLinks>

/** Codes of Discord accounts that viewers type in chat, and confirm: `!link 7KQ2MXPA`, `!link yes`. */
export function createChatLinks(needs: {
  db: Database
  log: Log
  chat: Chat
  discordLinks: DiscordLinks
  settings: Settings
  viewers: Viewers
}) {
  const { db, log, chat, discordLinks, settings, viewers } = needs

  /** What the bot says; undefined for what is neither a code nor the answer to its question. */
  async function answerTo(
    caller: Cause,
    viewer: Viewer,
    { args, prefix }: { readonly args: string; readonly prefix: string },
  ): Promise<string | undefined> {
    const { username } = viewer
    const catalogue = await channelCatalogue(settings, caller.channel.id)
    if (args.trim().toLowerCase() === confirmWord) {
      const link = await db.write((tx) => discordLinks.confirm(tx, caller, viewer))
      return link && slashMessages.linkedInChat({ username }, catalogue)
    }
    const handle = await db.write((tx) => discordLinks.ask(tx, caller.channel.id, viewer, args))
    const command = `${prefix}${linkWord} ${confirmWord}`
    // Handles have dots, so that one can look like a link.
    return handle && slashMessages.askedInChat({ username, handle: withoutLinks(handle, []), command }, catalogue)
  }

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
      const text = await answerTo(caller, viewer, { args: typed.args, prefix })
      if (text === undefined) return false
      try {
        await chat.send(caller, { platform, text, as: 'bot' })
      } catch (error) {
        log.warn('a viewer was not notified that the Discord account is linked', { channelId: channel.id, error })
      }
      return true
    },
  }
}
