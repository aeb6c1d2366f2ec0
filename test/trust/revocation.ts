import { setTimeout as delay } from 'node:timers/promises'
import { startRedis } from '../cluster/redis-server.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { queuedMs } from './server-process.ts'

const otherNodeMs = 1000
const callsAtOnce = 8
const maxCalls = 10
/** In one of so many rounds Redis hangs, so that no message reaches the other node. */
const roundsPerOutage = 100

const words = ['Bearer', 'bearer', 'BEARER', 'bEaReR']

/** Spelt in so many ways that hardly a call finds the spelling of another. */
function spell(key: string, random: Random): string {
  return `${random.pick(words)}${' '.repeat(random.between(1, 40))}${key}`
}

/**
 * A new key is used by many calls at once, spelt in every way, and revoked or rotated in the middle of them. Once that is
 * acknowledged, no spelling works on that node, and on the other one none a second later, whether Redis hangs or not.
 */
export const revocation: Proof = {
  name: 'revocation',
  promise: 'A revoked key is refused at once on its node, and within a second on the others, however it is spelt.',
  unit: 'rounds',
  fullCount: 1000,
  engines: ['sqlite', 'postgres'],

  async run({ engine, seed, faults, goesOn }) {
    const random = createRandom(seed)
    const postgres = engine === 'postgres' ? await startPostgres() : undefined
    const redis = engine === 'postgres' ? await startRedis() : undefined
    const config = {
      databaseUrl: postgres?.url(),
      redisUrl: redis?.url,
      ...(redis === undefined ? {} : { secret: 'the same secret on both nodes, and long enough' }),
    }
    const node = await createTestApp({ config })
    const other = redis === undefined ? undefined : await createTestApp({ config })
    const sum = { calls: 0, 'accepted before': 0, 'without Redis': 0, 'slowest on the other node, ms': 0 }

    /** Whether the key was accepted: an answer without a limit was refused before the key was known. */
    async function isAccepted(app: TestApp, authorization: string): Promise<boolean> {
      sum.calls++
      const response = await fetch(`${app.url}/v1/list-effects`, {
        method: 'POST',
        headers: { Authorization: authorization },
      })
      await response.arrayBuffer()
      if (![200, 401, 429].includes(response.status)) faults.add(`a call was answered with ${response.status}`)
      return response.headers.has('ratelimit')
    }

    /** How many of these headers still work there. */
    async function accepted(app: TestApp, headers: readonly string[]): Promise<number> {
      const answers = await Promise.all(headers.map((header) => isAccepted(app, header)))
      return answers.filter((wasAccepted) => wasAccepted).length
    }

    /** Called again and again until the revocation is acknowledged, so that some calls are under way in the middle of it. */
    async function useUntil(revoked: Promise<unknown>, key: string, headers: string[], own: Random): Promise<void> {
      let isOver = false
      void revoked.finally(() => {
        isOver = true
      })
      for (let count = 0; !isOver && count < maxCalls; count++) {
        const header = spell(key, own)
        headers.push(header)
        const app = other !== undefined && own.chance(0.3) ? other : node
        if (await isAccepted(app, header)) sum['accepted before']++
      }
    }

    async function requireRefusalElsewhere(app: TestApp, headers: readonly string[], since: number): Promise<void> {
      for (;;) {
        const startedAt = ownTime()
        const count = await accepted(app, headers)
        if (count === 0) {
          sum['slowest on the other node, ms'] = Math.max(sum['slowest on the other node, ms'], startedAt - since)
          return
        }
        if (startedAt - since > otherNodeMs) {
          faults.add(`on the other node ${count} spellings work ${Math.round(startedAt - since)} ms later`)
          return
        }
        await delay(5)
      }
    }

    try {
      for (let done = 0; goesOn(done); done++) {
        const hangs = redis !== undefined && done % roundsPerOutage === roundsPerOutage / 2
        const { id, key } = await node.makeKey(['effects:read'])
        const headers = [`Bearer ${key}`, spell(key, random)]
        if (random.chance(0.5)) await isAccepted(node, random.pick(headers))
        if (other !== undefined) await isAccepted(other, random.pick(headers))
        if (hangs) {
          redis.freeze()
          sum['without Redis']++
        }
        const { promise: revoked, resolve: onRevoked } = Promise.withResolvers<void>()
        const uses = Array.from({ length: callsAtOnce }, () =>
          useUntil(revoked, key, headers, createRandom(random.between(0, 1e9))),
        )
        await delay(random.between(0, 3))
        const rolled = random.chance(0.3) ? await node.ctx.keys.roll(node.cause, id, 0) : undefined
        if (rolled === undefined) await node.ctx.keys.revoke(node.cause, id)
        onRevoked()
        const since = ownTime()
        const atOnce = await accepted(node, headers.slice(0, 8))
        if (atOnce > 0) faults.add(`${atOnce} spellings work after the revocation was acknowledged`)
        await Promise.all(uses)
        const later = await accepted(node, headers)
        if (later > 0) faults.add(`${later} spellings work again after the last of the earlier calls was answered`)
        if (other !== undefined) {
          await requireRefusalElsewhere(other, headers, since)
          const again = await accepted(other, headers)
          if (again > 0) faults.add(`${again} spellings work again on the other node`)
        }
        if (hangs) redis.thaw()
        if (rolled !== undefined) await node.ctx.keys.revoke(node.cause, rolled.id)
      }
    } finally {
      redis?.thaw()
      await other?.close()
      await node.close()
      await redis?.kill()
      await postgres?.remove()
    }
    if (sum['accepted before'] === 0) faults.add('no call was accepted before a revocation, so nothing was proven')
    sum['slowest on the other node, ms'] = Math.round(sum['slowest on the other node, ms'])
    return sum
  },
}

/** Without the time that this process stood in line for a processor. */
function ownTime(): number {
  return performance.now() - queuedMs(process.pid)
}
