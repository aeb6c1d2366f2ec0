import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerNode, startBalancer } from '../cluster/nodes.ts'
import { startRedis } from '../cluster/redis-server.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { post } from './post.ts'
import type { Random } from './random.ts'
import { withWorld } from './world.ts'

export const loadedAccount = { username: 'loaded', platform: 'PlatformA' }
const spentAccount = { username: 'spent', platform: 'PlatformA' }

const keyCount = 190
const tickMs = 10
const patienceMs = 10_000

export interface LoadAnswer {
  /** Undefined when there was none. */
  readonly status: number | undefined
  readonly text: string
  readonly operation: string
  readonly ms: number
}

export type Pair = Awaited<ReturnType<typeof startPair>>

/** Two nodes on one PostgreSQL and one Redis behind the shipped balancer, and an account that a load can add to. */
export async function startPair() {
  const [postgres, redis] = await Promise.all([startPostgres({ isDurable: true }), startRedis()])
  const dataFolder = mkdtempSync(join(tmpdir(), 'showcaller-pair-'))
  const keys = await withWorld({ dataFolder, databaseUrl: postgres.url() }, async ({ openAccounts, makeKeys }) => {
    await openAccounts([loadedAccount.username, spentAccount.username], 0)
    return makeKeys(keyCount)
  })
  rmSync(dataFolder, { recursive: true, force: true })
  const env = {
    DATABASE_URL: postgres.url(),
    REDIS_URL: redis.url,
    SHOWCALLER_SECRET: 'the same secret on both nodes, and long enough',
    SHOWCALLER_LOG: 'error',
  }
  const nodes = [await createServerNode(env), await createServerNode(env)] as const
  await Promise.all(nodes.map((node) => node.start()))
  const balancer = await startBalancer(nodes)

  return {
    postgres,
    redis,
    nodes,
    keys,
    balancer,

    async close(): Promise<void> {
      await balancer.stop()
      await Promise.all(nodes.map((node) => node.remove()))
      await redis.kill()
      await postgres.remove()
    },
  }
}

/** So many calls a second, whether or not earlier ones were answered: half reads, half writes, to each port in turn. */
export function startLoad(
  { keys, ports, perSecond }: { keys: readonly string[]; ports: readonly number[]; perSecond: number },
  random: Random,
  onAnswer: (answer: LoadAnswer) => void,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const under = new Set<Promise<void>>()
  let sent = 0
  let owed = 0

  async function call(): Promise<void> {
    const key = keys[sent++ % keys.length] ?? ''
    const port = ports[sent % ports.length] ?? 0
    const [operation, body] = random.pick(calls)
    const startedAt = performance.now()
    const answer = await post({ agent, port, timeoutMs: patienceMs }, operation, body, {
      authorization: `Bearer ${key}`,
    }).catch((error: Error) => ({ status: undefined, text: error.message }))
    onAnswer({ status: answer.status, text: answer.text, operation, ms: performance.now() - startedAt })
  }

  const timer = setInterval(() => {
    for (owed += (perSecond * tickMs) / 1000; owed >= 1; owed--) {
      const one = call().finally(() => under.delete(one))
      under.add(one)
    }
  }, tickMs)
  return {
    sent: () => sent,
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
    },
  }
}

const calls = [
  ['add-points', { ...loadedAccount, amount: 1 }],
  ['remove-points', { ...spentAccount, amount: 1 }],
  ['get-points', loadedAccount],
  ['get-watch-time', loadedAccount],
] as const
