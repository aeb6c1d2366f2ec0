import { windowMs } from '../../src/kernel/limits/limiter.ts'
import { operations } from '../../src/operations.ts'
import { createTestApp } from '../create-test-app.ts'
import { createStillClock, hourMs } from '../test-clock.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { createRawClient } from './raw-client.ts'

const connections = 50

/**
 * Bursts of calls over fifty connections while the clock stands still, then some time passes, and now and then the
 * clock on the wall is set. How many of a burst are let through follows from when the earlier ones were.
 */
export const limits: Proof = {
  name: 'limits',
  promise: 'Of each operation at most N calls in any 60 s, exactly N when more are offered, wherever the clock jumps.',
  unit: 'bursts',
  fullCount: 10_000,
  engines: ['sqlite'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const clock = createStillClock()
    const app = await createTestApp({ clock })
    const client = createRawClient(app.port, connections)
    const taken = new Map<string, number[]>()
    const sum = { calls: 0, 'let through': 0, refused: 0, 'bursts that met the limit': 0, 'clock jumps': 0 }
    try {
      for (let done = 0; goesOn(done); done++) {
        // Two in a row, so that the second can come at the very moment at which the first no longer counts.
        const {
          name,
          ratePerMinute: limit,
          effect,
          example,
        } = operations[Math.floor(done / 2) % operations.length] ?? never()
        // What reaches a platform or a page takes its time, and a call that is refused behind the limit counts as well.
        const body = effect === 'outside' ? '[]' : JSON.stringify(example.input)
        if (random.chance(0.1)) {
          clock.setWall(clock.now() + random.between(-400, 400) * hourMs)
          sum['clock jumps']++
        }
        clock.pass(wait(random, (taken.get(name)?.[0] ?? 0) + windowMs - clock.steady()))
        const now = clock.steady()
        const times = (taken.get(name) ?? []).filter((time) => time + windowMs > now)
        const offered = random.chance(0.5) ? limit + random.between(1, 20) : random.between(1, limit)
        const wanted = Math.min(offered, limit - times.length)
        const answers = await Promise.all(Array.from({ length: offered }, () => client.call(name, app.key, body)))
        const refused = answers.filter(({ status }) => status === 429)
        const passed = answers.length - refused.length
        if (passed !== wanted)
          faults.add(`${name}: ${passed} of ${offered} were let through, not ${wanted} of ${limit}`)
        for (let i = 0; i < passed; i++) times.push(now)
        taken.set(name, times)
        const opensIn = Math.ceil(((times[0] ?? now) + windowMs - now) / 1000)
        const odd = refused.find(({ headers }) => Number(headers['retry-after']) !== opensIn)
        if (odd !== undefined) faults.add(`${name}: Retry-After is ${odd.headers['retry-after']}, not ${opensIn}`)
        sum.calls += offered
        sum['let through'] += passed
        sum.refused += refused.length
        if (refused.length > 0) sum['bursts that met the limit']++
      }
    } finally {
      client.close()
      await app.close()
    }
    if (sum.refused === 0) faults.add('no burst met a limit, so nothing was proven')
    return sum
  },
}

/** Often none, often to the edge of the moment at which the oldest call no longer counts. */
function wait(random: Random, opensInMs: number): number {
  const waits = [0, random.between(0, 300), random.between(0, windowMs)]
  return random.pick(opensInMs > 1 ? [...waits, opensInMs - 1, opensInMs, opensInMs + 1] : waits)
}

function never(): never {
  throw new Error('there is no such operation')
}
