import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { type Minute, maxBridgedMinutes, minuteMs, newestMinute } from '../../kernel/minute-jobs.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformConnection, Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { Earning } from '../points/earning.ts'
import type { Settings } from '../settings/settings.ts'
import type { Stream } from '../stream/stream.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createAttendance } from './attendance.ts'
import { createMinuteCredits } from './minute-credits.ts'
import { findMinute, forgetOld, insertMinute, listSpan } from './minute-rows.ts'
import type { Presence } from './presence.ts'
import { readRanges, writeRanges } from './ranges.ts'
import type { WatchTime } from './watch-time.ts'

const keptForDays = 90

export type WatchMinutes = ReturnType<typeof createWatchMinutes>

/**
 * Counts watch time by the minute while a stream is live. The viewers present are stored first; the minute is then
 * added to their totals in small batches, and a restarted server resumes where it stopped.
 */
export function createWatchMinutes(needs: {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  earning: Earning
  platforms: Platforms
  presence: Presence
  settings: Settings
  stream: Stream
  viewers: Viewers
  watchTime: WatchTime
}) {
  const { db, clock, log, channels, platforms, settings, stream } = needs
  const { whoIsThere, whoWrote } = createAttendance(needs)
  const { credit, finish } = createMinuteCredits(needs)

  /** Minutes that could not be counted, because the platform did not answer: tried again with the next ones. */
  const uncounted = new Map<string, readonly Minute[]>()

  /** The minutes before the newest are those of a gap. They count while the stream was live. */
  async function countMinutes(channel: Channel, connection: PlatformConnection, minutes: readonly Minute[]) {
    const set = await settings.of(channel.id)
    const { platform } = connection.account
    const place = { channel: channel.id, platform }
    const open: Minute[] = []
    for (const minute of minutes) {
      if ((await db.get(findMinute, { ...place, minute: minute.number })) === undefined) open.push(minute)
    }
    const [first] = open
    const newest = minutes.at(-1)
    if (!set.watch_time.enabled || first === undefined) return
    const { live, startedAt } = await stream.read(connection, 'poll')
    if (!live) return
    const now = await whoIsThere(channel, connection, set)
    const before = await listBefore(place, first)
    for (const minute of open) {
      const isNewest = minute === newest
      if (!isNewest && (startedAt === null || startedAt >= minute.endedAt)) continue
      const ids = now ?? (await whoWrote(channel, connection, minute, isNewest, set))
      const there = now === undefined || isNewest ? ids : ids.filter((id) => before.has(id))
      const row = { source: now === undefined ? 'messages' : 'chatters', viewers: writeRanges(there) } as const
      await db.write((tx) =>
        tx.run(insertMinute, { ...place, ...row, minute: minute.number, total: there.length, now: clock.now() }),
      )
      await credit(channel, platform, minute.number)
    }
  }

  /** Who was on the platform's list in the last minute before a gap: who is on it now as well was there in between. */
  async function listBefore(
    place: { channel: number; platform: Platform },
    first: Minute,
  ): Promise<ReadonlySet<number>> {
    const row = await db.get(findMinute, { ...place, minute: first.number - 1 })
    return new Set(row?.source === 'chatters' ? readRanges(row.viewers) : [])
  }

  return {
    /** Counts minutes that are over. Idempotent: a second call for the same minute changes nothing. */
    async tick(minutes: readonly Minute[] = [newestMinute(clock)]): Promise<void> {
      const oldest = (minutes.at(-1)?.number ?? 0) - maxBridgedMinutes
      for (const channel of await channels.list()) {
        await finish(channel)
        for (const connection of await platforms.connected(channel.id)) {
          const { platform } = connection.account
          const key = `${channel.id} ${platform}`
          const wanted = [...(uncounted.get(key) ?? []).filter(({ number }) => number >= oldest), ...minutes]
          uncounted.delete(key)
          await countMinutes(channel, connection, wanted).catch((error: unknown) => {
            uncounted.set(key, wanted)
            log.warn('minutes could not be counted', { platform, minutes: wanted.length, error })
          })
        }
      }
    },

    /** The evidence for a viewer's minutes of a day: which minutes, and how each is known. */
    async explain(channel: Channel, platform: Platform, viewerId: number, from: number, to: number) {
      const span = { from: Math.floor(from / minuteMs), to: Math.ceil(to / minuteMs) }
      const rows = await db.all(listSpan, { channel: channel.id, platform, ...span })
      return rows
        .filter((row) => readRanges(row.viewers).includes(viewerId))
        .map(({ minute, source }) => ({ at: minute * minuteMs, source }))
    },

    async prune(): Promise<number> {
      const before = Math.floor(clock.now() / minuteMs) - keptForDays * 24 * 60
      let pruned = 0
      for (const channel of await channels.list()) {
        for (const { account } of await platforms.connected(channel.id)) {
          pruned += await db.write((tx) =>
            tx.run(forgetOld, { channel: channel.id, platform: account.platform, before }),
          )
        }
      }
      return pruned
    },
  }
}
