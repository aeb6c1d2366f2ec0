// The test runner. It starts what the test files declare that they need (`test/declare.ts`).
//
//   npm test                       types, lint and format, every test; those that store something on both engines
//   npm test -- one.test.ts        only these files or folders, and only what they need
//   npm run test:quick             the same without files that need a browser, PostgreSQL, another program or long
//   npm run checks                 types, lint and format
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allTestFiles, chooseTestFiles } from './test-files.ts'
import { provide } from './test-needs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tools = join(root, 'test/tools/node_modules/.bin')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const isChecksOnly = process.argv.includes('--checks-only')
let failed = false
/** A run with more failing files than this has a real fault, and nothing is tried again. */
const maxRetried = 4
/** Files in which a test failed, with the environment they ran in. */
const failing = []

// An interrupted run stops its PostgreSQL server too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const checks = words.length === 0 ? startChecks() : []
if (!isChecksOnly) await runTests(choose())
for (const check of checks) await check
process.exit(failed ? 1 : 0)

function choose() {
  try {
    const all = allTestFiles()
    const chosen = words.length === 0 ? all : chooseTestFiles(all, words)
    return isQuick ? chosen.filter(({ needs, isSlow }) => needs.length === 0 && !isSlow) : chosen
  } catch (error) {
    process.stdout.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Runs in parallel with the tests; the output of each check is printed when it is done. */
function startChecks() {
  // A second run within a minute of the first checks only what changed. The whole run uses no cache.
  const incremental = (name) =>
    isQuick
      ? ['--incremental', '--tsBuildInfoFile', join(root, `node_modules/.cache/types-of-${name}.tsbuildinfo`)]
      : []
  return [
    startCheck('types', 'tsc', ['--noEmit', '-p', '.', ...incremental('all')]),
    startCheck('types of the panel', 'tsc', ['--noEmit', '-p', 'panel', ...incremental('panel')]),
    startCheck('types of the overlay', 'tsc', ['--noEmit', '-p', 'overlay', ...incremental('overlay')]),
    startCheck('types of the extension', 'tsc', ['--noEmit', '-p', 'extension', ...incremental('extension')]),
    startCheck('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
    startCheck('lint: floating promises', process.execPath, [join(root, 'scripts/lint-promises.mjs')]),
  ]
}

function startCheck(name, tool, args) {
  return new Promise((done) => {
    const child = spawn(resolve(tools, tool), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (printed += chunk))
    child.on('error', (error) => (printed += `${tool} could not be started: ${error.message}\n`))
    child.on('close', (status) => {
      if (status !== 0) failed = true
      process.stdout.write(`\n# ${name}: ${status === 0 ? 'ok' : 'FAILED'}\n${status === 0 ? '' : printed}`)
      done()
    })
  })
}

async function runTests(files) {
  if (isQuick) {
    await runTogether('quick tests', files, { reporter: 'dot' })
    return retryFailing()
  }
  const onPostgres = files.filter(({ engines }) => engines?.includes('postgres'))
  const onSqlite = files.filter(({ engines }) => engines === undefined || engines.includes('sqlite'))
  await provide(new Set(files.flatMap(({ needs }) => needs)))
  const wantsPostgres = onPostgres.length > 0 || files.some(({ needs }) => needs.includes('postgres'))
  const postgres = wantsPostgres ? await startPostgres() : undefined
  const env = postgres === undefined ? {} : { SHOWCALLER_TEST_POSTGRES: postgres.url() }
  await runOnEngine('tests', onSqlite, env)
  await runOnEngine('tests on PostgreSQL', onPostgres, { ...env, SHOWCALLER_TEST_ENGINE: 'postgres' })
  await retryFailing()
  await postgres?.remove()
}

/** Files that need something else or take long have a process each; the others share a few. */
async function runOnEngine(name, files, env) {
  const isSmall = ({ needs, isSlow }) => needs.length === 0 && !isSlow
  await nodeTest(
    name,
    files.filter((file) => !isSmall(file)),
    { env },
  )
  await runTogether(`${name}, small files`, files.filter(isSmall), { env })
}

/**
 * One process for each core, with many files in it, because a small file takes less time than the start of a process.
 * Files are dealt out in turn, so that folders with large files are shared between the processes.
 */
async function runTogether(name, files, options) {
  const together = files.filter(({ isAlone }) => !isAlone)
  const cores = Math.min(4, availableParallelism())
  const shares = Array.from({ length: cores }, (_, core) => together.filter((_file, index) => index % cores === core))
  const alone = files.filter(({ isAlone }) => isAlone)
  await Promise.all([
    ...shares.map((share) => nodeTest(name, share, { ...options, more: ['--test-isolation=none'] })),
    nodeTest(`${name}, each in its own process`, alone, options),
  ])
}

/** One server for all files; each creates its own databases on it. If it does not start, the run fails. */
async function startPostgres() {
  try {
    const { startPostgres } = await import('../test/postgres/server.ts')
    return await startPostgres()
  } catch (error) {
    process.stdout.write(`# PostgreSQL does not start, so its tests are not run: ${error.message}\n`)
    failed = true
  }
}

/** All files in parallel, the slow ones first, so that the run does not end with one slow file. */
function nodeTest(name, files, { env = {}, reporter = 'spec', more = [] } = {}) {
  if (files.length === 0) return
  process.stdout.write(`# ${name}: ${files.length} ${files.length === 1 ? 'file' : 'files'}\n`)
  // One more than the number of cores: tests of sounds, idle sockets and outages mostly wait.
  const concurrency = Math.max(3, Math.min(4, availableParallelism()))
  const ordered = [...files.filter(({ isSlow }) => isSlow), ...files.filter(({ isSlow }) => !isSlow)]
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-test-run-'))
  const list = join(folder, 'failed')
  const reporters = [
    [reporter, 'stdout'],
    [join(root, 'scripts/failed-files.mjs'), list],
  ].flatMap(([name, destination]) => [`--test-reporter=${name}`, `--test-reporter-destination=${destination}`])
  const args = ['--test', `--test-concurrency=${concurrency}`, '--test-timeout=300000', ...reporters]
  return new Promise((done) => {
    const child = spawn(process.execPath, [...args, ...more, ...ordered.map(({ path }) => path)], {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-tests'), ...process.env, ...env },
    })
    child.on('close', (status) => {
      const found = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
      rmSync(folder, { recursive: true, force: true })
      const known = found.map((path) => files.find((file) => file.path === relative(root, path).replaceAll('\\', '/')))
      if (status !== 0 && (known.length === 0 || known.includes(undefined))) failed = true
      else failing.push(...known.map((file) => ({ file, env })))
      done(status === 0)
    })
  })
}

/**
 * Runs each failing file once more, alone. A file that fails again fails the run; one that passes now is printed as
 * UNSTEADY, which is a fault of the test or of what it tests.
 */
async function retryFailing() {
  const retried = failing.splice(0)
  if (retried.length > maxRetried) failed = true
  for (const { file, env } of retried) {
    const stillFails = retried.length > maxRetried || !(await nodeTest(`again, alone: ${file.path}`, [file], { env }))
    if (stillFails) failed = true
    process.stdout.write(
      `# ${file.path}: ${stillFails ? 'FAILED' : 'UNSTEADY, it failed beside others and passed alone'}\n`,
    )
  }
  failing.length = 0
}
