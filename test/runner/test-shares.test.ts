import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDeclarations, type TestFile } from '../../scripts/test-files.ts'

interface Share {
  readonly files: readonly TestFile[]
  readonly seconds: number
}

const { dealOut } = (await import(new URL('../../scripts/test-shares.mjs', import.meta.url).href)) as {
  dealOut(files: readonly TestFile[], secondsOf: (file: TestFile) => number, cores: number): Share[]
}

const file = (path: string, more: Partial<TestFile> = {}): TestFile => ({ path, ...readDeclarations(''), ...more })
const paths = (shares: readonly Share[]) => shares.map(({ files }) => files.map(({ path }) => path))

describe('test files are dealt out to processes', () => {
  it('each to one, so that all have about the same to do, and not too much', () => {
    const files = Array.from({ length: 320 }, (_, index) => file(`f${index}`))
    const secondsOf = ({ path }: TestFile) => 2 + (Number(path.slice(1)) % 9)
    const shares = dealOut(files, secondsOf, 2)
    assert.deepEqual(paths(shares).flat().sort(), files.map(({ path }) => path).sort())
    for (const { files: own, seconds } of shares) {
      assert.equal(
        seconds,
        own.reduce((sum, one) => sum + secondsOf(one), 0),
      )
    }
    const sums = shares.map(({ seconds }) => seconds)
    assert.ok(Math.max(...sums) <= 160 && Math.min(...sums) >= 130, String(sums))
  })

  it('one for each core at least', () => {
    const files = [file('a'), file('b'), file('c')]
    assert.equal(dealOut(files, () => 0.1, 2).length, 2)
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
      file('threads', { whyAlone: 'it counts threads' }),
      file('statements', { whyAlone: 'it counts statements' }),
      file('extension', { needs: ['chromium'] }),
      file('points'),
      file('moving', { needs: ['postgres'] }),
      file('redis', { needs: ['redis'] }),
    ]
    assert.deepEqual(paths(dealOut(files, () => 1, 1)), [
      ['panel', 'extension'],
      ['overlay'],
      ['threads'],
      ['statements'],
      ['points', 'moving'],
      ['redis'],
    ])
  })
})
