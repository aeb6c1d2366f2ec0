import { operations } from '../../src/operations.ts'
import { createTestApp } from '../create-test-app.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { callBytes, createRawClient } from './raw-client.ts'

const windowMs = 60_000
const connections = 50
const hourMs = 60 * windowMs

/** A clock that stands still until it is told otherwise, with a wall that can be set at will. */
function createStillClock() {
  let steady = 1_000_000
  let wall = Date.now()
  return {
    now: () => wall,
    steady: () => steady,
    pass(ms: number): void {
      steady += ms
      wall += ms
    },
    jump(ms: number): void {
      wall += ms
    },
  }
}

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
        const { name, ratePerMinute: limit, effect, example } = operations[done % operations.length] ?? never()
        // What reaches a platform or a page takes its time, and a call that is refused behind the limit counts as well.
        const body = effect === 'outside' ? '[]' : JSON.stringify(example.input)
        if (random.chance(0.1)) {
          clock.jump(random.between(-400, 400) * hourMs)
          sum['clock jumps']++
        }
        clock.pass(wait(random))
        const now = clock.steady()
        const times = (taken.get(name) ?? []).filter((time) => time + windowMs > now)
        const offered = random.between(1, limit + 20)
        const wanted = Math.min(offered, limit - times.length)
        const answers = await Promise.all(
          Array.from({ length: offered }, () => client.send(callBytes(name, app.key, body), false)),
        )
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

/** Between two bursts of one operation all others have theirs, so most waits are short. */
function wait(random: Random): number {
  const edges = [0, 0, 0, random.between(0, 300), random.between(0, 3000), windowMs - 1, windowMs, windowMs + 1]
  return random.pick(edges)
}

function never(): never {
  throw new Error('there is no such operation')
}
