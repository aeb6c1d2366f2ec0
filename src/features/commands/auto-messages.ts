import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import { platforms as allPlatforms, type Platform } from '../../contract/platforms.ts'
import type { Log } from '../../log.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { type Database, type Statement, sql } from '../../storage/database.ts'
import type { MessageCounts } from '../activity/message-counts.ts'
import type { Channel, Channels } from '../channels/channels.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { CategoryFilter } from './category-filter.ts'
import type { Command } from './command.ts'
import type { Commands } from './commands.ts'
import type { CommandRunner } from './runner.ts'

const minuteMs = 60_000
/** A tenth of the interval, either way, so that timers of the same interval do not always run together. */
const jitter = 0.1

type Claim = Statement<{ channel: number; id: number; now: number; before: number }, never>

const claims = Object.fromEntries(
  allPlatforms.map((platform) => [
    platform,
    sql(
      `UPDATE commands SET last_auto_${platform}_at = :now
       WHERE channel_id = :channel AND id = :id AND coalesce(last_auto_${platform}_at, 0) = :before`,
    ),
  ]),
) as Readonly<Record<Platform, Claim>>

export type AutoMessages = ReturnType<typeof createAutoMessages>

/** Timers: commands that the bot sends while the stream is live, at an interval and after a number of chat messages. */
export function createAutoMessages(needs: {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  commandRunner: CommandRunner
  commands: Commands
  counts: MessageCounts
  isCategoryAllowed: CategoryFilter
  platforms: Platforms
  streamStates: StreamStates
}) {
  const { db, clock, log, channels, commandRunner, commands, counts, isCategoryAllowed, platforms, streamStates } =
    needs

  /** Of the commands that are due on this platform, the one that has waited longest. */
  async function findDue(channel: Channel, platform: Platform, auto: readonly Command[]): Promise<Command | undefined> {
    const state = await streamStates.find(channel.id, platform)
    if (state === undefined || !state.live) return undefined
    const now = clock.now()
    const due = auto
      .filter((command) => command.platforms.includes(platform))
      .map((command) => {
        const since = Math.max(command.lastAutoAt[platform] ?? 0, state.startedAt ?? 0)
        return { command, since, dueAt: since + intervalMs(command, since) }
      })
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => a.dueAt - b.dueAt)
    for (const { command, since } of due) {
      const enough = await counts.hasLines(db, channel.id, platform, since, command.autoMessageMinChatCount)
      if (enough && (await isCategoryAllowed(channel, platform, command))) return command
    }
    return undefined
  }

  async function send(channel: Channel, platform: Platform, command: Command): Promise<void> {
    const { id, lastAutoAt } = command
    const now = clock.now()
    const claim = { channel: channel.id, id, now, before: lastAutoAt[platform] ?? 0 }
    // Claimed before it is sent, so that it is skipped rather than doubled when the server is cut off in between.
    if ((await db.write((tx) => tx.run(claims[platform], claim))) === 0) return
    const caller = { channel, actor: 'auto-message', requestId: `auto-${id}-${platform}-${now}` }
    const finished = await commandRunner.run(caller, command, { args: '', by: 'broadcaster', platform })
    await db.write((tx) => finished.write(tx))
  }

  async function sendOn(channel: Channel, platform: Platform, auto: readonly Command[]): Promise<number> {
    try {
      const command = await findDue(channel, platform, auto)
      if (command === undefined) return 0
      await send(channel, platform, command)
      return 1
    } catch (error) {
      const cause = error instanceof Failure ? error.message : error
      log.warn('a timed message could not be sent', { channelId: channel.id, platform, error: cause })
      return 0
    }
  }

  return {
    /** Sends at most one message on each platform. Returns how many were sent. */
    async tick(): Promise<number> {
      let sent = 0
      for (const channel of await channels.list()) {
        const auto = await commands.listAuto(channel.id)
        if (auto.length === 0) continue
        for (const { account } of await platforms.connected(channel.id)) {
          sent += await sendOn(channel, account.platform, auto)
        }
      }
      return sent
    },
  }
}

/** Random enough for a chat, and the same each time it is computed for the same wait. */
function intervalMs({ id, autoMessageIntervalMinutes }: Command, since: number): number {
  const mixed = (Math.imul(id ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(Math.floor(since / 1000), 0xc2b2ae35)) >>> 0
  return autoMessageIntervalMinutes * minuteMs * (1 - jitter + (2 * jitter * mixed) / 2 ** 32)
}
