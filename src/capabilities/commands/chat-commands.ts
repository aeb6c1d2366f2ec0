import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Chat } from '../chat/chat.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import type { Settings } from '../settings/settings.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Standing } from '../viewers/standing.ts'
import type { CategoryFilter } from './category-filter.ts'
import type { Charges } from './charges.ts'
import { type CommandIndex, commandKey, parseCommandLine } from './command-index.ts'
import type { Commands } from './commands.ts'
import type { RunQueue } from './run-queue.ts'
import type { CommandRunner, FinishedRun } from './runner.ts'
import { type AskedCommand, createViewerRuns } from './viewer-runs.ts'

const maxArgsLength = 500

/** Who runs a command, and the message that does. */
type Author = Pick<ReceivedLine, 'channel' | 'platform' | 'viewer'> & { readonly event: { readonly id: string } }

export type ChatCommands = ReturnType<typeof createChatCommands>

/** Commands typed in chat, and the other ways in which viewers ask for one. */
export function createChatCommands(needs: {
  db: Database
  clock: Clock
  log: Log
  alerts: Alerts
  charges: Charges
  chat: Chat
  commandRunner: CommandRunner
  commandIndex: CommandIndex
  commands: Commands
  isCategoryAllowed: CategoryFilter
  platforms: Platforms
  queue: RunQueue
  settings: Settings
  standing: Standing
  /** Ends everything that runs in the channel. */
  stopAll: (caller: Caller) => Promise<unknown>
}) {
  const { log, commandIndex, queue, settings, stopAll } = needs
  const rolesOf = createChatRoles(needs)
  const answer = createViewerRuns({ ...needs, rolesOf })

  /** Not queued behind the runs that it is to stop. */
  async function stopIfAllowed(line: ReceivedLine): Promise<void> {
    const { channel, platform, event, viewer } = line
    const roles = await rolesOf(channel.id, platform, viewer)
    if (!roles.has('moderator') && !roles.has('broadcaster')) return
    await stopAll({ channel, actor: `chat:${platform}`, requestId: event.id })
  }

  return {
    /**
     * Does not wait for the run. Most messages are not commands and cost a comparison with the prefix. Returns whether
     * the message is one.
     */
    async receive(line: ReceivedLine): Promise<boolean> {
      if (line.viewer.isBot) return false
      const { prefix, stop_word: stopWord } = (await settings.of(line.channel.id)).commands
      const typed = parseCommandLine(line.event.text, prefix)
      if (typed !== undefined && commandKey(typed.word) === commandKey(stopWord)) {
        await stopIfAllowed(line)
        return true
      }
      const id = typed && (await commandIndex.find(line.channel.id, typed.word))
      if (typed === undefined || id === undefined) return false
      const asked = { ...typedBy(line), id, args: cutArgs(typed.args) }
      const isTaken = queue.add(line.channel.id, (place) =>
        answer({ ...asked, place }).then(
          () => {},
          (error: unknown) => log.error('a chat message could not be handled', { error }),
        ),
      )
      if (!isTaken) log.warn('too many commands at once', { channelId: line.channel.id })
      return true
    },

    /**
     * Runs a command for a viewer who did not type it, with the same permissions, cooldowns and costs. Undefined if the
     * viewer may not run it, or if there is none.
     */
    async runFor(line: Author, word: string, args: string): Promise<FinishedRun | undefined> {
      const { prefix } = (await settings.of(line.channel.id)).commands
      const plain = word.startsWith(prefix) ? word.slice(prefix.length) : word
      const id = await commandIndex.find(line.channel.id, plain)
      return id === undefined ? undefined : answer({ ...typedBy(line), id, args: cutArgs(args) })
    },

    /**
     * Runs a command for a viewer who asks elsewhere than in chat, with the same permissions, cooldowns and costs.
     * Undefined if it may not run now, or if it failed.
     */
    runElsewhere(
      asked: Omit<AskedCommand, 'messageId' | 'isAnsweredElsewhere' | 'place'>,
    ): Promise<FinishedRun | undefined> {
      const { promise, resolve, reject } = Promise.withResolvers<FinishedRun | undefined>()
      const args = cutArgs(asked.args)
      const isTaken = queue.add(asked.channel.id, (place) =>
        answer({ ...asked, args, place, isAnsweredElsewhere: true }).then(resolve, reject),
      )
      if (!isTaken) resolve(undefined)
      return promise
    },
  }
}

function typedBy({ channel, platform, viewer, event }: Author) {
  return { channel, platform, viewer, actor: `chat:${platform}`, requestId: event.id, messageId: event.id }
}

function cutArgs(args: string): string {
  return [...args].slice(0, maxArgsLength).join('')
}
