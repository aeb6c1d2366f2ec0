import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillPostgres } from '../src/storage/moving/fill-postgres.ts'
import { databaseFile } from '../src/storage/open.ts'
import { startRedis } from '../test/cluster/redis-server.ts'
import { startPostgres } from '../test/postgres/server.ts'
import { makeData, viewerName } from './make-data.ts'
import { median } from './median.ts'
import { type Subject, startLoadGenerator, startSubject } from './processes.ts'

/** What PostgreSQL and Redis cost a node, beside the embedded path in the same run: `node bench/nodes.ts`. */
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
})
const keyCount = 6_000
const viewers = 10_000
const connections = 64

interface Contestant {
  readonly name: string
  readonly nodes: readonly Subject[]
  readonly perCall: number[]
  readonly perSecond: number[]
}

const folder = mkdtempSync(join(tmpdir(), 'showcaller-bench-nodes-'))
const [postgres, redis] = await Promise.all([startPostgres({ isDurable: true }), startRedis()])
const load = startLoadGenerator()
const opened: Subject[] = []
try {
  const keys = await makeData(join(folder, 'embedded'), { viewers, keys: keyCount })
  await fillPostgres(databaseFile(join(folder, 'embedded')), postgres.url())
  const shared = [postgres.url(), redis.url]
  const open = async (name: string, more: readonly string[] = []) => {
    const subject = await startSubject('subject.ts', [join(folder, name), 'shipped', ...more])
    opened.push(subject)
    return subject
  }
  const embedded = await open('embedded')
  const [one, other] = [await open('one', shared), await open('other', shared)]
  const calls = {
    'get-points': viewerBodies(),
    'add-points': viewerBodies({ amount: 1 }),
  }
  for (const [operation, bodies] of Object.entries(calls)) {
    const contestants = [
      contestant('embedded', [embedded]),
      contestant('one node on PostgreSQL and Redis', [one]),
      contestant('two nodes', [one, other]),
    ]
    let firstKey = 0
    // Interleaved, so that noise hits all alike; the first round only warms up.
    for (let round = 0; round <= Number(flags.rounds); round++) {
      for (const { nodes, perCall, perSecond } of contestants) {
        const before = await Promise.all(nodes.map((node) => node.measure()))
        let count = 0
        let seconds = 0
        for (const { port } of nodes) {
          const result = await load.run({
            port,
            path: `/v1/${operation}`,
            bodies,
            keys,
            firstKey,
            callsPerKey: 60,
            connections,
            durationMs: (Number(flags.seconds) * 1000) / nodes.length,
          })
          firstKey = result.nextKey
          count += result.calls
          seconds += result.seconds
        }
        const after = await Promise.all(nodes.map((node) => node.measure()))
        if (round === 0) continue
        const cpuMs = after.reduce((sum, { cpuMs }, index) => sum + cpuMs - (before[index]?.cpuMs ?? 0), 0)
        perCall.push((cpuMs * 1000) / count)
        perSecond.push(count / seconds)
      }
    }
    const base = median(contestants[0]?.perCall ?? [])
    for (const { name, perCall, perSecond } of contestants) {
      const micros = median(perCall)
      const words = `${micros.toFixed(0)} µs of processor a call, ${(micros / base).toFixed(2)} × the embedded path`
      process.stdout.write(`${operation}, ${name}: ${words}; ${median(perSecond).toFixed(0)} calls a second\n`)
    }
  }
} finally {
  await load.close()
  for (const subject of opened) await subject.close()
  await redis.kill()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}

function contestant(name: string, nodes: readonly Subject[]): Contestant {
  return { name, nodes, perCall: [], perSecond: [] }
}

function viewerBodies(more: Readonly<Record<string, unknown>> = {}): string[] {
  return Array.from({ length: 1_000 }, (_, n) =>
    JSON.stringify({ username: viewerName(n + 1), platform: 'PlatformA', ...more }),
  )
}
