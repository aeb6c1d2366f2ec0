import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runParts } from '../../bench/bench.ts'
import type { Measured } from '../../bench/findings.ts'
import { goals } from '../../bench/goals.ts'
import { parts } from '../../bench/parts/all.ts'
import { tinySizes } from '../../bench/sizes.ts'
import { hasLongVersion, isLongRun, isSlow, needs, needsOwnProcess, runsOn } from '../declare.ts'

runsOn('postgres', { because: 'it measures on both engines itself' })
needs('panel', 'postgres', 'redis', 'chromium-127')
needsOwnProcess('it measures what the process takes')
isSlow('it measures everything once')
hasLongVersion('every part of the benchmark')

/** One part with servers of its own, one with many sockets, one with a browser; the others are made of the same. */
const shortParts = new Set(['get-points', 'effect', 'widgets'])
const chosen = isLongRun ? parts : parts.filter(({ name }) => shortParts.has(name))

/** Frameworks are installed by `npm run bench` alone. */
const mayBeMissing = new Set(['get-points/fastify', 'get-points/express'])

describe('npm run bench', () => {
  it('can still measure everything that has a goal', async () => {
    const found = await runParts(chosen, {
      sizes: tinySizes,
      say: () => {},
      onFailure(_part, error) {
        throw error
      },
    })
    const measured = Object.assign({}, ...Object.values(found).map((findings) => findings.measured))
    const isChosen = (goal: string) => isLongRun || shortParts.has(goal.slice(0, goal.indexOf('/')))
    assert.deepEqual(Object.keys(measured).sort(), Object.keys(goals).filter(isChosen).sort())
    for (const { name } of chosen) assert.ok(found[name] !== undefined, name)
    for (const [name, { rounds, problem }] of Object.entries<Measured>(measured)) {
      if (mayBeMissing.has(name) && problem !== undefined) continue
      assert.ok(rounds.length > 0 && rounds.every(Number.isFinite), `${name} is ${rounds}: ${problem}`)
    }
  })
})
