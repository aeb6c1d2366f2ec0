import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Place } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader } from '../../kernel/storage/database.ts'
import type { RedemptionRefusal } from '../../platforms/contract/interaction-states.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { ReceivedRedemption } from '../activity/interactions.ts'
import type { Events } from '../events/events.ts'
import type { RewardLink, RewardLinks } from '../rewards/reward-links.ts'
import type { Rewards } from '../rewards/rewards.ts'
import type { Standing } from '../viewers/standing.ts'
import type { CategoryFilter } from './category-filter.ts'
import type { Command } from './command.ts'
import type { Commands } from './commands.ts'
import { findRefusal } from './run-permission.ts'
import type { RunQueue } from './run-queue.ts'
import type { CommandRunner } from './runner.ts'

const maxArgsLength = 500
/** Platforms may report hours late. What the viewer paid for is then no longer expected, and a person decides. */
const maxAgeMs = 10 * 60_000

export type RewardCommands = ReturnType<typeof createRewardCommands>

/**
 * Runs the command of a redeemed reward. Permissions, cooldowns, platforms and categories of the command hold as in
 * chat; its price does not, because the viewer has paid with channel points.
 */
export function createRewardCommands(needs: {
  db: Database
  clock: Clock
  log: Log
  commandRunner: CommandRunner
  commands: Commands
  events: Events
  isCategoryAllowed: CategoryFilter
  platforms: Platforms
  queue: RunQueue
  rewardLinks: RewardLinks
  rewards: Rewards
  standing: Standing
}) {
  const { db, clock, log, commandRunner, commands, events, isCategoryAllowed, platforms } = needs
  const { queue, rewardLinks, rewards, standing } = needs

  async function handle(received: ReceivedRedemption, place: Place): Promise<void> {
    const { channel, platform, redemption } = received
    const link = await rewardLinks.find(db, channel.id, platform, redemption.rewardId)
    const command = link && (await commands.find(db, channel.id, { id: link.commandId }))
    if (link === undefined || command === undefined) return
    const refusal = await runIfAllowed(received, command, place)
    if (refusal !== undefined) await refuse(received, link, refusal)
    else if (link.fulfilAfterRun) await settle(received, 'fulfilled')
  }

  /** Why it did not run, or that it failed. */
  async function runIfAllowed(
    received: ReceivedRedemption,
    command: Command,
    place: Place,
  ): Promise<RedemptionRefusal | undefined> {
    const { channel, platform, viewer, redemption } = received
    if (clock.now() - redemption.redeemedAt > maxAgeMs) return 'late'
    if (!(await isCategoryAllowed(channel, platform, command))) return 'category'
    const roles = await rolesOf(received)
    // In one transaction with the record of the run, so that two redemptions at once do not both pass a cooldown.
    const refusal = await db.write(async (tx) => {
      const found = await findRefusalOf(tx, received, roles, command)
      if (found === undefined) {
        await commands.rememberRun(tx, channel.id, command.id, { id: viewer.userId, viewerId: viewer.id })
      }
      return found
    })
    if (refusal !== undefined) return refusal
    const caller: Caller = { channel, actor: `reward:${platform}`, requestId: redemption.redemptionId }
    const args = [...redemption.message].slice(0, maxArgsLength).join('')
    const finished = await commandRunner.run(caller, command, {
      args,
      by: { viewer, roles },
      platform,
      redemption,
      place,
      isRemembered: true,
    })
    await db.write((tx) => finished.write(tx))
    return finished.failure === undefined ? undefined : 'failed'
  }

  async function findRefusalOf(
    reader: Reader,
    { channel, platform, viewer }: ReceivedRedemption,
    roles: ReadonlySet<ChatRole>,
    { id }: Command,
  ): Promise<RedemptionRefusal | undefined> {
    const command = await commands.find(reader, channel.id, { id })
    if (command === undefined) return 'inactive'
    const lastRunAt = await commands.lastRunBy(reader, channel.id, command, viewer.id)
    return findRefusal(command, { platform, username: viewer.username, roles, lastRunAt, now: clock.now() })
  }

  /** The owner of the account is the broadcaster, whether or not the platform reports the role. */
  async function rolesOf({ channel, platform, viewer }: ReceivedRedemption): Promise<ReadonlySet<ChatRole>> {
    const roles = await standing.rolesOf(db, channel.id, platform, viewer)
    const account = (await platforms.find(channel.id, platform))?.account
    return account?.accountId === viewer.userId ? new Set([...roles, 'broadcaster']) : roles
  }

  async function refuse(received: ReceivedRedemption, link: RewardLink, cause: RedemptionRefusal): Promise<void> {
    const { channel, platform, viewer, redemption } = received
    // One that skipped the queue is fulfilled, and the platform refunds no such redemption.
    const refunds = link.refundIfRefused && redemption.status === 'pending'
    const refunded = refunds && (await settle(received, 'refunded'))
    const by = { channel, actor: `reward:${platform}`, requestId: redemption.redemptionId }
    await db.write((tx) =>
      events.appendNew(tx, by, {
        kind: 'redemption.refused',
        platform,
        viewerId: viewer.id,
        data: {
          redemption_id: redemption.redemptionId,
          reward_id: redemption.rewardId,
          reward: redemption.rewardTitle,
          command: link.command,
          user_id: viewer.userId,
          username: viewer.username,
          displayname: viewer.displayname,
          cause,
          refunded,
        },
      }),
    )
  }

  /** Whether it was done. A platform that refuses leaves the redemption to a person. */
  async function settle(received: ReceivedRedemption, status: 'fulfilled' | 'refunded'): Promise<boolean> {
    const { channel, platform, redemption } = received
    if (redemption.status !== 'pending') return false
    const { redemptionId, rewardId } = redemption
    try {
      await rewards.settle(channel, { redemptionId, rewardId, platform }, status)
      return true
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // A step of the command may have settled it already.
      log.info('a redemption was not settled', { channelId: channel.id, platform, status, reason: error.message })
      return false
    }
  }

  return {
    /** Does not wait for the run. */
    receive(received: ReceivedRedemption): void {
      const isTaken = queue.add(received.channel.id, (place) =>
        handle(received, place).catch((error: unknown) => log.error('a redemption could not be handled', { error })),
      )
      if (!isTaken) log.warn('too many redemptions at once', { channelId: received.channel.id })
    },
  }
}
