// The test runner. It starts what the test files declare that they need (`test/declare.ts`), and lets `node:test` run them.
//
//   npm test                       types, lint and format, every test; those that store something on both engines
//   npm test -- one.test.ts        only these files or folders, and only what they need
//   npm run test:quick             the same without files that need a browser, PostgreSQL, another program or long
//   npm run test:clients           the files of test/clients, with programs of others
//   npm run test:long              the long versions of the files that have one, such as walks through every page
//   npm run checks                 types, lint and format, and which texts are not translated
//   npm test -- --write-seconds    writes down which files take long, for machines on which nothing was measured yet
//
// Files share processes (`test-shares.mjs`). Checks and tests of both engines stand in one queue (`job-queue.mjs`), those
// that take longest first, so that all cores are busy until the end.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPanel } from './build-panel.mjs'
import { buildServer } from './build-server.mjs'
import { failuresIn } from './failures-in.mjs'
import { runJobs } from './job-queue.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { checkJobs } from './test-checks.mjs'
import { allTestFiles, chooseTestFiles } from './test-files.ts'
import { isInstalled } from './test-needs.mjs'
import { dealOut, usualSeconds } from './test-shares.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const isClients = process.argv.includes('--clients')
const isLong = process.argv.includes('--long')
const isChecksOnly = process.argv.includes('--checks-only')
const startedAt = performance.now()
const durationsFile = join(root, 'node_modules/.cache/test-durations.json')
const secondsFile = join(root, 'scripts/test-seconds.json')
const durations = { ...readJson(secondsFile), ...readJson(durationsFile) }
const counts = { tests: 0, passed: 0, failed: 0, skipped: 0 }
/** What a check takes, roughly: tests that take longer are started before it. */
const checkSeconds = 15
let records = 0
/** The processes and checks that failed, with what each printed. */
const failing = []
/**
 * Where test files put their folders; what they and their browsers leave behind goes with it. Most are databases, and a
 * disk takes longer to sync them than tests to use them.
 */
const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'showcaller-run-'))
// PostgreSQL does not run as root, and has its folder in here.
chmodSync(folder, 0o711)

/** A cluster of PostgreSQL that files copy which start servers of their own. */
const clusterFolder = join(folder, 'postgres-cluster')

// An interrupted run stops what it started, PostgreSQL too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const checks = words.length === 0 && !isClients && !isLong ? checkJobs({ root, isQuick, onResult: printCheck }) : []
if (isChecksOnly) await runJobs(checks, { cwd: root })
else await runTests(choose())
for (const { name, printed } of failing) process.stdout.write(`\n# FAILED: ${name}\n${failuresIn(printed)}\n`)
if (!isChecksOnly) printCounts()
process.exit(failing.length > 0 ? 1 : 0)

function choose() {
  try {
    const all = allTestFiles(isClients ? 'clients' : 'all')
    const chosen = (words.length === 0 ? all : chooseTestFiles(all, words)).filter(isMeant)
    if (chosen.length === 0) throw new Error('None of these files has a long version.')
    if (!isQuick) return chosen
    const small = chosen.filter(isSmall)
    const leftOut = chosen.length - small.length
    process.stdout.write(
      `# Left to npm test: ${leftOut} files with browsers, other programs or long runs, and PostgreSQL\n`,
    )
    if (words.length === 0 && checks.length === 0)
      process.stdout.write('# Left to npm test: types, lint and format, since nothing was changed in this clone\n')
    return small
  } catch (error) {
    process.stdout.write(`${error.message}\n`)
    process.exit(1)
  }
}

function isMeant({ longVersion }) {
  return !isLong || longVersion !== undefined
}

function isSmall({ needs, isSlow }) {
  return needs.length === 0 && !isSlow
}

