import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('a linter reads the types of a project')

const root = join(import.meta.dirname, '../..')

/** A forgotten `await` of each kind; `// found` marks the lines that the check must report. */
const planted = `
import { serve } from '${root}/src/cli/serve.ts'
import type { Context } from '${root}/src/kernel/operation/context.ts'
import type { Cause } from '${root}/src/capabilities/events/events.ts'

export async function planted(ctx: Context, config: Parameters<typeof serve>[0], cause: Cause): Promise<void> {
  serve(config, []) // found
  ctx.alertContent.list(1) // found
  ctx.channels.list().then(() => {}) // found
  await ctx.db.write(async (tx) => {
    tx.next('event', 1) // found
    ctx.alertContent.remove(tx, cause, 1) // found
  })
  void ctx.channels.list()
  await ctx.channels.list()
}
`

describe('a forgotten await', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  before(() => {
    folder = createTemporaryFolder()
    writeFileSync(
      join(folder.path, 'tsconfig.json'),
      JSON.stringify({ extends: `${root}/tsconfig.json`, include: ['.'] }),
    )
  })
  after(() => folder.remove())

  function check(source: string) {
    const file = join(folder.path, 'planted.ts')
    writeFileSync(file, source)
    const script = join(root, 'scripts/lint-promises.mjs')
    const { status, stdout } = spawnSync(process.execPath, [script, '--format=unix', file], { encoding: 'utf8' })
    return {
      status,
      lines: [...stdout.matchAll(/planted\.ts:(\d+):/g)].map(([, line]) => Number(line)).sort((a, b) => a - b),
    }
  }

  it('fails the check, across files and on methods of objects whose types are inferred', () => {
    const wanted = planted.split('\n').flatMap((line, index) => (line.endsWith('// found') ? [index + 1] : []))
    const { status, lines } = check(planted)
    assert.equal(wanted.length, 5)
    assert.deepEqual(lines, wanted)
    assert.equal(status, 1)
  })

  it('is the only thing that does', () => {
    const { status, lines } = check(
      planted
        .split('\n')
        .filter((line) => !line.endsWith('// found'))
        .join('\n'),
    )
    assert.deepEqual(lines, [])
    assert.equal(status, 0)
  })
})
