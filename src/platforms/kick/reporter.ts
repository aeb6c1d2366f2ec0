import type { OwnLines } from '../own-lines.ts'
import type { PlatformEvent, PlatformFeed } from '../platform.ts'
import type { Tokens } from '../tokens.ts'

export type KickReporter = ReturnType<typeof createKickReporter>

/** Passes the events of a channel to the feed, whichever way they came. Messages of this server itself are marked. */
export function createKickReporter(needs: { tokens: Tokens; ownLines: OwnLines; feed: PlatformFeed }) {
  const { tokens, ownLines, feed } = needs
  /** The account id of the app's own bot, known after its first message. */
  const appBots = new Map<number, string>()

  return async (channelId: number, accountId: string, event: PlatformEvent): Promise<void> => {
    if (event.user === undefined) return feed({ channelId, platform: 'kick' }, event)
    const bot = await tokens.findAccount({ channelId, service: 'kick', role: 'bot' })
    const isBot = event.user.id === bot?.accountId
    const mayBeAppBot = bot === undefined && (appBots.get(channelId) ?? event.user.id) === event.user.id
    const isOurs = isBot || event.user.id === accountId || (mayBeAppBot && ownLines.hasAny(channelId))
    if (event.kind === 'chat' && isOurs && (await ownLines.include(channelId, event.id))) {
      const isAppBot = !isBot && event.user.id !== accountId
      if (isAppBot) appBots.set(channelId, event.user.id)
      const user = isBot || isAppBot ? { ...event.user, isBot: true } : event.user
      return feed({ channelId, platform: 'kick' }, { ...event, user, isOwn: true })
    }
    await feed({ channelId, platform: 'kick' }, isBot ? { ...event, user: { ...event.user, isBot } } : event)
  }
}
