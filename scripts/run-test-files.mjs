// Runs test files in this process, as `node --test --test-isolation=none` does, for a tenth less of processor time:
//   node scripts/run-test-files.mjs <record> <files>
//
// Node's test runner follows every promise of the server, to know of which test it is. Here it follows everything else.
// A promise that nobody waited for and that fails still fails the run, but is not reported under the name of a test. Groups
// of tests must not be async, because a test that is named after a wait would stand outside its group;
// `test/runner/declarations.test.ts` checks that.
import asyncHooks from 'node:async_hooks'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import testRecord from './test-record.mjs'
import testReport from './test-report.mjs'

const timeoutMs = 300_000
/** What a file left open keeps its process running for at most this long after the last test. */
const lingerMs = Number(process.env.SHOWCALLER_TEST_LINGER_MS ?? 60_000)
const [record, ...names] = process.argv.slice(2)
const files = names.map((name) => resolve(name))

const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
// Only now, because it takes the function when it is loaded.
const { run } = await import('node:test')
asyncHooks.createHook = createHook

/** Where each timer was set that has not run. An error keeps its place for little, and only writes it when it is asked. */
const timers = new Map()
createHook({
  init(id, type, _trigger, timer) {
    if (type === 'Timeout') timers.set(id, { timer, place: new Error('set') })
  },
  destroy: (id) => void timers.delete(id),
  trackPromises: false,
}).enable()

// Node prints the message of such an error, but not where it came from.
process.on('unhandledRejection', (error) =>
  process.stderr.write(`A promise failed that nobody waited for: ${textOf(error)}\n`),
)

const events = run({ isolation: 'none', timeout: timeoutMs, files })
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1
})
events.compose(withLoadErrors).compose(testReport).pipe(process.stdout)
const recorded = events.compose(withLoadErrors).compose(testRecord).pipe(createWriteStream(record))
endIfLingering()

/**
 * Node ignores that a file threw while it was loaded if the file had named a test before, and the tests that it would have
 * named after that are missing. Such a file fails here. A module that failed fails again, at once, when it is imported again.
 */
async function* withLoadErrors(events) {
  const reported = new Set()
  for await (const event of events) {
    if (event.type === 'test:fail') reported.add(event.data.name)
    if (event.type === 'test:summary' && event.data.file === undefined) {
      for (const file of files.filter((one) => !reported.has(one))) yield* loadError(file)
    }
    yield event
  }
}

async function* loadError(file) {
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    process.exitCode = 1
    const details = { duration_ms: 0, error, type: 'test' }
    yield { type: 'test:fail', data: { name: file, file, entryFile: file, line: 1, column: 1, nesting: 0, details } }
  }
}

/** A test that failed before it closed its server would keep the whole run waiting. */
function endIfLingering() {
  let underWay = 0
  let timer
  events.on('test:enqueue', () => {
    underWay++
    clearTimeout(timer)
  })
  events.on('test:complete', () => {
    underWay--
    if (underWay > 0) return
    timer = setTimeout(() => {
      const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
      process.stderr.write(`The tests are over, but something they left open kept the process running: ${open}\n`)
      for (const { timer, place } of timers.values()) if (timer.hasRef()) process.stderr.write(`${placesIn(place)}\n`)
      recorded.once('close', () => process.exit(1))
      // With this event Node's test runner sums up.
      process.emit('beforeExit', 1)
    }, lingerMs)
    timer.unref()
  })
}

/** The lines of our own code. */
function placesIn({ stack }) {
  const lines = stack.split('\n').slice(1)
  const own = lines.filter((line) => !/\(?node:|run-test-files/.test(line))
  return ['A timer was set', ...(own.length > 0 ? own : lines)].join('\n')
}

function textOf(error) {
  return error instanceof Error ? error.stack : String(error)
}
