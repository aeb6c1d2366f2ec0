import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Chat } from '../chat/chat.ts'
import type { ReceivedLine } from '../moderation/received-line.ts'
import type { Cost } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import { deletesMessage } from '../steps/read-steps.ts'
import { createChatRoles } from '../viewers/chat-roles.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Standing } from '../viewers/standing.ts'
import type { CategoryFilter } from './category-filter.ts'
import type { Charge, Charges } from './charges.ts'
import type { Command } from './command.ts'
import { type CommandIndex, commandKey, parseCommandLine } from './command-index.ts'
import type { Commands } from './commands.ts'
import { type PaidAlerts, readAlertPrices } from './paid-alerts.ts'
import { createPriceReplies } from './price-replies.ts'
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

/** Somebody who runs a command: by a chat message, or by a slash command on Discord. */
interface Asked {
  readonly channel: Channel
  readonly platform: Platform
  readonly viewer: Speaker
  readonly actor: string
  readonly requestId: string
  /** The chat message. */
  readonly messageId?: string
  readonly id: number
  readonly args: string
  /** The reply is shown elsewhere, so no chat gets it. */
  readonly isAnsweredElsewhere?: boolean
}

/** A run that may begin, with what it has paid. */
interface Allowed {
  readonly command: Command
  readonly charge: Charge | undefined
  readonly paidAlerts: PaidAlerts
}

export type ChatCommands = ReturnType<typeof createChatCommands>

/** Commands typed in chat, subject to permissions, cooldowns, costs, platforms and categories. */
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
  settings: Settings
  standing: Standing
  /** Ends everything that runs in the channel. */
  stopAll: (caller: Caller) => Promise<unknown>
}) {
  const { db, clock, log, charges, commandRunner, commandIndex, commands, settings } = needs
  const { alerts, isCategoryAllowed, stopAll } = needs
  const replyWithPrice = createPriceReplies(needs)
  const rolesOf = createChatRoles(needs)
  const queue = createRunQueue({ maxRunning, maxWaiting })

  /** Undefined if it may not run now, or if it failed. */
  async function answer(asked: Asked): Promise<FinishedRun | undefined> {
    const { channel, platform, viewer, actor, requestId, messageId, id, args, isAnsweredElsewhere = false } = asked
    const caller: Caller = { channel, actor, requestId }
    const roles = await rolesOf(channel.id, platform, viewer)
    const command = await commands.find(db, channel.id, { id })
    if (command === undefined || !(await isCategoryAllowed(channel, platform, command))) return undefined
    if (await isRefused(db, asked, roles, command)) return undefined
    const allowed = await letRun(caller, asked, roles)
    if (allowed === undefined) return undefined
    const by = { viewer, roles }
    const typed = messageId === undefined ? {} : { messageId }
    const { paidAlerts } = allowed
    const request = { args, by, platform, ...typed, isRemembered: true, isAnsweredElsewhere, paidAlerts }
    try {
      const finished = await commandRunner.run(caller, allowed.command, request)
      await finish(caller, allowed, finished)
      return finished
    } catch (error) {
      log.error('a command of a viewer failed', { command: command.command, error })
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

  async function isRefused(reader: Reader, by: Asked, roles: ReadonlySet<ChatRole>, command: Command) {
    const { channel, platform, viewer } = by
    const lastRunAt = await commands.lastRunBy(reader, channel.id, command, viewer.id)
    const asked = { platform, username: viewer.username, roles, lastRunAt, now: clock.now() }
    return findRefusal(command, asked) !== undefined
  }

  /** Cooldown, cost and the record of the run in one transaction, so that two runs at once cannot both pass. */
  async function letRun(caller: Caller, asked: Asked, roles: ReadonlySet<ChatRole>): Promise<Allowed | undefined> {
    const { channel, viewer, id } = asked
    let price = nothing
    let word = ''
    try {
      return await db.write(async (tx) => {
        const command = await commands.find(tx, channel.id, { id })
        if (command === undefined || (await isRefused(tx, asked, roles, command))) return undefined
        const paidAlerts = await readAlertPrices(tx, alerts, channel.id, command.actions)
        const own = priceOf(command)
        price = { ...own, points: own.points + paidAlerts.total }
        word = command.command
        const charge = await charges.take(tx, caller, viewer.id, command, price)
        await commands.rememberRun(tx, channel.id, id, { id: viewer.userId, viewerId: viewer.id })
        return { command, charge, paidAlerts }
      })
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'insufficient_points') throw error
      await explainPrice(caller, asked, word, price)
      return undefined
    }
  }

  async function explainPrice(caller: Caller, asked: Asked, word: string, price: Cost): Promise<void> {
    const { channel, platform, viewer, messageId, isAnsweredElsewhere } = asked
    const { prefix, explain_price: isExplained } = (await settings.of(channel.id)).commands
    if (!isExplained || isAnsweredElsewhere === true) return
    const to = { platform, viewerId: viewer.id, name: viewer.displayname, ...(messageId && { messageId }) }
    const balance = await charges.balance(channel.id, viewer.id)
    await replyWithPrice(caller, to, { word: `${prefix}${word}`, price, balance })
  }

  async function finish(
    caller: Caller,
    { command, charge, paidAlerts }: Allowed,
    finished: FinishedRun,
  ): Promise<void> {
    const { failure, deletedMessage } = finished
    await db.write(async (tx) => {
      await finished.write(tx)
      if (charge === undefined) return
      const undeleted = deletesMessage(command.actions) && !deletedMessage ? command.deleteCost : 0
      const back = failure === undefined ? { points: undeleted + paidAlerts.unused(), coin: 0 } : charge
      await charges.settle(tx, caller, charge, back, `${command.command} failed`)
    })
  }

  async function giveAllBack(caller: Caller, { command, charge }: Allowed) {
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
      const asked = { ...typedBy(line), id, args: cutArgs(typed.args) }
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
      return id === undefined ? undefined : answer({ ...typedBy(line), id, args: cutArgs(args) })
    },

    /**
     * Runs a command for a viewer who asks elsewhere than in chat, with the same permissions, cooldowns and costs.
     * Undefined if it may not run now, or if it failed.
     */
    runElsewhere(asked: Omit<Asked, 'messageId' | 'isAnsweredElsewhere'>): Promise<FinishedRun | undefined> {
      const { promise, resolve, reject } = Promise.withResolvers<FinishedRun | undefined>()
      const run = () => answer({ ...asked, args: cutArgs(asked.args), isAnsweredElsewhere: true }).then(resolve, reject)
      if (!queue.add(run)) resolve(undefined)
      return promise
    },

    /** Resolves when no command runs. */
    settled: queue.settled,
  }
}

function typedBy({ channel, platform, viewer, event }: Author) {
  return { channel, platform, viewer, actor: `chat:${platform}`, requestId: event.id, messageId: event.id }
}

function cutArgs(args: string): string {
  return [...args].slice(0, maxArgsLength).join('')
}

/** The cost taken before the run; the part for deleting is refunded if nothing was deleted. */
function priceOf(command: Command): Cost {
  const { pointsCost, coinCost, deleteCost, actions } = command
  if (pointsCost === 0 && coinCost === 0 && deleteCost === 0) return nothing
  return { points: pointsCost + (deletesMessage(actions) ? deleteCost : 0), coin: coinCost }
}
