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
import testRecord from './test-record.mjs'
import testReport from './test-report.mjs'

const timeoutMs = 300_000
const [record, ...files] = process.argv.slice(2)

const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
// Only now, because it takes the function when it is loaded.
const { run } = await import('node:test')
asyncHooks.createHook = createHook

// Node prints the message of such an error, but not where it came from.
process.on('unhandledRejection', (error) =>
  process.stderr.write(`A promise failed that nobody waited for: ${textOf(error)}\n`),
)

const events = run({ isolation: 'none', timeout: timeoutMs, files: files.map((file) => resolve(file)) })
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1
})
events.compose(testReport).pipe(process.stdout)
events.compose(testRecord).pipe(createWriteStream(record))

function textOf(error) {
  return error instanceof Error ? error.stack : String(error)
}
