// Finds floating promises: calls of async functions that are neither awaited nor marked with `void`. A forgotten `await`
// hides errors and, in a transaction, writes after the commit. Takes paths; without any it checks the whole project.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tools = join(root, 'test/tools/node_modules')
const given = process.argv.slice(2)
const paths = given.length > 0 ? given : ['src', 'panel', 'sdk', 'overlay', 'deck', 'test', 'bench', 'scripts']
const oxlint = join(tools, 'oxlint/bin/oxlint')
const args = [oxlint, '--type-aware', '--threads=1', '-c', join(root, '.oxlintrc.json'), ...paths]
// oxlint looks for its type-aware part next to the project's package.json, where test tools are not installed.
// One thread: several check what the files share several times, 19 s of processor time instead of 13.
const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(tools, '.bin/tsgolint'), GOMAXPROCS: '1' }
const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
if (error !== undefined) process.stderr.write(`oxlint could not be started: ${error.message}\n`)
process.exit(status ?? 1)
