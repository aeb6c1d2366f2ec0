// A reporter for Node's test runner, read by our own runner: a line of JSON for each test that failed, with its file, its
// name and its error, one for each file that ran a test, with the seconds it took, and one with the number of tests. A test
// may stand in another file than the one that runs it, and to run that one alone would run nothing.
import { inspect } from 'node:util'
import { processorSeconds } from './processor-time.mjs'

// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export.
export default async function* testRecord(events) {
  const seconds = new Map()
  /** What each file took of the processor, if that is asked for; to load them all stands under an own name. */
  const processor = new Map()
  const isMeasured = process.env.SHOWCALLER_TEST_PROCESSOR !== undefined
  let before = 0
  /** What killed browsers took, which no process counts any more: it was counted under its files. */
  let uncounted = 0
  function measure(file) {
    if (!isMeasured) return
    const now = processorSeconds()
    processor.set(file, (processor.get(file) ?? 0) + Math.max(0, now - before))
    uncounted += Math.max(0, before - now)
    before = now
  }
  /** The tests that are under way, the outer ones first. */
  const names = []
  for await (const { type, data } of events) {
    if (before === 0) measure('loading')
    if (type === 'test:summary' && data.file === undefined) {
      measure('ending')
      if (isMeasured) yield `${JSON.stringify({ processor: [...processor], uncounted })}\n`
      for (const [file, sum] of seconds) yield `${JSON.stringify({ file, seconds: Math.round(sum * 10) / 10 })}\n`
      yield `${JSON.stringify({ counts: data.counts })}\n`
    }
    if (type === 'test:start') names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name)
    const file = data.entryFile ?? data.file
    if (file === undefined) continue
    if (type === 'test:complete' && data.nesting === 0) {
      seconds.set(file, (seconds.get(file) ?? 0) + data.details.duration_ms / 1000)
      measure(file)
    }
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A group of tests fails with the tests in it, which are told apart.
    if (error?.failureType === 'subtestsFailed') continue
    const name = [...names.slice(0, data.nesting), data.name].join(' > ')
    yield `${JSON.stringify({ failed: file, name, error: textOf(error) })}\n`
  }
}

function textOf(error) {
  // Those behind a test that was cut off have nothing to say.
  if (error?.failureType === 'cancelledByParent') return String(error.message)
  const cause = error?.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4 })
}
