// A reporter for Node's test runner, read by our own runner: a line of JSON for each file in which a test failed, one for
// each file that ran a test, with the seconds it took, and one with the number of tests. A test may stand in another file
// than the one that runs it, and to run that one alone would run nothing.
// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export.
export default async function* testRecord(events) {
  const seen = new Set()
  const seconds = new Map()
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file === undefined) {
      for (const [file, sum] of seconds) yield `${JSON.stringify({ file, seconds: Math.round(sum * 10) / 10 })}\n`
      yield `${JSON.stringify({ counts: data.counts })}\n`
    }
    const file = data.entryFile ?? data.file
    if (file === undefined) continue
    if (type === 'test:complete' && data.nesting === 0) {
      seconds.set(file, (seconds.get(file) ?? 0) + data.details.duration_ms / 1000)
    }
    if (type !== 'test:fail' || seen.has(file)) continue
    seen.add(file)
    yield `${JSON.stringify({ failed: file })}\n`
  }
}
