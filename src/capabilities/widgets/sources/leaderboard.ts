import type { Channel } from '../../../kernel/operation/channel.ts'
import { nameKey } from '../../../kernel/schema/text.ts'
import { type Database, sql } from '../../../kernel/storage/database.ts'
import { allInThread } from '../../../kernel/storage/long-lists.ts'
import { localDay } from '../../../kernel/text/local-day.ts'
import { type Platform, platforms } from '../../../platforms/contract/platforms.ts'
import { newestOfKind, type SeqRange } from '../../events/indexed-kinds.ts'
import { isPastEvent } from '../../events/past-events.ts'
import { readRanges } from '../../watch-time/ranges.ts'
import type { SourceData, SourceParams } from '../contract/widgets/sources.ts'
import { commonUnit, inUnit, rounded } from '../money.ts'
import { shownName } from '../names.ts'
import { restOfDay, type Span } from '../periods.ts'
import { defineSourceReader, type SourceNeeds } from '../source.ts'
import { movesPoints } from './goal.ts'

const intervalMs = 2_000
/** Minutes are added once a minute, without an event. */
const minuteMs = 60_000
const maxMinutes = 48 * 60
const donationsAtOnce = 1_000
/** The newest ones count: enough for years. */
const maxDonations = 20_000

type Params = SourceParams<'leaderboard'>
type Row = SourceData<'leaderboard'>['rows'][number]
type PersonRow = { readonly platform: Platform; readonly username: string; readonly displayname: string }

// CROSS JOIN fixes the join order in SQLite: it reads the viewers who got points instead of scanning all viewers.
const listEarners = sql<
  { channel: number; from: number; before: number; limit: number },
  PersonRow & { value: number }
>(
  `SELECT v.platform, v.username, v.displayname, s.value FROM (
     SELECT viewer_id, sum(delta) AS value FROM points_ledger
     WHERE channel_id = :channel AND seq >= :from AND seq < :before AND currency = 'points'
     GROUP BY viewer_id HAVING sum(delta) > 0
   ) AS s CROSS JOIN viewers v
   WHERE v.channel_id = :channel AND v.id = s.viewer_id AND v.is_bot = 0 ORDER BY s.value DESC, v.id LIMIT :limit`,
)
const listMinutes = sql<
  { channel: number; platform: string; from: number; to: number; limit: number },
  { viewers: string }
>(
  `SELECT viewers FROM watch_minutes
   WHERE channel_id = :channel AND platform = :platform AND minute >= :from AND minute < :to ORDER BY minute LIMIT :limit`,
)
const findPerson = sql<{ channel: number; id: number }, PersonRow & { isBot: number }>(
  `SELECT platform, username, displayname, is_bot AS "isBot" FROM viewers WHERE channel_id = :channel AND id = :id`,
)

/** The best of a board. Accounts on several platforms stand for themselves. */
export const leaderboard = defineSourceReader('leaderboard', {
  async read(needs, channel, params) {
    if (params.what === 'donations') return donors(needs, channel, params)
    const rows = await (params.what === 'points' ? earners : watchers)(needs, channel, params)
    return { rows: rows.toSorted((one, other) => other.value - one.value).slice(0, params.limit), unit: null }
  },

  onEvent({ kind }, { what, period }) {
    if (kind === 'viewer.erased' || (period === 'stream' && kind.startsWith('stream.'))) return 'again'
    if (what === 'points') return movesPoints(kind) ? 'again' : 'nothing'
    return kind === (what === 'donations' ? 'donation' : 'watch-time.changed') ? 'again' : 'nothing'
  },

  intervalMs: () => intervalMs,

  staleAfterMs(_data, { what, period }, channel, now) {
    if (what === 'watch_time') return minuteMs
    return period === 'day' ? restOfDay(channel, now) : undefined
  },
})

async function earners(
  { db, clock, rankings, periods }: SourceNeeds,
  channel: Channel,
  params: Params,
): Promise<Row[]> {
  const { period, limit } = params
  if (period !== 'all') {
    const { from, before } = await periods.spanOf(channel, period, clock.now())
    const found = await allInThread(db, listEarners, { channel: channel.id, from, before, limit })
    return found.flatMap(({ value, ...person }) => rowOf(person, value))
  }
  return ofEachPlatform(async (platform) => {
    const page = await rankings.points.page(db, channel.id, platform, { limit, offset: 0 })
    return page.flatMap(({ username, displayname, points }) => rowOf({ platform, username, displayname }, points))
  })
}

