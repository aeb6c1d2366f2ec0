import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

interface Failing {
  readonly name: string
  readonly tests: readonly { readonly name: string; readonly error: string }[]
  readonly printed?: string
}

const { summarizeFailures } = (await import(new URL('../../scripts/failure-summary.mjs', import.meta.url).href)) as {
  summarizeFailures: (failures: readonly Failing[]) => string[]
}

const manyLines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`).join('\n')

describe('the end of a log', () => {
  it('names each file that failed, and under it the tests, with their errors and where they were thrown', () => {
    const error = 'Error: 1 is not 2\n    at points.test.ts:7'
    const lines = summarizeFailures([
      { name: 'test/points/points.test.ts', tests: [{ name: 'points > are counted', error }] },
      { name: 'types', tests: [], printed: '\u001b[31mTS2322\u001b[39m: a string is no number\n\n' },
    ])
    assert.deepEqual(lines, [
      '# FAILED: test/points/points.test.ts',
      '  ✖ points > are counted',
      '    Error: 1 is not 2',
      '        at points.test.ts:7',
      '# FAILED: types',
      '    TS2322: a string is no number',
    ])
    assert.deepEqual(summarizeFailures([]), [])
  })

  it('has at most 40 lines of one test, from its beginning, and of a process that died, from its end', () => {
    const tests = [{ name: 'long', error: manyLines(500) }]
    const ofTest = summarizeFailures([{ name: 'a', tests, printed: 'not this' }])
    assert.equal(ofTest.length, 1 + 40)
    assert.ok(ofTest.includes('    line 0') && !ofTest.includes('    line 499'))
    const ofProcess = summarizeFailures([{ name: 'a', tests: [], printed: manyLines(500) }])
    assert.ok(ofProcess.length <= 41 && ofProcess.at(-1) === '    line 499', ofProcess.at(-1))
  })

  it('has at most 200 lines in all, names every file, and says how many failures it leaves out', () => {
    const tests = [{ name: 'long', error: manyLines(500) }]
    const lines = summarizeFailures(Array.from({ length: 30 }, (_, file) => ({ name: `file ${file}`, tests })))
    assert.ok(lines.length <= 200, String(lines.length))
    assert.equal(lines.filter((line) => line.startsWith('# FAILED: ')).length, 30)
    assert.equal(lines.filter((line) => line.includes('✖')).length, 4)
    assert.match(lines.at(-1) ?? '', /^# 26 more failures .*file 29/)
  })
})
