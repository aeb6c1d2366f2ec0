import { isMeant } from '../../definitions/is-meant.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Standing } from '../viewers/standing.ts'
import { createOpenWords, readTypedEntry, type TypedEntry } from './open-words.ts'
import type { Rounds } from './rounds.ts'

export type ChatEntries = ReturnType<typeof createChatEntries>

/** Entries that viewers type in chat. */
export function createChatEntries(needs: {
  db: Database
  bus: Bus
  log: Log
  platforms: Platforms
  rounds: Rounds
  standing: Standing
}) {
  const { log, rounds } = needs
  const words = createOpenWords(needs)
  const rolesOf = createChatRoles(needs)

  async function mayEnter({ channel, platform, viewer }: ReceivedLine, { who }: TypedEntry['round']): Promise<boolean> {
    if (who.includes('everyone')) return true
    return isMeant(who, viewer.username, await rolesOf(channel.id, platform, viewer))
  }

  /** Nobody waits until the entry is stored. A refusal is not answered in chat: there may be hundreds at once. */
  function enter(channelId: number, viewerId: number, { round, entry }: TypedEntry): void {
    rounds
      .enterSoon(channelId, round.id, viewerId, entry)
      .then((outcome) => {
        if (outcome instanceof Failure && outcome.code === 'overloaded')
          log.warn('too many entries at once', { channelId })
      })
      .catch((error: unknown) => log.error('an entry could not be stored', { error }))
  }

  return {
    /** Whether the line is an entry, also if this viewer may not enter. */
    async receive(line: ReceivedLine): Promise<boolean> {
      const channelId = line.channel.id
      const open = words.find(channelId) ?? (await words.load(channelId))
      if (words.isNone(open) || line.viewer.isBot) return false
      const typed = readTypedEntry(open, line.event.text)
      if (typed === undefined) return false
      if (await mayEnter(line, typed.round)) enter(channelId, line.viewer.id, typed)
      return true
    },

    settled: rounds.settled,
    close: words.close,
  }
}
