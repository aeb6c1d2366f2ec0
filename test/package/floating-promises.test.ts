import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('a linter reads the types of a project')

const root = join(import.meta.dirname, '../..')
const { lintPromises } = (await import(new URL('../../scripts/test-checks.mjs', import.meta.url).href)) as {
  lintPromises(root: string, paths: readonly string[]): { command: string; args: string[]; env: NodeJS.ProcessEnv }
}

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
  it('fails the check, across files and on methods of objects whose types are inferred, and nothing else does', () => {
    const folder = createTemporaryFolder()
    const lines = planted.split('\n')
    const isFound = (line: string) => line.endsWith('// found')
    const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text)
    write('tsconfig.json', JSON.stringify({ extends: `${root}/tsconfig.json`, include: ['.'] }))
    write('planted.ts', planted)
    write('correct.ts', lines.filter((line) => !isFound(line)).join('\n'))
    const { command, args, env } = lintPromises(root, ['--format=unix', folder.path])
    const { status, stdout } = spawnSync(command, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
    folder.remove()
    const found = [...stdout.matchAll(/(\w+\.ts):(\d+):/g)].map(([, file, line]) => `${file}:${line}`)
    const wanted = lines.flatMap((line, index) => (isFound(line) ? [`planted.ts:${index + 1}`] : []))
    assert.equal(wanted.length, 5)
    assert.deepEqual(found.toSorted(), wanted.toSorted(), stdout)
    assert.equal(status, 1)
  })
})
