import { inDollars } from '../../definitions/currencies.ts'
import { supportInDollars } from '../../definitions/support/support-amounts.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { type Platform, platforms } from '../../platforms/contract/platforms.ts'
import type { EventData, LoggedEvent } from '../../registry/events.ts'
import type { Events } from '../events/events.ts'
import { firstSeqAt, newestOfKind, wholeLog } from '../events/indexed-kinds.ts'
import { bestMoments, type Moment } from './best-moments.ts'
import type { ReportCount } from './contract/stream-reports.ts'

const minuteMs = 60_000
/** Platforms that go live one after the other, or drop out for a while, are one stream. */
const gapMs = 30 * minuteMs
const maxStreams = 20
const maxLookedAt = 200
/** So much of a stream that was live before anybody looked belongs to it. Some have run for months. */
const maxBeforeMs = 24 * 60 * minuteMs
/** As many points as a screen shows, whatever the length of the stream. */
const maxPoints = 240
const longestMs = 48 * 60 * minuteMs
const readAtOnce = 500
const maxEvents = 20_000
/** Chat messages are counted one by one for a day; later only their number per day is known. */
const chatKnownForMs = 24 * 60 * minuteMs

export interface PastStream {
  /** The number of the event that began it. */
  readonly seq: number
  readonly from: number
  /** Null while it runs. */
  readonly to: number | null
  readonly title: string
  readonly platforms: readonly Platform[]
}

export interface ReportPoint extends Readonly<Record<ReportCount, number>> {
  readonly at: number
  /** The most viewers at once, of all platforms together. */
  readonly viewers: number
}

export interface StreamReport {
  readonly stream: PastStream
  readonly pointMinutes: number
  readonly points: readonly ReportPoint[]
  readonly hasChat: boolean
  readonly moments: readonly Moment[]
}

type Span = { channel: number; platform: string; from: number; to: number; limit: number }
const listMinutes = sql<Span, { minute: number; total: number }>(
  `SELECT minute, total FROM watch_minutes
   WHERE channel_id = :channel AND platform = :platform AND minute >= :from AND minute < :to ORDER BY minute LIMIT :limit`,
)
const countChat = sql<Span & { size: number }, { point: number; lines: number }>(
  `SELECT CAST((at - :from) / :size AS BIGINT) AS point, count(*) AS lines FROM counted_messages
   WHERE channel_id = :channel AND platform = :platform AND at >= :from AND at < :to
   GROUP BY 1 ORDER BY 1 LIMIT :limit`,
)

export type StreamReports = ReturnType<typeof createStreamReports>

/** What happened during a stream, minute by minute, from the event log. */
export function createStreamReports({ db, clock, events }: { db: Database; clock: Clock; events: Events }) {
  async function list(channel: Channel): Promise<PastStream[]> {
    const found: LoggedEvent[] = []
    for (const kind of ['stream.online', 'stream.already-live', 'stream.offline'] as const) {
      found.push(...(await newestOfKind(db, channel.id, kind, wholeLog, maxLookedAt)))
    }
    const newest = found.toSorted((a, b) => b.seq - a.seq).slice(0, maxLookedAt)
    return joinStreams(newest.toReversed()).toReversed().slice(0, maxStreams)
  }

  async function eventsOf(channel: Channel, { seq, from }: PastStream, to: number): Promise<LoggedEvent[]> {
    const all: LoggedEvent[] = []
    // The event that says so can come after what it began with.
    const first = Math.min(seq, await firstSeqAt(db, channel.id, from))
    for (let after = Math.max(0, first - 1); all.length < maxEvents; ) {
      const some = await events.after(db, channel.id, after, readAtOnce)
      all.push(...some.filter(({ at }) => at >= from && at < to))
      const last = some.at(-1)
      if (last === undefined || last.at >= to || some.length < readAtOnce) break
      after = last.seq
    }
    return all
  }

  return {
    list,

    /** Undefined if there is no such stream, or it is too long ago to be listed. */
    async read(channel: Channel, seq: number): Promise<StreamReport | undefined> {
      const stream = (await list(channel)).find((one) => one.seq === seq)
      if (stream === undefined) return undefined
      const now = clock.now()
      const to = Math.min(stream.to ?? now, stream.from + longestMs)
      const minutes = Math.max(1, Math.ceil((to - stream.from) / minuteMs))
      const pointMinutes = Math.ceil(minutes / maxPoints)
      const points = Array.from({ length: Math.ceil(minutes / pointMinutes) }, (_, index) => ({
        at: stream.from + index * pointMinutes * minuteMs,
        viewers: 0,
        chat: 0,
        follows: 0,
        subscriptions: 0,
        money: 0,
        clips: 0,
        cues: 0,
      }))
      const pointAt = (at: number) => points[Math.floor((at - stream.from) / (pointMinutes * minuteMs))]
      const first = Math.floor(stream.from / minuteMs)
      const place = { channel: channel.id, limit: longestMs / minuteMs }
      const viewers = new Map<number, number>()
      for (const platform of platforms) {
        const span = { ...place, platform, from: first, to: Math.ceil(to / minuteMs) }
        for (const { minute, total } of await db.all(listMinutes, span)) {
          viewers.set(minute, (viewers.get(minute) ?? 0) + total)
        }
        const size = pointMinutes * minuteMs
        const chat = await db.all(countChat, { ...place, platform, from: stream.from, to, size })
        for (const { point: index, lines } of chat) {
          const point = points[index]
          if (point !== undefined) point.chat += lines
        }
      }
      for (const [minute, total] of viewers) {
        const point = pointAt(Math.max(stream.from, minute * minuteMs))
        if (point !== undefined) point.viewers = Math.max(point.viewers, total)
      }
      const logged = await eventsOf(channel, stream, to)
      for (const event of logged) {
        const point = pointAt(event.at)
        const count = countOf(event)
        if (point !== undefined && count !== undefined) point[count.name] += count.by
      }
      const hasChat = stream.from > now - chatKnownForMs
      return { stream, pointMinutes, points, hasChat, moments: bestMoments(points, logged, pointMinutes) }
    },
  }
}

