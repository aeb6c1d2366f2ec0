import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { dayNumber } from '../../src/capabilities/viewers/days.ts'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { createRandom } from '../../test/trust/random.ts'
import { cpuMsOf, firstChannel, openApp } from '../app.ts'
import type { Bench, Part } from '../bench.ts'
import type { Series } from '../findings.ts'
import { median, ratios } from '../median.ts'
import { bytesPerRow } from '../row-bytes.ts'

const firstDay = Date.UTC(2025, 0, 1)
const dayMs = 86_400_000
const questions = 40
const groupBys = 3
const starts = 3

/** Leaderboards of date ranges in a year in which every viewer watched every day. */
export const watchTimePart: Part = {
  name: 'get-watch-time-top',
  async run(bench) {
    const { days, watchers } = bench.sizes
    const { folder } = await bench.data(watchers)
    bench.say('  filling the days')
    fillDays(folder, days)
    await packDays(folder)
    const plain = new DatabaseSync(databaseFile(folder), { readOnly: true })
    bench.closeAtEnd(() => plain.close())
    const groupByMs = (range: Range) => cpuMsOf(() => groupBy(plain, range))
    const year = { mode: 'range', from: dayText(0), to: dayText(days - 1) } as const

    bench.say('  the first call after a start')
    const first: number[] = []
    for (let i = 0; i < Math.min(starts, bench.sizes.starts); i++) first.push(await firstQuestion(folder, year))
    const { ask, anyRange } = await openBoards(bench, folder)
    // Warms up every day and month, so that any range is measured and not only the last one.
    for (let i = 0; i < questions; i++) await ask(anyRange())
    bench.say('  any range, and a plain GROUP BY')
    const idle = await delayWhile(() => new Promise((resolve) => setTimeout(resolve, bench.sizes.seconds * 1000)))
    const times: { groupBy: number[]; top: number[] } = { groupBy: [], top: [] }
    const delays: number[] = []
    for (let round = 0; round < groupBys; round++) {
      const asked: number[] = []
      const asking = async () => {
        for (let i = 0; i < questions; i++) asked.push(await ask(i % 4 === 0 ? year : anyRange()))
      }
      delays.push(await delayWhile(asking))
      times.top.push(median(asked))
      times.groupBy.push(await groupByMs(year))
    }
    const baseline = median(times.groupBy)
    const note = `${watchers.toLocaleString('en')} viewers, ${days} days`
    return {
      measured: {
        'get-watch-time-top/cost': { rounds: ratios(times.top, times.groupBy), note },
        'get-watch-time-top/first': { rounds: first.map((ms) => ms / baseline) },
        'get-watch-time-top/delay': { rounds: delays, note: `${idle.toFixed(1)} ms when idle` },
      },
      plots: [
        {
          file: 'cost-watch-time',
          title: 'Watch-time leaderboard of a date range',
          size: 'days',
          cost: 'ms of processor time',
          series: await curvesOf(days, { 'plain GROUP BY': [groupByMs, 1], 'get-watch-time-top': [ask, 9] }),
        },
      ],
      costs: { watchedDayBytes: bytesPerRow(folder, ['watch_time_days']) },
    }
  },
}

type Range = { readonly mode: 'range'; readonly from: string; readonly to: string }

async function openBoards(bench: Bench, folder: string) {
  const app = await openApp(folder)
  bench.closeAtEnd(app.close)
  const channel = await firstChannel(app)
  const random = createRandom(7)
  const anyDay = () => random.between(0, bench.sizes.days - 1)
  return {
    ask: (range: Range) => cpuMsOf(() => app.ctx.watchTime.top(channel, 'kick', range, { limit: 20, offset: 0 })),
    anyRange(): Range {
      const [a, b] = [anyDay(), anyDay()]
      return { mode: 'range', from: dayText(Math.min(a, b)), to: dayText(Math.max(a, b)) }
    },
  }
}

async function firstQuestion(folder: string, range: Range): Promise<number> {
  const app = await openApp(folder)
  const channel = await firstChannel(app)
  const took = await cpuMsOf(() => app.ctx.watchTime.top(channel, 'kick', range, { limit: 20, offset: 0 }))
  await app.close()
  return took
}

async function curvesOf(
  days: number,
  contestants: Readonly<Record<string, readonly [cost: (range: Range) => Promise<number>, rounds: number]>>,
): Promise<Series[]> {
  const lengths = [1, 7, 30, 90, 180, 365].filter((length) => length <= days)
  const series: Series[] = []
  for (const [name, [cost, rounds]] of Object.entries(contestants)) {
    const points = []
    for (const size of lengths) {
      const times: number[] = []
      for (let i = 0; i < rounds; i++)
        times.push(await cost({ mode: 'range', from: dayText(0), to: dayText(size - 1) }))
      points.push({ size, cost: median(times) })
    }
    series.push({ name, points })
  }
  return series
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
    INSERT INTO watch_columns (channel_id, platform, kind, period, part, version, is_packed, packed)
    SELECT DISTINCT channel_id, platform, 'day', day, viewer_id / 65536, 1, 0, '' FROM watch_time_days WHERE minutes > 0
    UNION SELECT DISTINCT channel_id, platform, 'month', month, viewer_id / 65536, 1, 0, '' FROM watch_time_months
    WHERE minutes > 0 ON CONFLICT DO NOTHING;
    COMMIT; PRAGMA journal_mode = WAL`)
  db.close()
}

/** Packs the past days, as a server does within minutes after a day is over. */
async function packDays(folder: string): Promise<void> {
  const app = await openApp(folder)
  while ((await app.ctx.watchTime.pack()) > 0);
  await app.close()
}

function groupBy(db: DatabaseSync, { from, to }: Range): void {
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

/** The 99th percentile of the event-loop delay. */
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
