// The test runner. It provides what the test files declare that they need (`test/declare.ts`), and lets `node:test` run
// them.
//
//   npm test                       types, lint and format, every test; those about what is stored on both engines
//   npm test -- one.test.ts        only these files or folders, and only what they need
//   npm run test:quick             the same without files that need a browser, PostgreSQL, another program or long
//   npm run test:clients           the files of test/clients, with programs of others
//   npm run test:long              the long versions of the files that have one, such as walks through every page, and
//                                  on PostgreSQL what npm test runs on SQLite alone
//   npm run checks                 types, lint and format, and which texts are not translated
//   npm test -- --write-seconds    writes down how long files take, which decides what is started first
//
// Files share processes (`test-shares.mjs`). Checks and tests of both engines stand in one queue (`job-queue.mjs`), those
// that take longest first, so that all cores are busy until the end.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildServer } from './build-server.mjs'
import { failuresIn, runJobs } from './job-queue.mjs'
import { checkJobs } from './test-checks.mjs'
import { allTestFiles, chooseTestFiles } from './test-files.ts'
import { provided } from './test-needs.mjs'
import { dealOut } from './test-shares.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const startedAt = performance.now()
const secondsFile = join(root, 'scripts/test-seconds.json')
const known = JSON.parse(readFileSync(secondsFile, 'utf8'))
const measured = {}
const counts = { tests: 0, passed: 0, failed: 0, skipped: 0 }
/** The jobs that failed, with what each printed. */
const failed = []

const { values: options, positionals: words } = orEnd(readArguments)
const hasChecks = words.length === 0 && !options.clients && !options.long
const checks = hasChecks ? checkJobs({ root, isQuick: options.quick }) : []
if (options['checks-only']) await runJobs(checks, { cwd: root, onEnd: report })
else await runTests(orEnd(chooseFiles))
for (const { name, printed } of failed) print(`\n# FAILED: ${name}\n${failuresIn(printed)}\n`)
if (!options['checks-only']) printCounts()
process.exit(failed.length > 0 ? 1 : 0)

function readArguments() {
  const names = ['quick', 'clients', 'long', 'checks-only', 'write-seconds']
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean', default: false }]))
  return parseArgs({ options, allowPositionals: true })
}

/** What somebody asked for and does not exist is an error of one line. */
function orEnd(work) {
  try {
    return work()
  } catch (error) {
    print(`${error.message}\n`)
    process.exit(1)
  }
}

function chooseFiles() {
  const all = allTestFiles(options.clients ? 'clients' : 'all')
  const named = words.length === 0 ? all : chooseTestFiles(all, words)
  const isLong = ({ longVersion, whyLaterOnPostgres }) => (longVersion ?? whyLaterOnPostgres) !== undefined
  const chosen = options.long ? named.filter(isLong) : named
  if (chosen.length === 0) throw new Error('None of these files has a long version.')
  if (!options.quick) return chosen
  const small = chosen.filter(({ needs, whySlow }) => needs.length === 0 && whySlow === undefined)
  if (small.length === 0) throw new Error('These files are left to npm test.')
  const leftOut = chosen.length - small.length
  print(`# Left to npm test: ${leftOut} files with browsers, other programs or long runs, and PostgreSQL\n`)
  if (hasChecks && checks.length === 0)
    print('# Left to npm test: types, lint and format, since nothing was changed in this clone\n')
  return small
}

async function runTests(files) {
  const folder = createRunFolder()
  // For every process that is started from here.
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled-tests')
  process.env.SHOWCALLER_TEST_SHARED = folder
  if (options.long) process.env.SHOWCALLER_TEST_LONG = ''
  // Servers that tests start as processes start from it in half the time, and none of them builds it meanwhile.
  if (!options.quick && words.length === 0) buildServer()
  const engines = options.quick ? ['sqlite'] : ['sqlite', 'postgres']
  const runs = engines.flatMap((engine) => runsOn(engine, files))
  const needs = new Set(files.flatMap((file) => file.needs))
  const wantsPostgres = needs.has('postgres') || runs.some(({ engine }) => engine === 'postgres')
  const postgres = wantsPostgres ? await startPostgres(folder) : undefined
  const providing = {
    name: 'what the tests need',
    command: process.execPath,
    args: [join(root, 'scripts/test-needs.mjs'), ...needs],
    isShown: true,
  }
  const jobs = [...checks, ...dealOut(runs).map((share, at) => testJob(share, join(folder, `record-${at}`), providing))]
  print(`# ${engines.map((engine) => `${runsOn(engine, files).length} test files on ${engine}`).join(', ')}\n`)
  jobs.sort((a, b) => b.seconds - a.seconds)
  if (jobs.some(({ after }) => after === providing)) jobs.unshift(providing)
  await runJobs(jobs, { cwd: root, onEnd: report })
  await postgres?.remove()
  if (options['write-seconds']) writeSeconds()
}

