import type { Clock } from '../../kernel/ambient.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ChannelEvent, PlatformCategory } from '../../platforms/platform.ts'
import type { NewEvent } from '../../registry/events.ts'
import type { Cause, Events } from '../events/events.ts'
import { isLiveAnywhere, type KnownState, nothingKnown, readState, writeState } from './state-rows.ts'

/** How long the API of a platform may return the state from before a change. */
export const settlingMs = 2 * 60_000

type StreamReport = Extract<ChannelEvent, { kind: 'stream' }>
type Change = NonNullable<KnownState['expected']>

export type ObservedStream = ReturnType<typeof createObservedStream>

export interface ObservedStreamNeeds {
  db: Database
  clock: Clock
  events: Events
  /** Called in the transaction of the report that the last platform has gone offline. */
  onStreamEnd: (tx: Writer, cause: Cause) => Promise<void>
}

/**
 * Turns reports about a stream into events of the log, each change once: a push and a poll, or two nodes, report the
 * same state, and only what differs from the stored one is news.
 */
export function createObservedStream({ db, clock, events, onStreamEnd }: ObservedStreamNeeds) {
  return {
    async record(tx: Writer, cause: Cause, platform: Platform, report: StreamReport): Promise<void> {
      const channelId = cause.channel.id
      const now = clock.now()
      const known = (await readState(tx, channelId, platform)) ?? nothingKnown
      if (report.isPoll && now - known.changedAt < settlingMs) return
      if (!isNew(report, known)) return
      const next = { ...known, ...newsIn(report, known) }
      const news = eventsOf(platform, report, known, next, now)
      for (const event of news) await events.appendNew(tx, cause, event)
      // What was found at first did not change now, so the next poll is as good as this one.
      const hasChanged = news.some(({ kind }) => kind !== 'stream.already-live')
      await writeState(tx, channelId, platform, { ...next, changedAt: hasChanged ? now : known.changedAt })
      const hasEnded = news.some(({ kind }) => kind === 'stream.offline')
      if (hasEnded && !(await isLiveAnywhere(tx, channelId))) await onStreamEnd(tx, cause)
    },

    /** Before a change that this server asks for: the platform may report it before the change is recorded here. */
    async expect(channelId: number, platform: Platform, change: Change): Promise<void> {
      await db.write(async (tx) => {
        const known = (await readState(tx, channelId, platform)) ?? nothingKnown
        const now = clock.now()
        const expected = { ...(isCurrent(known, now) && known.expected), ...change }
        await writeState(tx, channelId, platform, { ...known, expected, expectedAt: now })
      })
    },

    /** The platform refused the change: a later report of it comes from elsewhere. */
    async unexpect(channelId: number, platform: Platform, change: Change): Promise<void> {
      await db.write(async (tx) => {
        const known = await readState(tx, channelId, platform)
        if (known !== undefined) await writeState(tx, channelId, platform, without(known, change))
      })
    },

    /** After a change that this server made, in the transaction that records it. */
    async note(tx: Writer, channelId: number, platform: Platform, change: Change): Promise<void> {
      const known = (await readState(tx, channelId, platform)) ?? nothingKnown
      await writeState(tx, channelId, platform, { ...without(known, change), ...change, changedAt: clock.now() })
    },

    find: (reader: Reader, channelId: number, platform: Platform) => readState(reader, channelId, platform),
  }
}

/** Whether a report says something that is not known yet. */
export function isNew(report: StreamReport, known: KnownState = nothingKnown): boolean {
  return !isSame({ ...known, ...newsIn(report, known) }, known)
}

/** The parts of a report that are known. A stream without a title has not lost it: the platform did not send it. */
function newsIn({ live, title, category }: StreamReport, known: KnownState): Partial<KnownState> {
  const isOther = category !== undefined && category.name !== '' && !isSameCategory(category, known.category)
  return {
    ...(live !== undefined && { live }),
    ...(title !== undefined && title !== '' && { title }),
    ...(isOther && { category }),
  }
}

function eventsOf(
  platform: Platform,
  report: StreamReport,
  known: KnownState,
  next: KnownState,
  now: number,
): NewEvent[] {
  // What a poll finds first may have been so for days.
  const isNews = (before: unknown) => before !== undefined || report.isPoll !== true
  if (next.live !== known.live) {
    if (!next.live) return isNews(known.live) ? [{ kind: 'stream.offline', platform, data: {} }] : []
    const { title = '', category } = next
    const data = { title, category: category?.name ?? '', started_at: report.startedAt ?? null }
    return [{ kind: isNews(known.live) ? 'stream.online' : 'stream.already-live', platform, data }]
  }
  const expected = isCurrent(known, now) ? known.expected : undefined
  const news: NewEvent[] = []
  const { title, category } = next
  if (title !== undefined && title !== known.title && isNews(known.title) && title !== expected?.title) {
    news.push({ kind: 'stream.title-changed', platform, data: { title } })
  }
  if (category !== undefined && category !== known.category && isNews(known.category)) {
    const data = { category: category.name, categoryId: category.id }
    if (!isSameCategory(category, expected?.category)) news.push({ kind: 'stream.category-changed', platform, data })
  }
  return news
}

/** Whether a report may still be the echo of a change that this server asked for. */
function isCurrent({ expected, expectedAt }: KnownState, now: number): boolean {
  return expected !== undefined && now - expectedAt < settlingMs
}

function without(known: KnownState, change: Change): KnownState {
  const left = Object.entries(known.expected ?? {}).filter(([name]) => !Object.hasOwn(change, name))
  return { ...known, expected: left.length === 0 ? undefined : Object.fromEntries(left) }
}

function isSame(one: KnownState, other: KnownState): boolean {
  return one.live === other.live && one.title === other.title && one.category === other.category
}

/** By id, where both have one. */
function isSameCategory(one: PlatformCategory, other: PlatformCategory | undefined): boolean {
  if (other === undefined) return false
  return one.id !== '' && other.id !== '' ? one.id === other.id : one.name === other.name
}