async function runTests(files) {
  const onPostgres = isQuick ? [] : files.filter(({ engines }) => engines?.includes('postgres'))
  const onSqlite = isQuick ? files : files.filter(({ engines }) => engines === undefined || engines.includes('sqlite'))
  const needs = new Set(files.flatMap((file) => file.needs))
  if (needs.has('panel')) buildPanel()
  // Servers that tests start as processes start from it in half the time, and none of them builds it meanwhile.
  if (!isQuick && words.length === 0) buildServer()
  const wantsPostgres = onPostgres.length > 0 || needs.has('postgres')
  const postgres = wantsPostgres ? await startPostgres() : undefined
  const env = {
    ...(postgres !== undefined && {
      SHOWCALLER_TEST_POSTGRES: postgres.url(),
      SHOWCALLER_TEST_POSTGRES_CLUSTER: clusterFolder,
    }),
    ...(isLong && { SHOWCALLER_TEST_LONG: '' }),
  }
  const install = installJob([...needs].filter(isInstalled))
  const jobs = [
    ...jobsOf(onSqlite, env, install),
    ...jobsOf(onPostgres, { ...env, SHOWCALLER_TEST_ENGINE: 'postgres' }, install),
  ]
  process.stdout.write(`# ${onSqlite.length} test files${isQuick ? '' : `, and ${onPostgres.length} on PostgreSQL`}\n`)
  const timed = checks.map((check) => ({ ...check, expectedSeconds: checkSeconds }))
  const ordered = [...timed, ...jobs].sort((a, b) => b.expectedSeconds - a.expectedSeconds)
  await runJobs([...(install === undefined ? [] : [install]), ...ordered], { cwd: root })
  await postgres?.remove()
  mkdirSync(dirname(durationsFile), { recursive: true })
  rmSync(durationsFile, { force: true })
  writeFileSync(durationsFile, JSON.stringify(durations))
  if (process.argv.includes('--write-seconds')) writeSeconds()
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Files that take a moment are all alike; only the others decide what is started first. */
function writeSeconds() {
  const long = Object.entries(durations).filter(([, seconds]) => seconds >= 2)
  const sorted = long.map(([name, seconds]) => [name, Math.round(seconds)]).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** Installs programs while the files that need none of them run. */
function installJob(names) {
  if (names.length === 0) return undefined
  return {
    command: process.execPath,
    args: [join(root, 'scripts/test-needs.mjs'), ...names],
    onEnd: ({ printed }) => process.stdout.write(printed),
  }
}

function jobsOf(files, env, install) {
  const secondsOf = (file) => durations[nameOf(file, env)] ?? usualSeconds(file)
  return dealOut(files, secondsOf).map((share) => ({
    ...testJob(share, env),
    after: share.some(({ needs }) => needs.some(isInstalled)) ? install : undefined,
    expectedSeconds: share.reduce((sum, file) => sum + secondsOf(file), 0),
  }))
}

function nameOf({ path }, env) {
  const engine = env.SHOWCALLER_TEST_ENGINE === 'postgres' ? ' on PostgreSQL' : ''
  return `${path}${engine}${isLong ? ', long version' : ''}`
}

function testJob(files, env) {
  const record = join(folder, `record-${records++}`)
  const [first] = files
  const name = `${nameOf(first, env)}${files.length === 1 ? '' : ` and ${files.length - 1} more`}`
  return {
    command: process.execPath,
    args: [join(root, 'scripts/run-test-files.mjs'), record, ...files.map(({ path }) => path)],
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-tests'),
      TMPDIR: folder,
      SHOWCALLER_TEST_FIRST_START: join(folder, 'first-start.sqlite'),
      ...env,
    },
    onEnd({ status, printed, seconds }) {
      const found = readJson(record)
      for (const key of Object.keys(counts)) counts[key] += found.counts?.[key] ?? 0
      for (const file of files) {
        const taken = found.seconds?.[join(root, file.path)]
        if (taken !== undefined) durations[nameOf(file, env)] = taken
      }
      if (status !== 0) failing.push({ name, printed })
      if (status !== 0 || !isQuick)
        process.stdout.write(`\n# ${name}, ${seconds.toFixed(1)} s${status === 0 ? '' : ', FAILED'}\n${printed}`)
    },
  }
}

function printCounts() {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const { tests, passed, failed, skipped } = counts
  process.stdout.write(`# ${tests} tests, ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s\n`)
}

function printCheck(name, { status, printed }, { hasReport = false } = {}) {
  if (status !== 0) failing.push({ name, printed })
  const report = status !== 0 || hasReport ? `\n${printed}`.trimEnd() : ''
  process.stdout.write(`\n# ${name}: ${status === 0 ? 'ok' : 'FAILED'}${report}\n`)
}

/** One server for all files; each creates its own databases on it. If it does not start, the run fails. */
async function startPostgres() {
  try {
    const { startPostgres } = await import('../test/kernel/postgres/server.ts')
    return await startPostgres({ keepClusterAt: clusterFolder })
  } catch (error) {
    process.stdout.write(`# PostgreSQL does not start, so its tests are not run: ${error.message}\n`)
    failing.push({ name: 'PostgreSQL', printed: error.message })
  }
}
