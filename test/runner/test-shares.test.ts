import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDeclarations, type TestFile } from '../../scripts/test-files.ts'

interface TestRun extends TestFile {
  readonly engine: string
  readonly seconds: number
}
interface Share {
  readonly runs: readonly TestRun[]
  readonly seconds: number
}

const { dealOut } = (await import(new URL('../../scripts/test-shares.mjs', import.meta.url).href)) as {
  dealOut(runs: readonly TestRun[], cores: number): Share[]
}

const run = (path: string, seconds: number, more: Partial<TestRun> = {}): TestRun => ({
  path,
  seconds,
  engine: 'sqlite',
  ...readDeclarations(''),
  ...more,
})
const paths = (shares: readonly Share[]) => shares.map(({ runs }) => runs.map(({ path }) => path))

describe('test files are dealt out to processes', () => {
  it('each to one, so that all have about the same to do, and not too much', () => {
    const runs = Array.from({ length: 320 }, (_, index) => run(`f${index}`, 2 + (index % 9)))
    const shares = dealOut(runs, 2)
    assert.deepEqual(paths(shares).flat().sort(), runs.map(({ path }) => path).sort())
    const sums = shares.map(({ runs: own }) => own.reduce((sum, { seconds }) => sum + seconds, 0))
    assert.deepEqual(
      shares.map(({ seconds }) => seconds),
      sums,
    )
    assert.ok(Math.max(...sums) <= 240 && Math.min(...sums) >= 220, String(sums))
  })

  it('two for each core, unless they have too little to do', () => {
    const runs = (count: number) => Array.from({ length: count }, (_, index) => run(`f${index}`, 1))
    assert.deepEqual(
      [200, 50, 3].map((count) => dealOut(runs(count), 2).length),
      [4, 3, 1],
    )
  })

  it('also those that took no time that could be measured', () => {
    assert.deepEqual(paths(dealOut([run('a', 0)], 2)), [['a']])
    assert.deepEqual(dealOut([], 2), [])
  })

  it('those with a browser or an engine beside others with the same one, those that need no program apart, some alone', () => {
    const runs = [
      run('panel', 1, { needs: ['chromium', 'panel'] }),
      run('overlay', 1, { needs: ['chromium-127'] }),
      run('threads', 1, { whyAlone: 'it counts threads' }),
      run('statements', 1, { whyAlone: 'it counts statements' }),
      run('extension', 1, { needs: ['chromium'] }),
      // A file is loaded once in a process, so the same process cannot run it on both engines.
      run('readers', 1, { whyAlone: 'it measures memory' }),
      run('readers', 1, { whyAlone: 'it measures memory', engine: 'postgres' }),
      run('points', 1),
      run('points', 1, { engine: 'postgres' }),
      run('moving', 1, { engine: 'postgres', needs: ['postgres'] }),
      run('chat', 1),
      run('redis', 1, { needs: ['redis'] }),
    ]
    assert.deepEqual(paths(dealOut(runs, 1)), [
      ['panel', 'extension'],
      ['overlay'],
      ['threads'],
      ['statements'],
      ['readers'],
      ['readers'],
      ['points', 'chat'],
      ['points', 'moving'],
      ['redis'],
    ])
  })
})
