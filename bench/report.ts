import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Contestant, Round } from './contestants.ts'
import type { ChatCost } from './growth.ts'
import { median } from './median.ts'
import { type Series, writePlot } from './plot.ts'
import type { WatchTimeFigures } from './watch-time.ts'

type Name =
  | 'floor'
  | 'getPoints'
  | 'addPoints'
  | 'withoutStore'
  | 'oneByOne'
  | 'transferPoints'
  | 'searchGames'
  | 'topSmall'
  | 'topLarge'
  | 'topFarDown'

export interface Results {
  readonly contestants: Readonly<Record<Name, Contestant>>
  readonly viewers: number
  readonly makeSeconds: number
  readonly residentMiB: number
  readonly syncMs: number
  readonly levenshteinMicros: number
  readonly starts: { readonly empty: number; readonly ours: number }
  readonly watchTime: WatchTimeFigures
  readonly watchers: number
  readonly chat: readonly ChatCost[]
  readonly offsets: Series
  readonly bytes: { readonly perViewer: number; readonly perWatchedDay: number; readonly perChange: number }
}

interface Row {
  readonly what: string
  readonly now: number
  readonly unit: '' | ' MiB' | ' ms'
  /** `least`: the figure should be at least the goal. `most`: at most. */
  readonly direction: 'least' | 'most'
  readonly goal: number
}

/** The figures that have a goal: each a ratio of two things measured in the same round, the median of all rounds. */
function rowsOf(results: Results): Row[] {
  const { contestants: c, residentMiB, syncMs, levenshteinMicros, starts, watchTime, watchers, chat } = results
  const [small, manyCommands, manyViewers] = chat.map(({ micros }) => micros)
  const speed = (what: string, a: Contestant, b: Contestant, goal: number): Row => {
    return { what, now: ratio(a, b, 'callsPerSecond'), unit: '', direction: 'least', goal }
  }
  const cost = (what: string, a: Contestant, b: Contestant, goal: number): Row => {
    return { what, now: ratio(a, b, 'cpuMicros'), unit: '', direction: 'most', goal }
  }
  const search = median(c.searchGames.rounds.map(({ cpuMicros }) => cpuMicros))
  return [
    speed('get-points: calls per second, floor = 1', c.getPoints, c.floor, 0.8),
    cost('get-points: processor time per call, floor = 1', c.getPoints, c.floor, 1.3),
    speed(
      'add-points, on disk: calls per second, the same server without a store = 1',
      c.addPoints,
      c.withoutStore,
      0.55,
    ),
    speed(
      `add-points: calls per second, one transaction per request = 1 (a sync takes ${syncMs.toFixed(2)} ms here)`,
      c.addPoints,
      c.oneByOne,
      syncMs >= 0.8 ? 15 : 3,
    ),
    speed('transfer-points: calls per second, add-points = 1', c.transferPoints, c.addPoints, 0.5),
    cost('get-points-top, 1,000,000 viewers: cost, 10,000 viewers = 1', c.topLarge, c.topSmall, 1.5),
    cost('get-points-top, offset 900,000: cost, offset 0 = 1', c.topFarDown, c.topLarge, 4),
    {
      what: 'search-games: processor time per call, a Levenshtein scan over the same names = 1',
      now: search / levenshteinMicros,
      unit: '',
      direction: 'most',
      goal: 1 / 30,
    },
    {
      what: `get-watch-time-top, any range of a year, ${watchers.toLocaleString('en')} viewers: processor time, a plain GROUP BY = 1`,
      now: watchTime.ratio,
      unit: '',
      direction: 'most',
      goal: 1 / 500,
    },
    {
      what: `event-loop delay meanwhile, p99 (with nothing to do ${watchTime.idleDelayP99Ms.toFixed(1)} ms)`,
      now: watchTime.delayP99Ms,
      unit: ' ms',
      direction: 'most',
      goal: 3,
    },
    {
      what: 'a chat message with 10,000 commands: processor time, 10 commands = 1',
      now: (manyCommands ?? Number.NaN) / (small ?? Number.NaN),
      unit: '',
      direction: 'most',
      goal: 1.2,
    },
    {
      what: `a chat message with ${(chat.at(-1)?.viewers ?? 0).toLocaleString('en')} viewers: processor time, 1,000 viewers = 1`,
      now: (manyViewers ?? Number.NaN) / (small ?? Number.NaN),
      unit: '',
      direction: 'most',
      goal: 1.2,
    },
    {
      what: 'cold start on a folder with data, to the first 200: an empty node:http server = 1',
      now: starts.ours / starts.empty,
      unit: '',
      direction: 'most',
      goal: 2.5,
    },
    {
      what: 'resident memory after 3,000 calls, search index loaded',
      now: residentMiB,
      unit: ' MiB',
      direction: 'most',
      goal: 120,
    },
  ]
}

