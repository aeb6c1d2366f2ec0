import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestFile } from '../../scripts/test-files.ts'

type DealOut = (files: readonly TestFile[], secondsOf: (file: TestFile) => number, cores: number) => TestFile[][]

const { dealOut } = (await import(new URL('../../scripts/test-shares.mjs', import.meta.url).href)) as {
  dealOut: DealOut
}

const nothing = { engines: undefined, because: undefined, needs: [], isSlow: false, isAlone: false }
const file = (path: string, more: Partial<TestFile> = {}): TestFile => ({ ...nothing, path, ...more })
const paths = (shares: TestFile[][]) => shares.map((share) => share.map(({ path }) => path))

describe('test files are dealt out to processes', () => {
  it('each to one, with about the same to do', () => {
    const seconds = [25, 1, 1, 20, 1, 1, 1, 20, 1, 25]
    const files = seconds.map((_, index) => file(`f${index}`))
    const secondsOf = ({ path }: TestFile) => seconds[Number(path.slice(1))] ?? 0
    const shares = dealOut(files, secondsOf, 2)
    assert.deepEqual(paths(shares).flat().sort(), files.map(({ path }) => path).sort())
    const sums = shares.map((share) => share.reduce((sum, one) => sum + secondsOf(one), 0))
    assert.equal(shares.length, 4)
    assert.ok(Math.max(...sums) - Math.min(...sums) <= 5, String(sums))
  })

  it('one for each core at least', () => {
    const files = [file('a'), file('b'), file('c')]
    assert.equal(dealOut(files, () => 0.1, 2).length, 2)
    assert.equal(dealOut(files.slice(0, 1), () => 0.1, 2).length, 1)
  })

  it('those with a browser beside others with the same one, and those that look at their process alone', () => {
    const files = [
      file('panel', { needs: ['chromium', 'panel'] }),
      file('overlay', { needs: ['chromium-127'] }),
      file('threads', { isAlone: true }),
      file('extension', { needs: ['chromium'] }),
      file('points'),
      file('redis', { needs: ['redis'] }),
    ]
    assert.deepEqual(paths(dealOut(files, () => 1, 1)), [
      ['threads'],
      ['points', 'redis'],
      ['overlay'],
      ['panel', 'extension'],
    ])
  })
})
