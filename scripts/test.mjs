// `npm test`: types, lint and format, then every test. Stops with a failure when any of them fails.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tools = join(root, 'test/tools/node_modules/.bin')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
/** So many files may waver in one run. More than that is no accident. */
const maxUnsteady = 4
/** What must be the same whichever engine stores it. A flood of chat is about speed, and takes long elsewhere. */
const behaviour =
  /^test\/(?!activity\/flood)((activity|chat|clips|commands|events|idempotency|moderation|panel|points|settings|stream|watch-time)\/|contract\/(derived-operations|derived-refusals|conditional-parameters))/
let failed = false

if (wanted.length === 0) {
  check('types', join(tools, 'tsc'), ['--noEmit', '-p', '.'])
  check('types of the panel', join(tools, 'tsc'), ['--noEmit', '-p', 'panel'])
  check('lint and format', join(tools, 'biome'), ['check', '--error-on-warnings', '.'])
  check('lint: floating promises', process.execPath, [join(root, 'scripts/lint-promises.mjs')])
}
if (!process.argv.includes('--checks-only')) {
  const all = globSync('test/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' }).sort()
  const postgres = await startSharedPostgres()
  const env = postgres === undefined ? {} : { SHOWCALLER_TEST_POSTGRES: postgres.url() }
  runTests('tests', wanted.length > 0 ? wanted : all, env)
  if (wanted.length === 0) {
    const files = all.filter((file) => behaviour.test(file.replaceAll('\\', '/')) && storesSomething(file))
    runTests('behaviour on PostgreSQL', files, { ...env, SHOWCALLER_TEST_ENGINE: 'postgres' })
  }
  await postgres?.remove()
}
process.exit(failed ? 1 : 0)

/** A test without an app has no engine to differ on. */
function storesSomething(file) {
  return /\bcreate(TestApp|PanelClient)\b|-client\.ts|stage\.ts/.test(readFileSync(join(root, file), 'utf8'))
}

/** One for all files, each of which makes databases of its own on it. Without one the run fails, and says so. */
async function startSharedPostgres() {
  // Whoever interrupts the run ends it too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  try {
    const { startPostgres } = await import('../test/postgres/server.ts')
    return await startPostgres()
  } catch (error) {
    process.stdout.write(`# PostgreSQL cannot be had, so nothing is tested on it: ${error.message}\n`)
    failed = true
  }
}

function check(name, command, args) {
  process.stdout.write(`# ${name}\n`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error !== undefined) process.stdout.write(`${name} could not be started: ${error.message}\n`)
  if (status !== 0) failed = true
}

/**
 * All files side by side. Those that fail are run once more, each with nothing beside it: what fails alone fails the
 * run, what passes alone is named as unsteady, which is a bug in the test or in what it tests.
 */
function runTests(name, files, env = {}) {
  // One more than two cores can do at once: sounds, idle sockets and outages are mostly waited for.
  const concurrency = Math.max(3, Math.min(4, availableParallelism()))
  const { isGreen, failing } = nodeTest(name, files, concurrency, env)
  if (isGreen) return
  const isKnown = failing.length > 0 && failing.every((file) => files.includes(file))
  const mayWaver = isKnown && failing.length <= maxUnsteady
  const stillFailing = mayWaver
    ? failing.filter((file) => !nodeTest(`${name}, alone: ${file}`, [file], 1, env).isGreen)
    : failing
  if (!mayWaver || stillFailing.length > 0) failed = true
  for (const file of failing) {
    const verdict = stillFailing.includes(file) ? 'FAILED' : 'UNSTEADY, failed beside others and passed alone'
    process.stdout.write(`# ${file}: ${verdict}\n`)
  }
}

function nodeTest(name, files, concurrency, env) {
  process.stdout.write(`# ${name}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-test-run-'))
  const list = join(folder, 'failed')
  const reporters = [
    ['spec', 'stdout'],
    [join(root, 'scripts/failed-files.mjs'), list],
  ].flatMap(([reporter, to]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`])
  const args = ['--test', `--test-concurrency=${concurrency}`, '--test-timeout=300000', ...reporters, ...files]
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const failing = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true, force: true })
  return { isGreen: status === 0, failing: failing.map((file) => relative(root, file)) }
}