function ratio(a: Contestant, b: Contestant, field: keyof Round): number {
  return median(a.rounds.map((round, index) => round[field] / (b.rounds[index]?.[field] ?? Number.NaN)))
}

export function goalTable(results: Results): string {
  const lines = rowsOf(results).map(({ what, now, unit, direction, goal }) => {
    const isMet = direction === 'least' ? now >= goal : now <= goal
    const by = direction === 'least' ? goal / now : now / goal
    const verdict = isMet ? 'met' : `missed by ${Math.round((by - 1) * 100)} %`
    const sign = direction === 'least' ? '≥' : '≤'
    return `| ${what} | ${shown(now)}${unit} | ${sign} ${shown(goal)}${unit} | ${verdict} |`
  })
  return ['| What | Now | Goal | |', '|---|---:|---:|---|', ...lines].join('\n')
}

export function callTable({ contestants }: Results): string {
  const lines = Object.values(contestants).map(({ name, rounds }) => {
    const middle = (field: keyof Round) => median(rounds.map((round) => round[field]))
    const figures = [middle('callsPerSecond').toFixed(0), middle('cpuMicros').toFixed(0), shown(middle('p50Ms'))]
    return `| ${name} | ${figures.join(' | ')} | ${shown(middle('p99Ms'))} |`
  })
  const head = '| Call | calls/s | processor µs per call | median ms | p99 ms |'
  return [head, '|---|---:|---:|---:|---:|', ...lines].join('\n')
}

export function printResults(results: Results): void {
  process.stdout.write(`${goalTable(results)}\n\n${callTable(results)}\n`)
}

/** What a channel takes on disk, and what grows how. */
function sizesAndPlots({ bytes, watchTime }: Results): string {
  const round = (value: number) => Math.round(value).toLocaleString('en')
  return [
    `On disk a viewer takes ${round(bytes.perViewer)} bytes, a day on which one watched ${round(bytes.perWatchedDay)}, a change of points with its event and its ledger row ${round(bytes.perChange)}. The very first leaderboard of a span, before the reader thread remembers anything, costs ${watchTime.firstRatio.toFixed(2)} of a GROUP BY.`,
    '![Leaderboard of watch time by the length of the span](images/cost-watch-time.svg)',
    '![A page of the points leaderboard by its offset](images/cost-offset.svg)',
    '![A chat message by the number of commands and of viewers](images/cost-chat.svg)',
  ].join('\n\n')
}

function writePlots({ watchTime, offsets, chat }: Results): void {
  const image = (name: string) => fileURLToPath(new URL(`../docs/images/${name}.svg`, import.meta.url))
  const watch = { size: 'days', cost: 'ms of processor' }
  writePlot(image('cost-watch-time'), 'Watch time of a span, leaderboard', watch, watchTime.curves)
  const offset = { size: 'offset', cost: 'ms of processor' }
  writePlot(image('cost-offset'), 'A page of the points leaderboard', offset, [offsets])
  const [small, manyCommands, manyViewers] = chat
  if (small === undefined || manyCommands === undefined || manyViewers === undefined) return
  writePlot(image('cost-chat'), 'A chat message', { size: 'commands or viewers', cost: 'µs of processor' }, [
    {
      name: 'commands',
      points: [small, manyCommands].map(({ commands, micros }) => ({ size: commands, cost: micros })),
    },
    { name: 'viewers', points: [small, manyViewers].map(({ viewers, micros }) => ({ size: viewers, cost: micros })) },
  ])
}

const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const [begin, end] = ['<!-- figures: node bench/run.ts --write -->', '<!-- end of figures -->']

/** Puts today's figures into the page; what people wrote around them stays. */
export function writePage(results: Results): void {
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(begin)
  const after = rest.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/performance.md has no place for the figures`)
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `Measured on ${availableParallelism()} cores and ${memory} GiB of memory, Node ${process.versions.node}, on ${new Date().toISOString().slice(0, 10)}; a sync of this disk takes ${results.syncMs.toFixed(2)} ms, and ${results.viewers.toLocaleString('en')} viewers were made in ${results.makeSeconds.toFixed(0)} s.`
  writePlots(results)
  const figures = [machine, goalTable(results), callTable(results), sizesAndPlots(results)].join('\n\n')
  writeFileSync(page, `${before}${begin}\n\n${figures}\n\n${end}${after}`)
}

function shown(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toFixed(3)
}
