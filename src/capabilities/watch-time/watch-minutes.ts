import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { type Minute, maxBridgedMinutes, minuteMs, newestMinute } from '../../kernel/minute-jobs.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { localDay } from '../../kernel/text/local-day.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import { inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Channels } from '../channels/channels.ts'
import { type Earning, isExcluded } from '../points/earning.ts'
import type { Settings } from '../settings/settings.ts'
import type { Stream } from '../stream/stream.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Presence } from './presence.ts'
import { readRanges, writeRanges } from './ranges.ts'
import type { WatchTime } from './watch-time.ts'

/** Few enough per transaction that a concurrent call waits a few milliseconds at most. */
const atOnce = 50
const keptForDays = 90

/** How presence is known: from the platform's viewer list, or from chat messages. */
export type PresenceSource = 'chatters' | 'messages'

interface MinuteRow {
  readonly platform: Platform
  readonly minute: number
  readonly source: PresenceSource
  readonly viewers: string
  readonly total: number
  readonly credited: number
  readonly is_open: number
}

type Key = { channel: number; platform: string; minute: number }

const columns = 'platform, minute, source, viewers, total, credited, is_open'
const here = 'channel_id = :channel AND platform = :platform AND minute = :minute'
const findMinute = sql<Key, MinuteRow>(`SELECT ${columns} FROM watch_minutes WHERE ${here}`)
const insertMinute = sql<Key & { source: string; viewers: string; total: number; now: number }>(
  `INSERT INTO watch_minutes (channel_id, platform, minute, source, viewers, total, credited, is_open, at)
   VALUES (:channel, :platform, :minute, :source, :viewers, :total, 0, 1, :now)
   ON CONFLICT (channel_id, platform, minute) DO NOTHING`,
)
const setCredited = sql<Key & { credited: number; isOpen: number }>(
  `UPDATE watch_minutes SET credited = :credited, is_open = :isOpen WHERE ${here}`,
)
const listUnfinished = sql<{ channel: number }, { platform: Platform; minute: number }>(
  `SELECT platform, minute FROM watch_minutes WHERE channel_id = :channel AND is_open = 1
   ORDER BY platform, minute LIMIT 1000`,
)
const listSpan = sql<{ channel: number; platform: string; from: number; to: number }, MinuteRow>(
  `SELECT ${columns} FROM watch_minutes
   WHERE channel_id = :channel AND platform = :platform AND minute >= :from AND minute < :to ORDER BY minute LIMIT 2000`,
)
const forgetOld = sql<{ channel: number; platform: string; before: number }>(
  'DELETE FROM watch_minutes WHERE channel_id = :channel AND platform = :platform AND minute < :before',
)

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
  const { db, clock, log, channels, earning, platforms, presence, settings, stream, viewers, watchTime } = needs

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

  /** By the platform's viewer list; undefined if there is none. */
  async function whoIsThere(channel: Channel, connection: PlatformConnection, set: ChannelSettings) {
    const chatters = await findChatters(connection)
    return chatters && idsOf(channel, connection, chatters, set)
  }

  /** The viewers who wrote within the window before the end of the minute. */
  async function whoWrote(
    channel: Channel,
    connection: PlatformConnection,
    { endedAt: until }: Minute,
    isNewest: boolean,
    set: ChannelSettings,
  ) {
    const since = until - set.watch_time.presence_minutes * minuteMs
    const { platform } = connection.account
    const written = await (isNewest
      ? presence.between(channel.id, platform, since, until)
      : presence.storedBetween(channel.id, platform, since, until))
    const ids: number[] = []
    for (const id of written) {
      const viewer = await viewers.getById(db, channel.id, id)
      if (viewer === undefined || viewer.isBot || viewer.userId === connection.account.accountId) continue
      if (!isExcluded(set, viewer.username)) ids.push(id)
    }
    return ids
  }

  async function findChatters(connection: PlatformConnection): Promise<readonly PlatformUser[] | undefined> {
    const { account, connector } = connection
    const listPresent = connector.listPresent?.bind(connector)
    if (listPresent === undefined) return undefined
    return inTime(connection, (signal) => listPresent(account, signal)).catch((error: unknown) => {
      log.warn('the viewer list could not be read', { platform: account.platform, error })
      return undefined
    })
  }

  async function idsOf(
    channel: Channel,
    connection: PlatformConnection,
    users: readonly PlatformUser[],
    set: ChannelSettings,
  ) {
    const { platform, accountId } = connection.account
    const counted = users.filter(({ id, isBot, username }) => {
      return isBot !== true && id !== accountId && !isExcluded(set, username)
    })
    const ids = new Set<number>()
    for (let from = 0; from < counted.length; from += atOnce) {
      await db.write(async (tx) => {
        for (const fresh of counted.slice(from, from + atOnce)) {
          const viewer = await viewers.ensure(tx, channel, { platform, fresh })
          if (!viewer.isBot) ids.add(viewer.id)
        }
      })
    }
    return [...ids].sort((a, b) => a - b)
  }

  /** Each batch stores its progress in the same transaction, so that no minute counts twice. */
  async function credit(channel: Channel, platform: Platform, minute: number): Promise<void> {
    const set = await settings.of(channel.id)
    const key = { channel: channel.id, platform, minute }
    const at = minute * minuteMs
    const day = localDay(channel.timeZone, at)
    const cause = { channel, actor: `platform:${platform}`, requestId: `minute-${minute}` }
    for (let isDone = false; !isDone; ) {
      isDone = await db.write(async (tx) => {
        const row = await tx.get(findMinute, key)
        if (row === undefined || row.is_open === 0) return true
        const shared = {}
        const next = readRanges(row.viewers).slice(row.credited, row.credited + atOnce)
        for (const id of next) {
          const viewer = await viewers.getById(tx, channel.id, id)
          if (viewer === undefined) continue
          await watchTime.credit(tx, channel.id, viewer, day)
          await earning.reward(tx, cause, set, viewer, 'per_minute', { shared, at })
        }
        const credited = row.credited + next.length
        await tx.run(setCredited, { ...key, credited, isOpen: credited < row.total ? 1 : 0 })
        return credited >= row.total
      })
      // Lets other work run.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function finish(channel: Channel): Promise<void> {
    for (const { platform, minute } of await db.all(listUnfinished, { channel: channel.id })) {
      await credit(channel, platform, minute)
    }
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
