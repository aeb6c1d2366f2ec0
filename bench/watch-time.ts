import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { createApp } from '../src/app.ts'
import { dayNumber } from '../src/features/watch-time/days.ts'
import { databaseFile } from '../src/storage/open.ts'
import { createRandom } from '../test/trust/random.ts'
import { makeData } from './make-data.ts'
import { median } from './median.ts'
import type { Series } from './plot.ts'

export interface WatchTimeFigures {
  /** Processor time of a leaderboard of a span, a plain GROUP BY = 1; and of the very first one. */
  readonly ratio: number
  readonly firstRatio: number
  readonly groupByMs: number
  readonly topMs: number
  /** How late the event loop was meanwhile, and how late with nothing to do. */
  readonly delayP99Ms: number
  readonly idleDelayP99Ms: number
  /** Both by the length of the span in days. */
  readonly curves: readonly Series[]
}

const firstDay = Date.UTC(2025, 0, 1)
const dayMs = 86_400_000
const questions = 40
const groupBys = 3

/** Leaderboards of spans over a year in which everybody watched every day. */
export async function measureWatchTime(folder: string, viewers: number, days = 365): Promise<WatchTimeFigures> {
  await makeData(folder, { viewers, keys: 1 })
  fillDays(folder, days)
  const app = await createApp({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
  })
  const plain = new DatabaseSync(databaseFile(folder), { readOnly: true })
  const random = createRandom(7)
  const channel = (await app.ctx.channels.find(1)) ?? fail()
  const span = () => {
    const [a, b] = [random.between(0, days - 1), random.between(0, days - 1)]
    return { mode: 'range', from: dayText(Math.min(a, b)), to: dayText(Math.max(a, b)) } as const
  }
  const year = { mode: 'range', from: dayText(0), to: dayText(days - 1) } as const
  const ask = (wanted: ReturnType<typeof span>) =>
    cpuOf(() => app.ctx.watchTime.top(channel, 'kick', wanted, { limit: 20, offset: 0 }))
  try {
    const first = await ask(year)
    // Every day and month once: what is measured is any range, not the one that was asked for last.
    for (let i = 0; i < questions; i++) await ask(span())
    const times: { groupBy: number[]; top: number[] } = { groupBy: [], top: [] }
    const idle = await delayWhile(() => new Promise((resolve) => setTimeout(resolve, 1000)))
    const delay = await delayWhile(async () => {
      for (let i = 0; i < questions; i++) times.top.push(await ask(i % 4 === 0 ? year : span()))
    })
    for (let i = 0; i < groupBys; i++) times.groupBy.push(await cpuOf(async () => groupBy(plain, year)))
    const curves = await curvesOf(days, ask, async (wanted) => cpuOf(async () => groupBy(plain, wanted)))
    const groupByMs = median(times.groupBy)
    const topMs = median(times.top)
    return {
      ratio: topMs / groupByMs,
      firstRatio: first / groupByMs,
      groupByMs,
      topMs,
      delayP99Ms: delay,
      idleDelayP99Ms: idle,
      curves,
    }
  } finally {
    plain.close()
    await app.close()
  }
}

type Range = { readonly mode: 'range'; readonly from: string; readonly to: string }

async function curvesOf(
  days: number,
  top: (range: Range) => Promise<number>,
  plain: (range: Range) => Promise<number>,
): Promise<Series[]> {
  const lengths = [1, 7, 30, 90, 180, 365].filter((length) => length <= days)
  const measure = async (cost: typeof top, rounds: number) => {
    const points = []
    for (const size of lengths) {
      const times: number[] = []
      for (let i = 0; i < rounds; i++)
        times.push(await cost({ mode: 'range', from: dayText(0), to: dayText(size - 1) }))
      points.push({ size, cost: median(times) })
    }
    return points
  }
  return [
    { name: 'plain GROUP BY', points: await measure(plain, 1) },
    { name: 'get-watch-time-top', points: await measure(top, 9) },
  ]
}

function fillDays(folder: string, days: number): void {
  const db = new DatabaseSync(databaseFile(folder))
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN')
  const index = 'CREATE UNIQUE INDEX watch_time_days_by_viewer ON watch_time_days (channel_id, viewer_id, day)'
  db.exec('DROP INDEX watch_time_days_by_viewer')
  const insert = db.prepare(
    `INSERT INTO watch_time_days (channel_id, platform, day, viewer_id, minutes, messages)
     SELECT 1, 'kick', ?1, id, 1 + (id * 7919 + ?1) % 240, (id + ?1) % 5 FROM viewers
     WHERE channel_id = 1 AND platform = 'kick' AND platform_user_id LIKE 'bench-%' ORDER BY id`,
  )
  for (let day = 0; day < days; day++) insert.run(dayNumber(dayText(day)))
  db.exec(`${index};
    INSERT INTO watch_time_months (channel_id, platform, month, viewer_id, minutes, messages)
    SELECT channel_id, platform, day / 100, viewer_id, sum(minutes), sum(messages) FROM watch_time_days
    WHERE viewer_id > 0 GROUP BY channel_id, platform, day / 100, viewer_id
    ON CONFLICT (channel_id, platform, month, viewer_id) DO UPDATE SET minutes = excluded.minutes, messages = excluded.messages;
    COMMIT; PRAGMA journal_mode = WAL`)
  db.close()
}

function groupBy(db: DatabaseSync, { from, to }: { from: string; to: string }): void {
  const rows = db
    .prepare(
      `SELECT v.username, sum(d.minutes) AS minutes FROM watch_time_days d
       JOIN viewers v ON v.channel_id = d.channel_id AND v.id = d.viewer_id
       WHERE d.channel_id = 1 AND d.platform = 'kick' AND d.day BETWEEN ? AND ? AND v.is_bot = 0
       GROUP BY d.viewer_id ORDER BY minutes DESC, d.viewer_id LIMIT 20`,
    )
    .all(dayNumber(from), dayNumber(to))
  if (rows.length !== 20) throw new Error('the leaderboard is not full')
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** At 99 % of all turns the loop was no later than this. */
async function delayWhile(work: () => Promise<unknown>): Promise<number> {
  const resolution = 5
  const monitor = monitorEventLoopDelay({ resolution })
  monitor.enable()
  await work()
  monitor.disable()
  return Math.max(0, monitor.percentile(99) / 1e6 - resolution)
}

function dayText(day: number): string {
  return new Date(firstDay + day * dayMs).toISOString().slice(0, 10)
}

function fail(): never {
  throw new Error('there is no channel')
}
