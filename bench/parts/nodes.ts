import { join } from 'node:path'
import { fillPostgres } from '../../src/kernel/storage/moving/fill-postgres.ts'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { openSession } from '../../src/kernel/storage/postgres/session.ts'
import { startRedis } from '../../test/cluster/redis-server.ts'
import { startPostgres } from '../../test/kernel/postgres/server.ts'
import type { Bench, Part } from '../bench.ts'
import { bodiesFor, type Contestant, callOf, compete, createContestant, ratio } from '../contestants.ts'
import type { Findings } from '../findings.ts'
import { median } from '../median.ts'
import type { Subject } from '../processes.ts'
import { serversCpuMs } from '../servers-cpu.ts'

/** PostgreSQL and Redis, compared with the embedded path and with ordinary use of the drivers. */
export const nodesPart: Part = {
  name: 'nodes',
  async run(bench) {
    const { folder, keys } = await bench.data(bench.sizes.fewViewers)
    bench.say('  PostgreSQL and Redis')
    const postgres = await openPostgres(bench)
    const redis = await startRedis()
    const endRedis = () => void redis.kill()
    process.once('exit', endRedis)
    bench.closeAtEnd(async () => {
      process.off('exit', endRedis)
      await redis.kill()
    })
    await fillPostgres(databaseFile(folder), postgres.url)
    const addresses = [postgres.url, redis.url]
    const open = (name: string, store: string) =>
      // The driver is set up for the whole process.
      bench.start('subject.ts', [join(bench.folder, name), store, ...addresses], { isAlone: store === 'driver' })
    const one = await open('node-one', 'shipped')
    const servers: Servers = {
      embedded: [await bench.start('subject.ts', [folder])],
      one: [one],
      two: [one, await open('node-two', 'shipped')],
      driver: [await open('node-driver', 'driver')],
    }
    const read = await contest(bench, servers, keys, 'get-points')
    const write = await contest(bench, servers, keys, 'add-points')
    const look = () => ({
      postgres: serversCpuMs(postgres.folder) ?? 0,
      // The name of its process; the command lines of nodes contain its address, too.
      redis: serversCpuMs(`redis-server ${new URL(redis.url).host}`) ?? 0,
    })
    const forReads = await behindTheNode(bench, servers.one, keys, 'get-points', look)
    const forWrites = await behindTheNode(bench, servers.one, keys, 'add-points', look)
    return {
      measured: {
        'nodes/read': ratio(read.one, read.embedded, 'cpuMicros'),
        'nodes/write': ratio(write.one, write.embedded, 'cpuMicros'),
        'nodes/two-read': ratio(read.two, read.one, 'cpuMicros'),
        'nodes/two-write': ratio(write.two, write.one, 'cpuMicros'),
        'nodes/driver-read': ratio(read.one, read.driver, 'callsPerSecond'),
        'nodes/driver-write': ratio(write.one, write.driver, 'callsPerSecond'),
      },
      calls: [...Object.values(read), ...Object.values(write)].map(callOf),
      costs: {
        nodeReadRatio: median(ratio(read.one, read.embedded, 'cpuMicros').rounds),
        nodeWriteRatio: median(ratio(write.one, write.embedded, 'cpuMicros').rounds),
        postgresReadMicros: forReads.postgres,
        postgresWriteMicros: forWrites.postgres,
        redisCallMicros: forReads.redis,
      },
    } satisfies Findings
  },
}

/** Starts a PostgreSQL as durable as SQLite here. A run of all tests already has one. */
async function openPostgres(bench: Bench): Promise<{ readonly url: string; readonly folder: string }> {
  const given = process.env.SHOWCALLER_TEST_POSTGRES
  if (given === undefined) {
    const server = await startPostgres({ isDurable: true })
    bench.closeAtEnd(server.remove)
    return { url: server.url(), folder: server.folder }
  }
  const database = `bench_${process.pid}`
  const run = async (words: string) => {
    const session = await openSession(given, 'care')
    await session.exec(words)
    await session.close()
  }
  await run(`CREATE DATABASE ${database}`)
  bench.closeAtEnd(() => run(`DROP DATABASE ${database} WITH (FORCE)`))
  return { url: given.replace(/[^/]*$/, database), folder: database }
}

type Servers = Record<'embedded' | 'one' | 'two' | 'driver', readonly Subject[]>

type Operation = 'get-points' | 'add-points'

async function contest(
  bench: Bench,
  servers: Servers,
  keys: readonly string[],
  operation: Operation,
): Promise<Record<keyof Servers, Contestant>> {
  // All use the same Redis, so each has its own keys, and what is measured at the end has the last quarter.
  const quarter = Math.floor(keys.length / 4)
  const contestants = {
    embedded: enter(bench, 'embedded', servers.embedded, keys, operation),
    one: enter(bench, 'on PostgreSQL and Redis', servers.one, keys.slice(0, quarter), operation),
    two: enter(bench, 'on two nodes', servers.two, keys.slice(quarter, 2 * quarter), operation),
    driver: enter(bench, 'one driver call each', servers.driver, keys.slice(2 * quarter, 3 * quarter), operation),
  }
  bench.say(`  ${operation}`)
  await compete(bench, Object.values(contestants))
  return contestants
}

/** The cost of a call in the servers behind the node, in microseconds; zero if the system does not report it. */
async function behindTheNode(
  bench: Bench,
  node: readonly Subject[],
  keys: readonly string[],
  operation: Operation,
  look: () => { readonly postgres: number; readonly redis: number },
) {
  const contestant = enter(bench, 'once more', node, keys.slice(-Math.floor(keys.length / 4)), operation)
  const before = look()
  const calls = await contestant.run(bench.sizes.seconds * 3000)
  const after = look()
  const micros = (name: keyof typeof before) => ((after[name] - before[name]) * 1000) / calls
  return { postgres: micros('postgres'), redis: micros('redis') }
}

function enter(
  { load, sizes }: Bench,
  name: string,
  subjects: readonly Subject[],
  keys: readonly string[],
  operation: Operation,
): Contestant {
  const all = bodiesFor(sizes.fewViewers)
  const bodies = operation === 'get-points' ? all.getPoints : all.addPoints
  return createContestant({ name: `${operation}, ${name}`, subjects, load, sizes, keys, operation, bodies })
}
