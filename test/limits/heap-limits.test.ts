import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { maxHalfBytes } from '../../src/limits/heap-limits.ts'
import { isSlow } from '../declare.ts'

isSlow('it fills the memory of several processes')

const module = new URL('../../src/limits/heap-limits.ts', import.meta.url).href
const limits = `import { limitHeap } from '${module}'; limitHeap()`

/** Keeps objects alive for a while, as a flood of waiting requests does, and prints the largest size of a space. */
function largestSpace(name: 'new_space' | 'old_space', before: string): number {
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
      largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === '${name}').space_size)
    }
    console.log(largest)
  `
  // The largest space for new objects, so that it is not V8's choice for this machine; the smallest, so that every object
  // that lives for a moment gets into the space for old ones.
  const args = [`--max-semi-space-size=${name === 'new_space' ? 64 : 1}`, '--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })
  assert.match(stdout, /^\d+\n$/, stderr)
  return Number(stdout)
}

describe("V8's space for new objects", () => {
  it('stops growing at the size that is enough for an ordinary load', () => {
    const [limited, free] = [largestSpace('new_space', limits), largestSpace('new_space', '')]
    // V8 adds pages to both halves: a few at rest, more while a busy machine keeps its collector waiting.
    assert.ok(limited < 2 * 2 * maxHalfBytes && limited < 0.6 * free, `${limited} bytes, ${free} without the limit`)
    assert.ok(free >= 2 * 2 * maxHalfBytes, `${free} bytes without the limit`)
  })
})

describe("V8's space for old objects", () => {
  it('is collected long before it is several times what is alive', () => {
    const [limited, free] = [largestSpace('old_space', limits), largestSpace('old_space', '')]
    assert.ok(limited < 0.8 * free, `${limited} bytes with the limit, ${free} without`)
  })
})
