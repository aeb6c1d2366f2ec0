import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestFile } from '../../scripts/test-files.ts'

type DealOut = (files: readonly TestFile[], secondsOf: (file: TestFile) => number, cores: number) => TestFile[][]

const { dealOut } = (await import(new URL('../../scripts/test-shares.mjs', import.meta.url).href)) as {
  dealOut: DealOut
}

const nothing = {
  engines: undefined,
  because: undefined,
  needs: [],
  isSlow: false,
  whySlow: undefined,
  longVersion: undefined,
  isAlone: false,
}
const file = (path: string, more: Partial<TestFile> = {}): TestFile => ({ ...nothing, path, ...more })
const paths = (shares: TestFile[][]) => shares.map((share) => share.map(({ path }) => path))

describe('test files are dealt out to processes', () => {
  it('each to one: most to some with a lot to do, and the rest to short ones for the end', () => {
    const files = Array.from({ length: 320 }, (_, index) => file(`f${index}`))
    const secondsOf = ({ path }: TestFile) => 2 + (Number(path.slice(1)) % 9)
    const shares = dealOut(files, secondsOf, 2)
    assert.deepEqual(paths(shares).flat().sort(), files.map(({ path }) => path).sort())
    const sums = shares.map((share) => share.reduce((sum, one) => sum + secondsOf(one), 0))
    const long = sums.filter((seconds) => seconds > 120)
    assert.equal(long.length, 3, String(sums))
    assert.ok(Math.max(...sums) <= 610 && Math.max(...long) - Math.min(...long) <= 10, String(sums))
    assert.ok(Math.max(...sums.filter((seconds) => seconds <= 120)) <= 100, String(sums))
  })

  it('one for each core at least', () => {
    const files = [file('a'), file('b'), file('c')]
    assert.ok(dealOut(files, () => 0.1, 2).length >= 2)
    assert.equal(dealOut(files.slice(0, 1), () => 0.1, 2).length, 1)
  })

  it('also those that took no time that could be measured', () => {
    assert.deepEqual(paths(dealOut([file('a')], () => 0, 2)), [['a']])
    assert.deepEqual(
      dealOut([], () => 0, 2),
      [],
    )
  })

  it('those with a browser beside others with the same one, those that need no program apart, some alone', () => {
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
      ['points'],
      ['redis'],
      ['overlay'],
      ['panel', 'extension'],
    ])
  })
})
