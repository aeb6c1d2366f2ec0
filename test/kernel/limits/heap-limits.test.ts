import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { maxHalfBytes } from '../../../src/kernel/limits/heap-limits.ts'
import { isSlow } from '../../declare.ts'

isSlow('it fills the memory of several processes')

const module = new URL('../../../src/kernel/limits/heap-limits.ts', import.meta.url).href
const limits = `import { limitHeap } from '${module}'; limitHeap()`

interface Growth {
  /** The largest size of the space. */
  readonly largest: number
  /** By how much V8 multiplies the space for new objects when it grows, as V8 itself says at the end. */
  readonly factor: number
}

/**
 * Keeps objects alive for a while, as a flood of waiting requests does. V8 collects on one thread and each time at once, so
 * that how large its spaces get depends on what is allocated and not on how busy the machine is: while a collection of old
 * objects is under way beside the program, V8 adds pages to the new ones beyond any limit.
 */
function growthOf(name: 'new_space' | 'old_space', before: string): Growth {
  const script = `
    import { setImmediate as turn } from 'node:timers/promises'
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
    const sizeOf = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === '${name}').space_size
    ${before}
    let alive = []
    let largest = 0
    for (let n = 0; n < 1_500_000; n++) {
      alive.push({ n, list: [n, n], text: 'x' + n })
      if (alive.length > 60_000) alive = alive.slice(30_000)
      if (n % 2000 !== 0) continue
      await turn()
      largest = Math.max(largest, sizeOf())
    }
    console.error('largest: ' + largest)
    // V8 lists its options with their current values, on standard output, which Node must not have touched.
    setFlagsFromString('--help')
  `
  // The largest space for new objects, so that it is not V8's choice for this machine; the smallest, so that every object
  // that lives for a moment gets into the space for old ones.
  const size = `--max-semi-space-size=${name === 'new_space' ? 64 : 1}`
  const args = ['--single-threaded-gc', '--no-incremental-marking', size, '--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })
  const numberIn = (text: string, words: RegExp) => Number(words.exec(text)?.[1] ?? assert.fail(`${words}: ${stderr}`))
  return {
    largest: numberIn(stderr, /^largest: (\d+)$/m),
    factor: numberIn(stdout, /--semi-space-growth-factor=(\d+)/),
  }
}

describe("V8's space for new objects", () => {
  it('stops growing at the size that is enough for an ordinary load', () => {
    const [limited, free] = [growthOf('new_space', limits), growthOf('new_space', '')]
    // Of both halves.
    const enough = 2 * maxHalfBytes
    assert.deepEqual([limited.factor, free.factor], [1, 2])
    assert.ok(limited.largest >= enough, `${limited.largest} bytes: the limit was not reached`)
    assert.ok(limited.largest < 1.25 * enough, `${limited.largest} bytes with the limit`)
    assert.ok(free.largest >= 2 * enough, `${free.largest} bytes without the limit`)
  })
})

describe("V8's space for old objects", () => {
  it('is collected long before it is several times what is alive', () => {
    const [limited, free] = [growthOf('old_space', limits), growthOf('old_space', '')]
    assert.ok(limited.largest < 0.8 * free.largest, `${limited.largest} bytes with the limit, ${free.largest} without`)
  })
})
