import { createShares } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { Moderation } from './moderation.ts'
import type { ReceivedLine } from './received-line.ts'

/** Limits concurrent calls to platforms when many messages violate a rule. One channel alone gets half of them. */
const places = 100

/** Platforms show them to the viewer, so they are in the language of the channel. */
const reasons = defineMessages('replies.moderation', {
  links: 'Links are not allowed.',
  caps: 'Too many capitals.',
  repeats: 'The same again and again.',
  words: 'A word that is not allowed.',
})

export type AutoModerator = ReturnType<typeof createAutoModerator>

/** Performs the actions of the automatic rules. */
export function createAutoModerator(needs: {
  db: Database
  log: Log
  moderation: Moderation
  settings: Pick<Settings, 'of'>
}) {
  const { db, log, moderation, settings } = needs
  const shares = createShares({ places })
  const acting = new Set<Promise<void>>()

  async function act({ channel, platform, event, viewer, offence }: ReceivedLine): Promise<void> {
    if (offence === undefined) return
    const caller: Caller = { channel, actor: `rule:${offence.rule}`, requestId: event.id }
    const reason = reasons[offence.rule](undefined, await channelCatalogue(settings, channel.id))
    const { userId, username, displayname } = viewer
    await moderation.deleteMessage(caller, platform, event.id)
    const action = { type: 'delete', platform, reason, author: { userId, username } } as const
    await db.write((tx) => moderation.note(tx, caller, action))
    if (offence.action !== 'timeout') return
    const user = { id: userId, username, displayname }
    await moderation.ban(caller, { platform, user, minutes: offence.minutes, reason })
  }

  return {
    /** Returns at once. */
    handle(line: ReceivedLine): void {
      const { id } = line.channel
      if (!shares.hasRoom(id)) {
        log.warn('too many messages to delete at once', { channelId: id, rule: line.offence?.rule })
        return
      }
      const giveBack = shares.take(id)
      const action: Promise<void> = act(line)
        .catch((error: unknown) => log.warn('an automatic rule failed', { rule: line.offence?.rule, error }))
        .finally(() => {
          giveBack()
          acting.delete(action)
        })
      acting.add(action)
    },

    async settled(): Promise<void> {
      while (acting.size > 0) await Promise.all(acting)
    },
  }
}
