import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { maxHalfBytes } from '../../src/limits/new-space.ts'

const module = new URL('../../src/limits/new-space.ts', import.meta.url).href

/** Keeps many young objects alive, as a flood of waiting requests does, and prints the largest size of their space. */
function largestSpace(before: string): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { setImmediate as turn } from 'node:timers/promises'
    ${before}
    let alive = []
    let largest = 0
    for (let n = 0; n < 1_500_000; n++) {
      alive.push({ n, list: [n, n], text: 'x' + n })
      if (alive.length > 60_000) alive = alive.slice(30_000)
      if (n % 2000 !== 0) continue
      await turn()
      largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
    }
    console.log(largest)
  `
  // Whatever V8 chooses on this machine.
  const args = ['--max-semi-space-size=64', '--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })
  assert.match(stdout, /^\d+\n$/, stderr)
  return Number(stdout)
}

describe("V8's space for new objects", () => {
  it('stops growing at the size that an ordinary load reaches', () => {
    const limited = largestSpace(`import { limitNewSpace } from '${module}'; limitNewSpace()`)
    assert.equal(limited, 2 * maxHalfBytes)
  })

  it('would grow further without the limit', () => {
    assert.ok(largestSpace('') > 2 * maxHalfBytes)
  })
})
