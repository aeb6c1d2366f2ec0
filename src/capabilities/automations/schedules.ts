import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Minute } from '../../kernel/minute-jobs.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { type Platform, platformNamed } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { Automation } from './automation.ts'
import { asAutomation, claimSchedule, findById, listScheduledChannels } from './automation-rows.ts'
import type { AutomationEngine } from './engine.ts'
import type { PlatformSchedules } from './platform-schedules.ts'
import type { TriggerIndex } from './trigger-index.ts'

const minuteMs = 60_000
const maxChannels = 100_000

export type Schedules = ReturnType<typeof createSchedules>

/** Starts automations at their times. One node of several does it, once a minute. */
export function createSchedules(needs: {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  counts: MessageCounts
  engine: AutomationEngine
  index: TriggerIndex
  platformSchedules: PlatformSchedules
  platforms: Platforms
  streamStates: StreamStates
}) {
  const { db, clock, log, channels, counts, engine, index, platformSchedules, platforms, streamStates } = needs

  /** The automation as it is stored now, if it is due. */
  async function findDue(channel: Channel, id: number, minutes: readonly Minute[]): Promise<Automation | undefined> {
    const row = await db.get(findById, { channel: channel.id, id })
    const automation = row && asAutomation(row)
    if (automation === undefined || !automation.active) return undefined
    const { every_minutes, at, minutes_after_live } = automation.trigger
    if (at !== undefined) {
      const isAt = ({ endedAt }: Minute) => timeOf(channel, endedAt) === at && !wasStartedAfter(automation, endedAt)
      return minutes.some(isAt) ? automation : undefined
    }
    const since = automation.lastScheduledAt ?? automation.createdAt
    const live = await liveSince(channel, automation)
    if (minutes_after_live !== undefined) {
      const dueAt = live === undefined ? undefined : live + minutes_after_live * minuteMs
      return dueAt !== undefined && dueAt <= clock.now() && since < dueAt ? automation : undefined
    }
    if (every_minutes === undefined) return undefined
    if (automation.run.only_live === 1 && live === undefined) return undefined
    const from = Math.max(since, automation.run.only_live === 1 ? (live ?? 0) : 0)
    const isDue = clock.now() - from >= every_minutes * minuteMs
    return isDue && (await hasLines(channel, automation, from)) ? automation : undefined
  }

  /** A node that takes over repeats the last minute. A time in the future is from before the clock was set back. */
  function wasStartedAfter({ lastScheduledAt }: Automation, at: number): boolean {
    return lastScheduledAt !== null && lastScheduledAt >= at && lastScheduledAt <= clock.now()
  }

  async function platformsOf(channel: Channel, { run }: Automation): Promise<readonly Platform[]> {
    const wanted = run.platforms.length === 0 ? undefined : run.platforms.map(platformNamed)
    return (await platforms.connected(channel.id, wanted)).map(({ account }) => account.platform)
  }

  /** When the stream began that has been live longest; undefined while nothing is live. */
  async function liveSince(channel: Channel, automation: Automation): Promise<number | undefined> {
    const starts: number[] = []
    for (const platform of await platformsOf(channel, automation)) {
      const state = await streamStates.find(channel.id, platform)
      if (state?.live === true) starts.push(state.startedAt ?? clock.now())
    }
    return starts.length === 0 ? undefined : Math.min(...starts)
  }

  async function hasLines(channel: Channel, automation: Automation, since: number): Promise<boolean> {
    const wanted = automation.trigger.min_chat_lines ?? 0
    if (wanted === 0) return true
    for (const platform of await platformsOf(channel, automation)) {
      if (await counts.hasLines(db, channel.id, platform, since, wanted)) return true
    }
    return false
  }

  async function startDue(channel: Channel, minutes: readonly Minute[]): Promise<void> {
    const triggers = await index.load(channel.id)
    const scheduled = triggers?.scheduled ?? []
    const { each = [], all = [] } = Object.groupBy(scheduled, ({ trigger }) => (trigger.each_platform ? 'each' : 'all'))
    await platformSchedules.startDue(channel, each)
    for (const { id } of all) {
      const automation = await findDue(channel, id, minutes)
      if (automation === undefined) continue
      const claim = { channel: channel.id, id, now: clock.now(), before: automation.lastScheduledAt ?? 0 }
      if ((await db.write((tx) => tx.run(claimSchedule, claim))) === 0) continue
      engine.offer(channel, automation, { trigger: 'schedule', data: {}, depth: 1 })
    }
  }

  return {
    async tick(minutes: readonly Minute[]): Promise<void> {
      for (const { channel_id } of await db.all(listScheduledChannels, { limit: maxChannels })) {
        const channel = await channels.find(channel_id)
        // The test channel has the same automations. At their times only those of the channel run.
        if (channel === undefined || channel.isTestChannel) continue
        await startDue(channel, minutes).catch((error: unknown) => {
          log.error('scheduled automations could not be started', { channelId: channel.id, error })
        })
      }
    },
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The time of day at which a minute ends, HH:MM in the channel's time zone. */
function timeOf({ timeZone }: Channel, at: number): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}
