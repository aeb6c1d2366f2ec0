import type { OwnLines } from '../own-lines.ts'
import type { PlatformEvent, PlatformFeed } from '../platform.ts'
import type { Tokens } from '../tokens.ts'

export type KickReporter = ReturnType<typeof createKickReporter>

/** Passes the events of a channel to the feed, whichever way they came. Messages of this server itself are left out. */
export function createKickReporter(needs: { tokens: Tokens; ownLines: OwnLines; feed: PlatformFeed }) {
  const { tokens, ownLines, feed } = needs
  /** The account id of the app's own bot, known after its first message. */
  const appBots = new Map<number, string>()

  return async (channelId: number, accountId: string, event: PlatformEvent): Promise<void> => {
    const bot = await tokens.findAccount({ channelId, service: 'kick', role: 'bot' })
    const isBot = event.user.id === bot?.accountId
    const mayBeAppBot = bot === undefined && (appBots.get(channelId) ?? event.user.id) === event.user.id
    const isOurs = isBot || event.user.id === accountId || (mayBeAppBot && ownLines.hasAny(channelId))
    if (event.kind === 'chat' && isOurs && (await ownLines.include(channelId, event.id))) {
      if (!isBot && event.user.id !== accountId) appBots.set(channelId, event.user.id)
      return
    }
    await feed({ channelId, platform: 'kick' }, isBot ? { ...event, user: { ...event.user, isBot } } : event)
  }
}
