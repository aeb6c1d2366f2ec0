import type { Clock } from '../../ambient.ts'
import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { ChatRole } from '../../contract/roles.ts'
import type { Log } from '../../log.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Database, Reader } from '../../storage/database.ts'
import type { ReceivedLine } from '../activity/feed.ts'
import type { Cost } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Standing } from '../viewers/standing.ts'
import type { CategoryFilter } from './category-filter.ts'
import type { Charge, Charges } from './charges.ts'
import type { Command } from './command.ts'
import { type CommandIndex, commandKey, parseCommandLine } from './command-index.ts'
import type { Commands } from './commands.ts'
import { deletesMessage } from './read-steps.ts'
import { findRefusal } from './run-permission.ts'
import { createRunQueue } from './run-queue.ts'
import type { CommandRunner, FinishedRun } from './runner.ts'

/** Concurrent runs, and queued runs; commands beyond both limits are dropped. */
const maxRunning = 16
const maxWaiting = 500
const maxArgsLength = 500

const nothing: Cost = { points: 0, coin: 0 }

/** Who runs a command, and the message that does. */
type Author = Pick<ReceivedLine, 'channel' | 'platform' | 'viewer'> & { readonly event: { readonly id: string } }

/** A chat message that runs a command. */
interface Asked {
  readonly line: Author
  readonly id: number
  readonly args: string
}

export type ChatCommands = ReturnType<typeof createChatCommands>

/** Commands typed in chat, subject to permissions, cooldowns, costs, platforms and categories. */
export function createChatCommands(needs: {
  db: Database
  clock: Clock
  log: Log
  charges: Charges
  commandRunner: CommandRunner
  commandIndex: CommandIndex
  commands: Commands
  isCategoryAllowed: CategoryFilter
  platforms: Platforms
  settings: Settings
  standing: Standing
  /** Ends everything that runs in the channel. */
  stopAll: (caller: Caller) => Promise<unknown>
}) {
  const { db, clock, log, charges, commandRunner, commandIndex, commands, settings } = needs
  const { isCategoryAllowed, stopAll } = needs
  const rolesOf = createChatRoles(needs)
  const queue = createRunQueue({ maxRunning, maxWaiting })

  async function answer({ line, id, args }: Asked): Promise<FinishedRun | undefined> {
    const { channel, platform, event, viewer } = line
    const caller: Caller = { channel, actor: `chat:${platform}`, requestId: event.id }
    const roles = await rolesOf(channel.id, platform, viewer)
    const command = await commands.find(db, channel.id, { id })
    if (command === undefined || !(await isCategoryAllowed(channel, platform, command))) return undefined
    if (await isRefused(db, line, roles, command)) return undefined
    const allowed = await letRun(caller, line, roles, id)
    if (allowed === undefined) return undefined
    const by = { viewer, roles }
    const request = { args, by, platform, messageId: event.id, isRemembered: true }
    try {
      const finished = await commandRunner.run(caller, allowed.command, request)
      await finish(caller, allowed, finished)
      return finished
    } catch (error) {
      log.error('a command typed in chat failed', { command: command.command, error })
      await giveAllBack(caller, allowed)
      return undefined
    }
  }

  /** Not queued behind the runs that it is to stop. */
  async function stopIfAllowed(line: ReceivedLine): Promise<void> {
    const { channel, platform, event, viewer } = line
    const roles = await rolesOf(channel.id, platform, viewer)
    if (!roles.has('moderator') && !roles.has('broadcaster')) return
    await stopAll({ channel, actor: `chat:${platform}`, requestId: event.id })
  }

  async function isRefused(reader: Reader, line: Author, roles: ReadonlySet<ChatRole>, command: Command) {
    const { channel, platform, viewer } = line
    const lastRunAt = await commands.lastRunBy(reader, channel.id, command, viewer.id)
    const asked = { platform, username: viewer.username, roles, lastRunAt, now: clock.now() }
    return findRefusal(command, asked) !== undefined
  }

  /** Cooldown, cost and the record of the run in one transaction, so that two runs at once cannot both pass. */
  async function letRun(
    caller: Caller,
    line: Author,
    roles: ReadonlySet<ChatRole>,
    id: number,
  ): Promise<{ command: Command; charge: Charge | undefined } | undefined> {
    try {
      return await db.write(async (tx) => {
        const command = await commands.find(tx, line.channel.id, { id })
        if (command === undefined || (await isRefused(tx, line, roles, command))) return undefined
        const { viewer } = line
        const charge = await charges.take(tx, caller, viewer.id, command, priceOf(command))
        await commands.rememberRun(tx, line.channel.id, id, { id: viewer.userId, viewerId: viewer.id })
        return { command, charge }
      })
    } catch (error) {
      if (error instanceof Failure && error.code === 'insufficient_points') return undefined
      throw error
    }
  }

  async function finish(
    caller: Caller,
    { command, charge }: { command: Command; charge: Charge | undefined },
    finished: FinishedRun,
  ): Promise<void> {
    const { failure, deletedMessage } = finished
    await db.write(async (tx) => {
      await finished.write(tx)
      if (charge === undefined) return
      const undeleted = deletesMessage(command.actions) && !deletedMessage ? command.deleteCost : 0
      const back = failure === undefined ? { points: undeleted, coin: 0 } : charge
      await charges.settle(tx, caller, charge, back, `${command.command} failed`)
    })
  }

  async function giveAllBack(caller: Caller, { command, charge }: { command: Command; charge: Charge | undefined }) {
    if (charge === undefined) return
    await db.write((tx) => charges.settle(tx, caller, charge, charge, `${command.command} failed`))
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
      const asked = { line, id, args: [...typed.args].slice(0, maxArgsLength).join('') }
      const isTaken = queue.add(() =>
        answer(asked).then(
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
      return id === undefined ? undefined : answer({ line, id, args: [...args].slice(0, maxArgsLength).join('') })
    },

    /** Resolves when no command runs. */
    settled: queue.settled,
  }
}

/** The cost taken before the run; the part for deleting is refunded if nothing was deleted. */
function priceOf(command: Command): Cost {
  const { pointsCost, coinCost, deleteCost, actions } = command
  if (pointsCost === 0 && coinCost === 0 && deleteCost === 0) return nothing
  return { points: pointsCost + (deletesMessage(actions) ? deleteCost : 0), coin: coinCost }
}
