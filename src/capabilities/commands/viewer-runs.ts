import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Place } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Chat } from '../chat/chat.ts'
import type { Cost } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import { deletesMessage } from '../steps/read-steps.ts'
import type { ChatRoles } from '../viewers/chat-roles.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { CategoryFilter } from './category-filter.ts'
import type { Charge, Charges } from './charges.ts'
import type { Command } from './command.ts'
import type { Commands } from './commands.ts'
import { type PaidAlerts, readAlertPrices } from './paid-alerts.ts'
import { createPriceReplies } from './price-replies.ts'
import { findRefusal } from './run-permission.ts'
import type { CommandRunner, FinishedRun } from './runner.ts'

const nothing: Cost = { points: 0, coin: 0 }

/** Somebody who runs a command: by a chat message, or by a slash command on Discord. */
export interface AskedCommand {
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
  /** The place of the run, if it has one. */
  readonly place?: Place
}

/** A run that may begin, with what it has paid. */
interface Allowed {
  readonly command: Command
  readonly charge: Charge | undefined
  readonly paidAlerts: PaidAlerts
}

/**
 * Runs of commands for viewers, subject to permissions, cooldowns, costs, platforms and categories. The price is taken
 * before the run, and what the run did not use is given back.
 */
export function createViewerRuns(needs: {
  db: Database
  clock: Clock
  log: Log
  alerts: Alerts
  charges: Charges
  chat: Chat
  commandRunner: CommandRunner
  commands: Commands
  isCategoryAllowed: CategoryFilter
  rolesOf: ChatRoles
  settings: Settings
}) {
  const { db, clock, log, alerts, charges, commandRunner, commands, isCategoryAllowed, rolesOf, settings } = needs
  const replyWithPrice = createPriceReplies(needs)

  async function isRefused(reader: Reader, by: AskedCommand, roles: ReadonlySet<ChatRole>, command: Command) {
    const { channel, platform, viewer } = by
    const lastRunAt = await commands.lastRunBy(reader, channel.id, command, viewer.id)
    const asked = { platform, username: viewer.username, roles, lastRunAt, now: clock.now() }
    return findRefusal(command, asked) !== undefined
  }

  /** Cooldown, cost and the record of the run in one transaction, so that two runs at once cannot both pass. */
  async function letRun(
    caller: Caller,
    asked: AskedCommand,
    roles: ReadonlySet<ChatRole>,
  ): Promise<Allowed | undefined> {
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

  async function explainPrice(caller: Caller, asked: AskedCommand, word: string, price: Cost): Promise<void> {
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

  /** Undefined if it may not run now, or if it failed. */
  return async function answer(asked: AskedCommand): Promise<FinishedRun | undefined> {
    const {
      channel,
      platform,
      viewer,
      actor,
      requestId,
      messageId,
      id,
      args,
      place,
      isAnsweredElsewhere = false,
    } = asked
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
    const request = { args, by, platform, ...typed, isRemembered: true, isAnsweredElsewhere, paidAlerts, place }
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
}

/** The cost taken before the run; the part for deleting is refunded if nothing was deleted. */
function priceOf(command: Command): Cost {
  const { pointsCost, coinCost, deleteCost, actions } = command
  if (pointsCost === 0 && coinCost === 0 && deleteCost === 0) return nothing
  return { points: pointsCost + (deletesMessage(actions) ? deleteCost : 0), coin: coinCost }
}
