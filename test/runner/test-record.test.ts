import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder } from '../temporary-folder.ts'

const reporter = fileURLToPath(new URL('../../scripts/test-record.mjs', import.meta.url))

it('what a file ran, and what failed with its name and error, are recorded under that file, also when the code is in another file', () => {
  const folder = createTemporaryFolder()
  try {
    const shared = `import { test } from 'node:test'
      export const fail = () => test('one', () => { throw new Error('as it should') })`
    const nested = `import { describe, it } from 'node:test'
      describe('outer', () => describe('inner', () => {
        it('is right', () => {})
        it('is wrong', () => { throw new Error('nested') })
      }))`
    const files = {
      'shared.mjs': shared,
      'red.test.mjs': `import { fail } from './shared.mjs'\nfail()`,
      'nested.test.mjs': nested,
      'green.test.mjs': `import { test } from 'node:test'\ntest('two', () => {})`,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--test', `--test-reporter=${reporter}`, 'red.test.mjs', 'nested.test.mjs', 'green.test.mjs']
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder.path, env, encoding: 'utf8' })
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const failed = lines.filter((line) => line.failed !== undefined).toSorted((a, b) => (a.failed < b.failed ? 1 : -1))
    const [direct, inGroups, ...others] = failed
    assert.deepEqual([direct.failed, direct.name], [join(folder.path, 'red.test.mjs'), 'one'])
    assert.match(direct.error, /^Error: as it should\n\s+at .*shared\.mjs/)
    assert.equal(inGroups.failed, join(folder.path, 'nested.test.mjs'))
    assert.equal(inGroups.name, 'outer > inner > is wrong')
    assert.deepEqual(others, [], 'the groups are not named beside their tests')
    const ran = lines.filter(({ seconds }) => Number.isFinite(seconds)).map(({ file }) => file)
    assert.deepEqual(
      ran.toSorted(),
      ['green.test.mjs', 'nested.test.mjs', 'red.test.mjs'].map((name) => join(folder.path, name)),
    )
    const { counts } = lines.at(-1)
    assert.deepEqual([counts.tests, counts.passed, counts.failed], [4, 2, 2])
  } finally {
    folder.remove()
  }
})