/** Oldest first. A platform that goes live during a stream, or soon after it, belongs to it. */
export function joinStreams(events: readonly LoggedEvent[]): PastStream[] {
  const streams: (Omit<PastStream, 'platforms'> & { platforms: Platform[]; live: Set<string> })[] = []
  for (const event of events) {
    const { seq, kind, at, platform, data } = event
    const last = streams.at(-1)
    if (kind === 'stream.online' || kind === 'stream.already-live') {
      const from = beginningOf(event)
      const isSame = last !== undefined && (last.to === null || from - last.to < gapMs)
      const stream = isSame ? last : { seq, from, to: null, title: '', platforms: [], live: new Set<string>() }
      if (!isSame) streams.push(stream)
      const title = stream.title === '' ? String((data as { title?: unknown }).title ?? '') : stream.title
      streams[streams.length - 1] = { ...stream, title, to: null }
      if (platform !== null && !stream.platforms.includes(platform)) stream.platforms.push(platform)
      stream.live.add(platform ?? '')
    } else if (last?.live.delete(platform ?? '') && last.live.size === 0) {
      streams[streams.length - 1] = { ...last, to: at }
    }
  }
  return streams.map(({ live: _, ...stream }) => stream)
}

/** A stream that goes live begins with its event, one that was live already when its platform says. */
function beginningOf({ kind, at, data }: LoggedEvent): number {
  const { started_at: startedAt } = data as { readonly started_at?: number | null }
  if (kind !== 'stream.already-live' || typeof startedAt !== 'number') return at
  return Math.max(Math.min(startedAt, at), at - maxBeforeMs)
}

/** Which row of the timeline an event adds to, and how much. */
function countOf({ kind, data }: LoggedEvent): { readonly name: ReportCount; readonly by: number } | undefined {
  const fields = data as Readonly<Record<string, unknown>>
  if (kind === 'follow') return { name: 'follows', by: 1 }
  if (kind === 'subscription' || kind === 'subscription.received') return { name: 'subscriptions', by: 1 }
  if (kind === 'clip.created') return { name: 'clips', by: 1 }
  if (kind === 'bits' || kind === 'power-up')
    return { name: 'money', by: supportInDollars(data as EventData<'bits' | 'power-up'>) ?? 0 }
  if (kind === 'donation' && fields.is_test !== 1) {
    return { name: 'money', by: inDollars({ amount: Number(fields.amount ?? 0), currency: String(fields.currency) }) }
  }
  return kind.startsWith('cue.') && kind !== 'cue.finished' ? { name: 'cues', by: 1 } : undefined
}