/** The files that run on an engine, each with its name in the report and what it is expected to take. */
function runsOn(engine, files) {
  return files
    .filter((file) => isRunOn(engine, file))
    .map((file) => {
      const isLongVersion = options.long && file.longVersion !== undefined
      const name = `${file.path}${engine === 'postgres' ? ' on PostgreSQL' : ''}${isLongVersion ? ', long version' : ''}`
      const isLong = file.needs.length > 0 || file.whySlow !== undefined
      return { ...file, engine, name, seconds: known[name] ?? (isLong ? 8 : 1) }
    })
}

function isRunOn(engine, { engines = ['sqlite'], longVersion, whyLaterOnPostgres }) {
  if (!engines.includes(engine)) return false
  const isLater = engine === 'postgres' && whyLaterOnPostgres !== undefined
  if (options.long) return isLater || longVersion !== undefined
  return !isLater || words.length > 0
}

function testJob({ runs, seconds }, record, providing) {
  const others = runs.length - 1
  const isWaiting = runs.some(({ needs }) => needs.some((need) => provided.includes(need)))
  return {
    name: `${runs[0].name}${others === 0 ? '' : ` and ${others} more`}`,
    command: process.execPath,
    args: [join(root, 'scripts/run-test-files.mjs'), record, ...runs.map(({ path }) => path)],
    env: { SHOWCALLER_TEST_ENGINE: runs[0].engine },
    after: isWaiting ? providing : undefined,
    seconds,
    isShown: !options.quick,
    onEnd() {
      // A process that ended too early has written none.
      const found = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : { counts: {}, seconds: {} }
      for (const key of Object.keys(counts)) counts[key] += found.counts[key] ?? 0
      for (const { name, path } of runs) measured[name] = found.seconds[join(root, path)] ?? known[name]
    },
  }
}

function report({ name, isShown, onEnd }, { isGreen, printed, seconds }) {
  onEnd?.()
  if (!isGreen) failed.push({ name, printed })
  print(`\n# ${name}: ${isGreen ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s\n${isShown || !isGreen ? printed : ''}`)
}

function printCounts() {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const { tests, passed, failed, skipped } = counts
  print(`# ${tests} tests, ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s\n`)
}

function print(text) {
  process.stdout.write(text)
}

/** Files that take a moment are all alike; only the others decide what is started first. */
function writeSeconds() {
  const isThere = ([name, seconds]) => seconds >= 2 && existsSync(join(root, name.replace(/\.test\.ts.*$/, '.test.ts')))
  const long = Object.entries({ ...known, ...measured }).filter(isThere)
  const sorted = long.map(([name, seconds]) => [name, Math.round(seconds)]).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/**
 * Where test files put their folders; what they and their browsers leave behind goes with it. In memory where there is
 * room: most are databases, and a disk takes longer to sync them than tests to use them. Some tests write a program.
 */
function createRunFolder() {
  const inMemory = '/dev/shm'
  const neededBytes = 8 * 1024 ** 3
  const isLarge = ({ bavail, bsize }) => bavail * bsize >= neededBytes
  const runsPrograms = () => !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))
  const isUsable =
    process.platform === 'linux' && existsSync(inMemory) && isLarge(statfsSync(inMemory)) && runsPrograms()
  const folder = mkdtempSync(join(isUsable ? inMemory : tmpdir(), 'showcaller-run-'))
  // PostgreSQL does not run as root, and has its folder in here.
  chmodSync(folder, 0o711)
  // An interrupted run stops what it started, PostgreSQL too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** One server for all files; each creates its own databases on it. */
async function startPostgres(folder) {
  try {
    const { startPostgres } = await import('../test/kernel/postgres/server.ts')
    // Files that start servers of their own copy the cluster.
    const cluster = join(folder, 'postgres-cluster')
    const server = await startPostgres({ keepClusterAt: cluster })
    process.env.SHOWCALLER_TEST_POSTGRES = server.url()
    process.env.SHOWCALLER_TEST_POSTGRES_CLUSTER = cluster
    return server
  } catch (error) {
    print(`# PostgreSQL does not start, so its tests will fail: ${error.message}\n`)
  }
}
