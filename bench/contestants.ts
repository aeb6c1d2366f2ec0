import { operations } from '../src/operations.ts'
import type { Bench } from './bench.ts'
import type { Call, Measured } from './findings.ts'
import type { Load } from './load.ts'
import { viewerName } from './make-data.ts'
import { median } from './median.ts'
import type { LoadGenerator, Subject } from './processes.ts'

export const manyConnections = 64
/** With a larger share of refused calls the result measures the machine and not the server. */
const maxOverloaded = 0.01

interface Round {
  readonly callsPerSecond: number
  /** Processor time of the server for one call. */
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** One call on one server, or on several at once, measured again and again. */
export interface Contestant {
  readonly name: string
  readonly rounds: Round[]
  readonly overloaded: { answers: number; calls: number }
  /** Uses every key once, and runs long enough for the code to be compiled. */
  warmUp(durationMs: number): Promise<void>
  /** Returns the number of calls. */
  run(durationMs: number): Promise<number>
}

/** Most of a key's limit is used before the next key takes over, as a busy client would. */
const shareOfLimit = 0.8

export function createContestant(options: {
  name: string
  subjects: readonly Subject[]
  load: LoadGenerator
  keys: readonly string[]
  operation: string
  bodies: readonly string[]
  connections?: number
}): Contestant {
  const { name, subjects, load, keys, operation, bodies, connections = manyConnections } = options
  const limit = operations.find((known) => known.name === operation)?.ratePerMinute ?? 0
  const callsPerKey = Math.floor(limit * shareOfLimit)
  const rounds: Round[] = []
  const overloaded = { answers: 0, calls: 0 }
  let firstKey = 0

  async function play(wanted: Pick<Load, 'callsPerKey' | 'durationMs' | 'maxCalls'>): Promise<Round> {
    const before = await cpuMsOf(subjects)
    const path = `/v1/${operation}`
    const ports = subjects.map(({ port }) => port)
    const result = await load.run({ ...wanted, ports, path, bodies, keys, firstKey, connections })
    const cpuMs = (await cpuMsOf(subjects)) - before
    firstKey = result.nextKey
    overloaded.answers += result.overloaded
    overloaded.calls += result.calls
    return {
      callsPerSecond: result.calls / result.seconds,
      cpuMicros: (cpuMs * 1000) / result.calls,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    }
  }

  return {
    name,
    rounds,
    overloaded,
    async warmUp(durationMs) {
      await play({ callsPerKey: 1, durationMs: 60_000, maxCalls: keys.length })
      await play({ callsPerKey, durationMs })
    },
    async run(durationMs) {
      const before = overloaded.calls
      rounds.push(await play({ callsPerKey, durationMs }))
      return overloaded.calls - before
    },
  }
}

/** Each round measures every contestant once, one after the other, so that noise affects all alike. */
export async function compete({ sizes, say }: Bench, contestants: readonly Contestant[]): Promise<void> {
  say('  warming up')
  for (const contestant of contestants) await contestant.warmUp(sizes.warmUpSeconds * 1000)
  for (let round = 0; round < sizes.rounds; round++) {
    say(`  round ${round + 1} of ${sizes.rounds}`)
    for (const contestant of contestants) await contestant.run(sizes.seconds * 1000)
  }
}

/** As `compete`, but whoever was first is last in the next round: for two on one server, which changes as it is used. */
export async function competeInTurns({ sizes, say }: Bench, contestants: readonly Contestant[]): Promise<void> {
  say('  warming up')
  for (const contestant of contestants) await contestant.warmUp(sizes.warmUpSeconds * 1000)
  for (let round = 0; round < sizes.rounds; round++) {
    say(`  round ${round + 1} of ${sizes.rounds}`)
    const order = round % 2 === 0 ? contestants : contestants.toReversed()
    for (const contestant of order) await contestant.run(sizes.seconds * 1000)
  }
}

/** The median of the ratios of all rounds; void when too many calls were refused. */
export function ratio(a: Contestant, b: Contestant, field: keyof Round): Measured & { readonly value: number } {
  const value = median(a.rounds.map((round, index) => round[field] / (b.rounds[index]?.[field] ?? Number.NaN)))
  const busiest = [a, b].toSorted((one, other) => shareOf(other) - shareOf(one))[0]
  if (busiest === undefined || shareOf(busiest) <= maxOverloaded) return { value }
  const percent = (shareOf(busiest) * 100).toFixed(1)
  return { value, problem: `void: ${percent} % of the responses to ${busiest.name} were overloaded` }
}

function shareOf({ overloaded: { answers, calls } }: Contestant): number {
  return answers / Math.max(1, answers + calls)
}

export function callOf({ name, rounds, overloaded }: Contestant): Call {
  const middle = (field: keyof Round) => median(rounds.map((round) => round[field]))
  return {
    name,
    callsPerSecond: middle('callsPerSecond'),
    cpuMicros: middle('cpuMicros'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    overloaded: overloaded.answers,
  }
}

async function cpuMsOf(subjects: readonly Subject[]): Promise<number> {
  const measured = await Promise.all(subjects.map((subject) => subject.measure()))
  return measured.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

/** Bodies for one call each, over most of the viewers; points go to some of the rest. */
export function bodiesFor(viewers: number) {
  const givers = Array.from({ length: 4000 }, (_, index) => viewerName(1 + ((index * 37) % Math.floor(viewers * 0.8))))
  const body = (more: Readonly<Record<string, unknown>>) => JSON.stringify({ ...more, platform: 'PlatformA' })
  return {
    getPoints: givers.map((username) => body({ username })),
    addPoints: givers.map((username) => body({ username, amount: 5 })),
    transferPoints: givers.map((from_username, index) =>
      body({ from_username, to_username: viewerName(Math.floor(viewers * 0.9) - (index % 50)), amount: 1 }),
    ),
    topAt: (offset: number) => [body({ limit: 20, offset })],
    searchGames: searches.map((query) => JSON.stringify({ query })),
  }
}

const searches = [
  'minecraft',
  'leauge of legends',
  'gta',
  'counter strike',
  'just chating',
  'elden rng',
  'stardew',
  'the witcher 3',
  'call of duty warzone',
  'fortnight',
]
