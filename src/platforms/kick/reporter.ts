import type { OwnLines } from '../own-lines.ts'
import type { PlatformEvent, PlatformFeed } from '../platform.ts'
import type { Tokens } from '../sign-in/tokens.ts'

export type KickReporter = ReturnType<typeof createKickReporter>

/** Passes the events of a channel to the feed, whichever way they came. Messages of this server itself are marked. */
export function createKickReporter(needs: { tokens: Tokens; ownLines: OwnLines; feed: PlatformFeed }) {
  const { tokens, ownLines, feed } = needs
  /** The account id of the app's own bot, known after its first message. */
  const appBots = new Map<number, string>()

  /**
   * Whether a message of this person is worth waiting for what is being sent. Until the app's bot is known, it may be
   * anybody. Once it is known, it may also speak last while a bot account is being connected.
   */
  function mayBeOurs(channelId: number, userId: string, ids: { account: string; bot: string | undefined }): boolean {
    if (userId === ids.account || userId === ids.bot) return true
    const appBot = appBots.get(channelId)
    return appBot === undefined ? ids.bot === undefined && ownLines.hasAny(channelId) : appBot === userId
  }

  return async (channelId: number, accountId: string, event: PlatformEvent): Promise<void> => {
    const { user } = event
    if (user === undefined) return feed({ channelId, platform: 'kick' }, event)
    const bot = await tokens.findAccount({ channelId, service: 'kick', role: 'bot' })
    const ids = { account: accountId, bot: bot?.accountId }
    const isBot = user.id === ids.bot
    const isOwn =
      event.kind === 'chat' &&
      (ownLines.find(channelId, event.id) !== undefined ||
        (mayBeOurs(channelId, user.id, ids) && (await ownLines.include(channelId, event.id))))
    if (!isOwn) return feed({ channelId, platform: 'kick' }, isBot ? { ...event, user: { ...user, isBot } } : event)
    // A bot account that was disconnected since it spoke is not the app's bot.
    if (ownLines.find(channelId, event.id)?.isOfApp) appBots.set(channelId, user.id)
    const said = user.id === accountId ? user : { ...user, isBot: true }
    await feed({ channelId, platform: 'kick' }, { ...event, user: said, isOwn: true })
  }
}
