import { getRecentActivity } from '../../src/capabilities/activity/operations/get-recent-activity.ts'
import { addPoints } from '../../src/capabilities/points/operations/add-points.ts'
import { createRandom } from '../../test/trust/random.ts'
import { cpuMsOf, firstChannel, openApp } from '../app.ts'
import type { Bench, Part } from '../bench.ts'
import type { Plot, Series } from '../findings.ts'
import { viewerName } from '../make-data.ts'
import { median } from '../median.ts'
import { bytesPerRow } from '../row-bytes.ts'

const samples = 7

/** Cost by size for reads without a row in the table: by viewers, offsets and changes. */
export const growthPart: Part = {
  name: 'growth',
  async run(bench) {
    const reads: Point[] = []
    const tops: Point[] = []
    let offsets: Point[] = []
    let viewerBytes = 0
    const { asked } = bench.sizes
    for (const size of sizesUpTo(bench.sizes.manyViewers, 1000)) {
      bench.say(`  ${size.toLocaleString('en')} viewers`)
      const { folder } = await bench.data(size)
      const app = await openApp(folder)
      const channel = await firstChannel(app)
      const random = createRandom(size)
      const read = () => app.ctx.viewers.get(channel, 'kick', { username: viewerName(random.between(1, size)) })
      const topAt = (offset: number) => app.ctx.points.top(channel, 'kick', { limit: 20, offset })
      reads.push({ size, cost: await microsOf(asked, read) })
      tops.push({ size, cost: await microsOf(asked, () => topAt(0)) })
      offsets = []
      for (const offset of sizesUpTo(size - 20, 100)) {
        let step = 0
        offsets.push({ size: offset, cost: await microsOf(asked, () => topAt(offset + (step++ % 20))) })
      }
      await app.close()
      viewerBytes = bytesPerRow(folder, ['viewers'])
    }
    const changes = await byChanges(bench)
    return {
      measured: {},
      plots: [
        plot('cost-viewers', 'Points of one viewer, and the points leaderboard', 'viewers', [
          { name: 'get-points', points: reads },
          { name: 'get-points-top', points: tops },
        ]),
        plot('cost-offset', 'A page of the points leaderboard', 'offset', [
          { name: 'get-points-top', points: offsets },
        ]),
        plot('cost-changes', 'Activity lists', 'changes of points', changes.series),
      ],
      costs: { viewerBytes, changeBytes: changes.changeBytes },
    }
  },
}

type Point = Series['points'][number]

/** Cost of one viewer's ledger and of recent activity, by the number of events. */
async function byChanges(bench: Bench) {
  const { folder } = await bench.data(bench.sizes.fewViewers)
  const app = await openApp(folder)
  const channel = await firstChannel(app)
  const cause = { channel, actor: 'bench', requestId: 'bench' }
  const [ledger, activity]: [Point[], Point[]] = [[], []]
  let made = 0
  const { asked } = bench.sizes
  const call = { caller: cause, ctx: app.ctx, commit: app.ctx.db.write }
  const add = (n: number) =>
    addPoints.handle({ ...call, input: { username: viewerName(n), amount: 1, platform: 'PlatformA' } })
  for (const size of sizesUpTo(bench.sizes.changes, 100)) {
    bench.say(`  ${size.toLocaleString('en')} changes`)
    // Every second change is of the same viewer.
    for (; made < size; made += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, n) => add(n % 2 === 0 ? 1 : 2 + ((n + made) % 1000))))
    }
    const viewer = await app.ctx.viewers.get(channel, 'kick', { username: viewerName(1) })
    ledger.push({ size, cost: await microsOf(asked, () => app.ctx.points.ledger(channel, viewer, 50)) })
    activity.push({
      size,
      cost: await microsOf(asked, () => getRecentActivity.handle({ ...call, input: { limit: 20 } })),
    })
  }
  await app.close()
  const changeBytes = bytesPerRow(folder, ['events', 'points_ledger'])
  return {
    changeBytes,
    series: [
      { name: "a viewer's ledger", points: ledger },
      { name: 'get-recent-activity', points: activity },
    ],
  }
}

/** Several calls at once, as from many callers, repeated. */
async function microsOf(asked: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample <= samples; sample++) {
    const ms = await cpuMsOf(async () => {
      for (let i = 0; i < asked; i++) await work()
    })
    // The first time warms up.
    if (sample > 0) times.push((ms * 1000) / asked)
  }
  return median(times)
}

function sizesUpTo(most: number, first: number): number[] {
  const sizes: number[] = []
  for (let size = first; size < most; size *= 10) sizes.push(size)
  return [...sizes, most]
}

function plot(file: string, title: string, size: string, series: readonly Series[]): Plot {
  return { file, title, size, cost: 'µs of processor time', series }
}
