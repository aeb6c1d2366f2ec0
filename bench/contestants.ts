import { operations } from '../src/operations.ts'
import type { Bench } from './bench.ts'
import type { Call, Measured } from './findings.ts'
import type { Load } from './load.ts'
import { viewerName } from './make-data.ts'
import { median, ratios } from './median.ts'
import { neededKeys } from './needed-keys.ts'
import type { LoadGenerator, Subject } from './processes.ts'
import type { Sizes } from './sizes.ts'

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
  /** Runs long enough for the code to be compiled, and uses every key once that the measured rate needs. */
  warmUp(durationMs: number): Promise<void>
  /** Returns the number of calls. */
  run(durationMs: number): Promise<number>
}

const warmUps = 3
/** Most of a key's limit is used before the next key takes over, as a busy client would. */
const shareOfLimit = 0.8

export function createContestant(options: {
  name: string
  subjects: readonly Subject[]
  load: LoadGenerator
  /** How long it is measured. */
  sizes: Pick<Sizes, 'rounds' | 'seconds' | 'warmUpSeconds' | 'connections'>
  /** It uses as many of them as its rate needs. */
  keys: readonly string[]
  operation: string
  bodies: readonly string[]
  connections?: number
}): Contestant {
  const { name, subjects, load, sizes, keys, operation, bodies, connections = manyConnections } = options
  const limit = operations.find((known) => known.name === operation)?.ratePerMinute ?? 0
  const callsPerKey = Math.floor(limit * shareOfLimit)
  const rounds: Round[] = []
  const overloaded = { answers: 0, calls: 0 }
  // Until the rate is known, all of them.
  let keysInUse = keys.length
  let firstKey = 0

  function keysFor(callsPerSecond: number): number {
    const needed = neededKeys({
      callsPerSecond,
      callsPerKey,
      seconds: 2 * sizes.warmUpSeconds + sizes.rounds * sizes.seconds,
      connections: Math.min(connections, sizes.connections),
      rounds: sizes.rounds + warmUps,
    })
    if (needed <= keys.length) return needed
    const rate = Math.round(callsPerSecond)
    throw new Error(`${name} needs ${needed} keys for ${rate} calls per second and has ${keys.length}`)
  }

  async function play(wanted: Pick<Load, 'callsPerKey' | 'durationMs' | 'maxCalls'>): Promise<Round> {
    const before = await cpuMsOf(subjects)
    const path = `/v1/${operation}`
    const ports = subjects.map(({ port }) => port)
    const inUse = keys.slice(0, keysInUse)
    const result = await load.run({ ...wanted, ports, path, bodies, keys: inUse, firstKey, connections })
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
      // The first time measures mostly the compiler.
      await play({ callsPerKey, durationMs })
      const { callsPerSecond } = await play({ callsPerKey, durationMs })
      keysInUse = keysFor(callsPerSecond)
      firstKey %= keysInUse
      await play({ callsPerKey: 1, durationMs: 60_000, maxCalls: keysInUse })
    },
    async run(durationMs) {
      const before = overloaded.calls
      const round = await play({ callsPerKey, durationMs })
      keysInUse = Math.max(keysInUse, keysFor(round.callsPerSecond))
      rounds.push(round)
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

/** The ratio of each round; void when too many calls were refused. */
export function ratio(a: Contestant, b: Contestant, field: keyof Round): Measured {
  const of = ({ rounds }: Contestant) => rounds.map((round) => round[field])
  const rounds = ratios(of(a), of(b))
  const busiest = [a, b].toSorted((one, other) => shareOf(other) - shareOf(one))[0]
  if (busiest === undefined || shareOf(busiest) <= maxOverloaded) return { rounds }
  const percent = (shareOf(busiest) * 100).toFixed(1)
  return { rounds, problem: `void: ${percent} % of the responses to ${busiest.name} were overloaded` }
}

function shareOf({ overloaded: { answers, calls } }: Contestant): number {
  return answers / Math.max(1, answers + calls)
}

export function callOf({ name, rounds, overloaded }: Contestant): Call {
  const middle = (field: keyof Round) => median(rounds.map((round) => round[field]))
  return {
    name,
    callsPerSecond: rounds.map(({ callsPerSecond }) => callsPerSecond),
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
