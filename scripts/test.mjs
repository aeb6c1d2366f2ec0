// `npm test`: types, lint and format, then every test. Stops with a failure when any of them fails.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tools = join(root, 'test/tools/node_modules/.bin')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
let failed = false

if (wanted.length === 0) {
  step('types', join(tools, 'tsc'), ['--noEmit', '-p', '.'])
  step('types of the panel', join(tools, 'tsc'), ['--noEmit', '-p', 'panel'])
  step('lint and format', join(tools, 'biome'), ['check', '--error-on-warnings', '.'])
}
if (!process.argv.includes('--checks-only')) {
  const files =
    wanted.length > 0
      ? wanted
      : globSync('test/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' }).sort()
  const concurrency = String(Math.max(2, Math.min(4, availableParallelism())))
  step('tests', process.execPath, ['--test', `--test-concurrency=${concurrency}`, '--test-timeout=300000', ...files])
}
process.exit(failed ? 1 : 0)

function step(name, command, args) {
  process.stdout.write(`# ${name}\n`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error !== undefined) process.stdout.write(`${name} could not be started: ${error.message}\n`)
  if (status !== 0) failed = true
}
