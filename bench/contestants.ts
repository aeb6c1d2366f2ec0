import { operations } from '../src/operations.ts'
import type { Load } from './load.ts'
import { viewerName } from './make-data.ts'
import type { LoadGenerator, Subject } from './processes.ts'

export const connections = 64

export interface Round {
  readonly callsPerSecond: number
  /** Processor time of the server for one call. */
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** One call on one server, measured again and again. */
export interface Contestant {
  readonly name: string
  readonly rounds: Round[]
  /** Every key is seen once, and the call runs long enough to be compiled. */
  warmUp(): Promise<void>
  run(durationMs: number): Promise<void>
}

/** Most of a key's limit is used before the next key takes over, as a busy client would. */
const shareOfLimit = 0.8

export function createContestant(options: {
  name: string
  subject: Subject
  load: LoadGenerator
  keys: readonly string[]
  operation: string
  bodies: readonly string[]
}): Contestant {
  const { name, subject, load, keys, operation, bodies } = options
  const limit = operations.find((known) => known.name === operation)?.ratePerMinute ?? 0
  const callsPerKey = Math.floor(limit * shareOfLimit)
  const rounds: Round[] = []
  let firstKey = 0

  async function play(wanted: Pick<Load, 'callsPerKey' | 'durationMs' | 'maxCalls'>): Promise<Round> {
    const before = await subject.measure()
    const path = `/v1/${operation}`
    const result = await load.run({ port: subject.port, path, bodies, keys, firstKey, connections, ...wanted })
    const after = await subject.measure()
    firstKey = result.nextKey
    return {
      callsPerSecond: result.calls / result.seconds,
      cpuMicros: ((after.cpuMs - before.cpuMs) * 1000) / result.calls,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    }
  }

  return {
    name,
    rounds,
    async warmUp() {
      await play({ callsPerKey: 1, durationMs: 60_000, maxCalls: keys.length })
      await play({ callsPerKey, durationMs: 1000 })
    },
    async run(durationMs) {
      rounds.push(await play({ callsPerKey, durationMs }))
    },
  }
}

/** Bodies for one call each, over many viewers. */
export const bodies = {
  getPoints: viewersOf(4000).map((username) => JSON.stringify({ username, platform: 'PlatformA' })),
  addPoints: viewersOf(4000).map((username) => JSON.stringify({ username, amount: 5, platform: 'PlatformA' })),
  transferPoints: viewersOf(4000).map((from, index) =>
    JSON.stringify({
      from_username: from,
      to_username: viewerName(9000 - (index % 500)),
      amount: 1,
      platform: 'PlatformA',
    }),
  ),
  top: [JSON.stringify({ limit: 20, platform: 'PlatformA' })],
  topFarDown: [JSON.stringify({ limit: 20, offset: 900_000, platform: 'PlatformA' })],
  searchGames: [
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
  ].map((query) => JSON.stringify({ query })),
}

function viewersOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => viewerName(1 + ((index * 37) % 8000)))
}
