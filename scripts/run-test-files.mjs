// Runs test files in this process, as `node --test --test-isolation=none` does, and writes the number of tests and the
// seconds of each file into a record for the test runner:
//   node scripts/run-test-files.mjs <record> <files>
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'

const timeoutMs = 300_000
/** How long a file that left something open may keep its process running after the last test. */
const lingerMs = Number(process.env.SHOWCALLER_TEST_LINGER_MS ?? 60_000)
/** When nothing is reported for longer than a test may take, a hook hangs: for hooks Node has no limit. */
const silenceMs = Number(process.env.SHOWCALLER_TEST_SILENCE_MS ?? timeoutMs + 60_000)
const [record, ...names] = process.argv.slice(2)
const files = names.map((name) => resolve(name))
const seconds = {}
const withoutTests = []

const events = run({ isolation: 'none', timeout: timeoutMs, files })
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1
})
events.on('test:complete', ({ nesting, name, file, details }) => {
  if (nesting === 0) seconds[file] = (seconds[file] ?? 0) + details.duration_ms / 1000
  // Node reports a file without tests as a test with the path of the file as its name, which passes.
  if (nesting === 0 && files.includes(name)) withoutTests.push(name)
})
events.on('test:summary', async ({ counts }) => {
  writeFileSync(record, JSON.stringify({ counts, seconds }))
  for (const file of withoutTests) fail(`${file} has no tests.`)
  await failUnlessLoaded()
})
events.compose(spec).pipe(process.stdout)
endIfLingering()

/**
 * Node ignores an error that a file throws while it is loaded if the file has defined a test before, and the tests after
 * it are missing. Importing a module that failed fails again with the same error.
 */
async function failUnlessLoaded() {
  for (const file of files) {
    await import(pathToFileURL(file).href).catch((error) => fail(`${file} failed to load: ${error?.stack ?? error}`))
  }
}

/** A test that failed before it closed its server, or a hook that waits for ever, would keep the whole run waiting. */
function endIfLingering() {
  let underWay = 0
  let timer
  function watch() {
    clearTimeout(timer)
    timer = underWay === 0 ? setTimeout(endAfterTests, lingerMs) : setTimeout(endInHook, silenceMs)
    timer.unref()
  }
  events.on('test:enqueue', () => {
    underWay++
    watch()
  })
  events.on('test:dequeue', watch)
  events.on('test:complete', () => {
    underWay--
    watch()
  })
}

function endAfterTests() {
  const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
  fail(`The tests are over, but something they left open kept the process running: ${open}`)
  events.once('end', () => process.exit())
  // On this event Node's test runner writes its summary.
  process.emit('beforeExit', 1)
}

/** Without a summary, for which Node would wait for the hook. */
function endInHook() {
  fail(`Nothing has begun or ended for ${silenceMs / 1000} s: a hook waits for something that does not happen.`)
  process.exit()
}

function fail(why) {
  process.exitCode = 1
  process.stderr.write(`${why}\n`)
}