async function watchers(needs: SourceNeeds, channel: Channel, { period, limit }: Params): Promise<Row[]> {
  const { db, clock, rankings, watchTime, periods } = needs
  if (period === 'stream') return watchersOf(db, channel, await periods.spanOf(channel, period, clock.now()), limit)
  return ofEachPlatform(async (platform) => {
    if (period === 'all') {
      const page = await rankings.watch.page(db, channel.id, platform, { limit, offset: 0 })
      return page.flatMap(({ username, displayname, watch_minutes: minutes }) =>
        rowOf({ platform, username, displayname }, minutes),
      )
    }
    const day = localDay(channel.timeZone, clock.now())
    const { items } = await watchTime.top(channel, platform, { mode: 'day', day }, { limit, offset: 0 })
    return items.flatMap(({ username, displayname, minutes }) => rowOf({ platform, username, displayname }, minutes))
  })
}

/** Each minute of a stream has the list of who was there. */
async function watchersOf(db: Database, { id: channel }: Channel, { fromAt, to }: Span, limit: number): Promise<Row[]> {
  const counts = new Map<number, number>()
  const span = {
    from: Math.floor(fromAt / minuteMs),
    to: to === null ? Number.MAX_SAFE_INTEGER : Math.ceil(to / minuteMs),
  }
  if (to === 0) return []
  for (const platform of platforms) {
    const minutes = await db.all(listMinutes, { channel, platform, ...span, limit: maxMinutes })
    for (const { viewers } of minutes) {
      for (const id of readRanges(viewers)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  const rows: Row[] = []
  for (const [id, minutes] of [...counts].sort(([, one], [, other]) => other - one)) {
    if (rows.length >= limit) break
    const person = await db.get(findPerson, { channel, id })
    if (person?.isBot === 0) rows.push(...rowOf(person, minutes))
  }
  return rows
}

async function donors(
  { db, clock, periods }: SourceNeeds,
  channel: Channel,
  { period, limit }: Params,
): Promise<SourceData<'leaderboard'>> {
  const donations = await listDonations(db, channel.id, await periods.spanOf(channel, period, clock.now()))
  const unit = commonUnit(donations.map(({ currency }) => currency))
  const byDonor = new Map<string, Row>()
  for (const { key, user, platform, ...given } of donations) {
    const value = rounded((byDonor.get(key)?.value ?? 0) + inUnit(given, unit))
    byDonor.set(key, { user, platform, value })
  }
  const rows = [...byDonor.values()].sort((one, other) => other.value - one.value)
  return { rows: rows.slice(0, limit), unit }
}

interface DonorDonation {
  readonly key: string
  readonly user: string
  readonly platform: Platform | null
  readonly amount: number
  readonly currency: string
}

async function listDonations(db: Database, channelId: number, range: SeqRange): Promise<DonorDonation[]> {
  const all: DonorDonation[] = []
  for (let { from, before } = range, read = 0; read < maxDonations; ) {
    const page = await newestOfKind(db, channelId, 'donation', { from, before }, donationsAtOnce)
    for (const event of page) {
      before = event.seq
      if (event.kind !== 'donation' || event.data.is_test === 1 || isPastEvent(event)) continue
      const { user_id, username, amount, currency } = event.data
      const user = shownName(event.data)
      if (user === undefined || user === '') continue
      const { platform } = event
      const key = user_id === '' ? nameKey(username) : `${platform} ${user_id}`
      all.push({ key, user, platform, amount, currency })
    }
    read += page.length
    if (page.length < donationsAtOnce) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  return all
}

function rowOf({ platform, ...names }: PersonRow, value: number): Row[] {
  const user = shownName(names)
  return user === undefined || value <= 0 ? [] : [{ user, platform, value }]
}

async function ofEachPlatform(read: (platform: Platform) => Promise<Row[]>): Promise<Row[]> {
  return (await Promise.all(platforms.map(read))).flat()
}
