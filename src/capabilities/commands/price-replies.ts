import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Chat } from '../chat/chat.ts'
import type { Cost } from '../points/points.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { commandReplies } from '../steps/messages.ts'

/** A viewer who tries again and again reads it once in a while, so that the bot does not fill the chat. */
const againAfterMs = 30_000
const maxKnown = 2_000

/** Replies to viewers in chat that they cannot afford a command. */
export function createPriceReplies(needs: { db: Database; clock: Clock; log: Log; chat: Chat; settings: Settings }) {
  const { db, clock, log, chat, settings } = needs
  const repliedAt = new Map<string, number>()

  function isDue(key: string): boolean {
    const now = clock.now()
    if (now - (repliedAt.get(key) ?? Number.NEGATIVE_INFINITY) < againAfterMs) return false
    repliedAt.delete(key)
    repliedAt.set(key, now)
    for (const oldest of repliedAt.keys()) {
      if (repliedAt.size <= maxKnown) break
      repliedAt.delete(oldest)
    }
    return true
  }

  return async function reply(
    caller: Caller,
    to: { readonly platform: Platform; readonly viewerId: number; readonly name: string; readonly messageId?: string },
    command: { readonly word: string; readonly price: Cost; readonly balance: Cost },
  ): Promise<void> {
    const { platform, viewerId, name, messageId } = to
    if (!isDue(`${caller.channel.id} ${viewerId}`)) return
    const { word, price, balance } = command
    const text = inLanguage(await channelCatalogue(settings, caller.channel.id), () =>
      commandReplies.tooExpensive({ name, word, price: costText(price), balance: costText(balance, price) }),
    )
    try {
      const isThread = messageId !== undefined && (await chat.canReply(caller, platform))
      const line = { platform, text, as: 'bot' as const, ...(isThread ? { replyTo: messageId } : {}) }
      const sent = await chat.send(caller, line)
      await db.write((tx) => chat.note(tx, caller, { ...line, ...sent }))
    } catch (error) {
      log.warn('a viewer did not get the price of a command', { error })
    }
  }
}

/** Only the currencies that the price has. */
function costText({ points, coin }: Cost, of: Cost = { points, coin }): string {
  const parts = [
    ...(of.points > 0 ? [commandReplies.points({ count: points })] : []),
    ...(of.coin > 0 ? [commandReplies.coins({ count: coin })] : []),
  ]
  return parts.join(commandReplies.and())
}
