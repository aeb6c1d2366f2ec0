import type { Channel } from '../../kernel/operation/channel.ts'
import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { localDay } from '../../kernel/text/local-day.ts'
import { type Platform, platforms } from '../../platforms/contract/platforms.ts'
import { dayNumber, monthOf } from '../viewers/days.ts'
import type { Speaker, Speakers } from '../viewers/speakers.ts'
import { countMonth } from '../viewers/viewer-rows.ts'

/** Platforms repeat a report within minutes, never after days. */
const rememberedForMs = 24 * 60 * 60 * 1000
const forgetEveryMs = 60 * 60 * 1000
/** A busy chat has a million messages a day, so old ids are deleted in small batches. */
const forgottenAtOnce = 500

type Place = { channel: number; platform: string }

const findReported = sql<Place & { externalId: string }, { at: number }>(
  `SELECT at FROM counted_messages
   WHERE channel_id = :channel AND platform = :platform AND external_id = :externalId`,
)
const forgetOld = sql<Place & { before: number; limit: number }>(
  `DELETE FROM counted_messages WHERE channel_id = :channel AND platform = :platform AND external_id IN (
     SELECT external_id FROM counted_messages
     WHERE channel_id = :channel AND platform = :platform AND at < :before ORDER BY at LIMIT :limit)`,
)
const remember = sql<Place & { externalId: string; now: number; viewer: number }>(
  `INSERT INTO counted_messages (channel_id, platform, external_id, at, viewer_id)
   VALUES (:channel, :platform, :externalId, :now, :viewer)`,
)
const growDay = sql<Place & { day: number; viewer: number }>(
  `INSERT INTO watch_time_days (channel_id, platform, day, viewer_id, messages)
   VALUES (:channel, :platform, :day, :viewer, 1)
   ON CONFLICT (channel_id, platform, day, viewer_id) DO UPDATE SET messages = watch_time_days.messages + 1`,
)
const growMonth = sql<Place & { month: number; viewer: number }>(
  `INSERT INTO watch_time_months (channel_id, platform, month, viewer_id, messages)
   VALUES (:channel, :platform, :month, :viewer, 1)
   ON CONFLICT (channel_id, platform, month, viewer_id) DO UPDATE SET messages = watch_time_months.messages + 1`,
)
const listWriters = sql<Place & { since: number }, { viewer: number; at: number }>(
  `SELECT viewer_id AS viewer, max(at) AS at FROM counted_messages
   WHERE channel_id = :channel AND platform = :platform AND at >= :since GROUP BY viewer_id`,
)
const listWritersBetween = sql<Place & { since: number; until: number }, { viewer: number }>(
  `SELECT DISTINCT viewer_id AS viewer FROM counted_messages
   WHERE channel_id = :channel AND platform = :platform AND at >= :since AND at < :until ORDER BY viewer_id`,
)
const countLines = sql<Place & { since: number; limit: number }, { lines: number }>(
  `SELECT count(*) AS lines FROM (SELECT m.at FROM counted_messages m
   JOIN viewers v ON v.channel_id = m.channel_id AND v.id = m.viewer_id
   WHERE m.channel_id = :channel AND m.platform = :platform AND m.at > :since AND v.is_bot = 0
   LIMIT :limit) AS counted`,
)

export type MessageCounts = ReturnType<typeof createMessageCounts>

/**
 * Message counts of viewers. Chat messages are not in the event log, so their ids are stored for one day in a table
 * of their own, to detect repeats.
 */
export function createMessageCounts({ speakers }: { speakers: Speakers }) {
  const forgotAt = new Map<number, number>()

  /** Called periodically until no old ids are left. */
  async function forget(tx: Writer, channel: number, now: number): Promise<void> {
    if (now - (forgotAt.get(channel) ?? 0) < forgetEveryMs) return
    const old = { channel, before: now - rememberedForMs, limit: forgottenAtOnce }
    let isMoreLeft = false
    for (const platform of platforms) {
      if ((await tx.run(forgetOld, { ...old, platform })) === forgottenAtOnce) isMoreLeft = true
    }
    if (!isMoreLeft) tx.onCommit(() => forgotAt.set(channel, now))
  }

  return {
    async isRepeat(tx: Writer, channel: Channel, platform: Platform, externalId: string): Promise<boolean> {
      return (await tx.get(findReported, { channel: channel.id, platform, externalId })) !== undefined
    },

    /** Counts one message for the day and the month in the channel's time zone, and in the total. */
    async count(tx: Writer, channel: Channel, speaker: Speaker, externalId: string, now: number): Promise<void> {
      const { id: viewer, platform } = speaker
      const place = { channel: channel.id, platform, viewer }
      const day = dayNumber(localDay(channel.timeZone, now))
      const month = monthOf(day)
      await forget(tx, channel.id, now)
      await tx.run(remember, { ...place, externalId, now })
      if (speaker.countedMonth !== month) {
        await tx.run(countMonth, { channel: channel.id, id: viewer, month })
        speakers.keep(tx, channel.id, { ...speaker, countedMonth: month })
      }
      await tx.run(growDay, { ...place, day })
      await tx.run(growMonth, { ...place, month })
    },

    /** The viewers who wrote at that time or later, with the time of their last message. */
    async writersSince(reader: Reader, channelId: number, platform: Platform, since: number) {
      return reader.all(listWriters, { channel: channelId, platform, since })
    },

    async writersBetween(reader: Reader, channelId: number, platform: Platform, since: number, until: number) {
      const rows = await reader.all(listWritersBetween, { channel: channelId, platform, since, until })
      return rows.map(({ viewer }) => viewer)
    },

    /** Whether there were at least this many messages after that time; messages of bots do not count. */
    async hasLines(reader: Reader, channelId: number, platform: Platform, since: number, wanted: number) {
      if (wanted === 0) return true
      const found = await reader.get(countLines, { channel: channelId, platform, since, limit: wanted })
      return (found?.lines ?? 0) >= wanted
    },
  }
}
