import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { platforms as allPlatforms, type Platform, platformNamed } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { CategoryFilter } from '../commands/category-filter.ts'
import type { Commands } from '../commands/commands.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { Automation } from './automation.ts'
import { maxAutomations } from './contract/automations.ts'
import type { AutomationEngine } from './engine.ts'
import { timedCommandOf } from './timed-command.ts'

const minuteMs = 60_000
/** A tenth of the interval, either way, so that those of the same interval do not always run together. */
const jitter = 0.1
const maxTimes = maxAutomations * allPlatforms.length

type Key = { channel: number; automation: number; platform: string }

const listTimes = sql<{ channel: number; limit: number }, { automation: number; platform: Platform; at: number }>(
  `SELECT automation_id AS automation, platform, at FROM automation_platform_times
   WHERE channel_id = :channel ORDER BY automation_id, platform LIMIT :limit`,
)
/** Claimed before it runs, so that it is skipped rather than repeated when the server is cut off in between. */
const claimTime = sql<Key & { now: number; before: number }>(
  `INSERT INTO automation_platform_times (channel_id, automation_id, platform, at)
   VALUES (:channel, :automation, :platform, :now)
   ON CONFLICT (channel_id, automation_id, platform) DO UPDATE SET at = excluded.at
   WHERE automation_platform_times.at = :before`,
)

/** When each automation last ran on each platform, by their ids. */
export type PlatformTimes = ReadonlyMap<number, ReadonlyMap<Platform, number>>

export type PlatformSchedules = ReturnType<typeof createPlatformSchedules>

/** Automations that run at an interval on each platform by itself, such as reminders in chat. */
export function createPlatformSchedules(needs: {
  db: Database
  clock: Clock
  commands: Commands
  counts: MessageCounts
  engine: AutomationEngine
  isCategoryAllowed: CategoryFilter
  platforms: Platforms
  streamStates: StreamStates
}) {
  const { db, clock, commands, counts, engine, isCategoryAllowed, platforms, streamStates } = needs

  async function lastTimes(channelId: number): Promise<PlatformTimes> {
    const rows = await db.all(listTimes, { channel: channelId, limit: maxTimes })
    const byAutomation = Map.groupBy(rows, ({ automation }) => automation)
    return new Map(
      [...byAutomation].map(([id, own]) => [id, new Map(own.map(({ platform, at }) => [platform, at]))] as const),
    )
  }

  /** Of those that are due on this platform, the one that has waited longest. */
  async function findDue(channel: Channel, platform: Platform, all: readonly Automation[], times: PlatformTimes) {
    const state = await streamStates.find(channel.id, platform)
    if (state === undefined || !state.live) return undefined
    const due = all
      .filter((automation) => isOn(automation, platform))
      .map((automation) => {
        const last = times.get(automation.id)?.get(platform) ?? 0
        const since = Math.max(last, state.startedAt ?? 0)
        return { automation, last, since, dueAt: since + intervalMs(automation, since) }
      })
      .filter(({ dueAt }) => dueAt <= clock.now())
      .sort((a, b) => a.dueAt - b.dueAt)
    for (const { automation, last, since } of due) {
      const lines = automation.trigger.min_chat_lines ?? 0
      if (!(await counts.hasLines(db, channel.id, platform, since, lines))) continue
      if (await mayRun(channel, platform, automation)) return { automation, last }
    }
    return undefined
  }

  /** A command that is off, or not for this platform or category, is not run by its timer either. */
  async function mayRun(channel: Channel, platform: Platform, automation: Automation): Promise<boolean> {
    const reference = timedCommandOf(automation)
    const command = reference && (await commands.find(db, channel.id, reference))
    if (command !== undefined) {
      if (!command.active || !command.platforms.includes(platform)) return false
      if (!(await isCategoryAllowed(channel, platform, command))) return false
    }
    return engine.isAllowedNow(channel, automation, { trigger: 'schedule', platform, data: {}, depth: 1 })
  }

  return {
    /** Starts at most one on each platform. */
    async startDue(channel: Channel, all: readonly Automation[]): Promise<void> {
      if (all.length === 0) return
      const times = await lastTimes(channel.id)
      for (const { account } of await platforms.connected(channel.id)) {
        const { platform } = account
        const due = await findDue(channel, platform, all, times)
        if (due === undefined) continue
        const { automation, last: before } = due
        const claim = { channel: channel.id, automation: automation.id, platform, now: clock.now(), before }
        if ((await db.write((tx) => tx.run(claimTime, claim))) === 0) continue
        engine.offer(channel, automation, { trigger: 'schedule', platform, data: {}, depth: 1 })
      }
    },

    lastTimes,
  }
}

function isOn({ run }: Automation, platform: Platform): boolean {
  return run.platforms.length === 0 || run.platforms.map(platformNamed).includes(platform)
}

/** Random enough for a chat, and the same each time it is computed for the same wait. */
function intervalMs({ id, trigger }: Automation, since: number): number {
  const mixed = (Math.imul(id ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(Math.floor(since / 1000), 0xc2b2ae35)) >>> 0
  return (trigger.every_minutes ?? 0) * minuteMs * (1 - jitter + (2 * jitter * mixed) / 2 ** 32)
}
