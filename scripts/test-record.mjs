// A reporter for Node's test runner, read by our own runner: a line of JSON for each file in which a test failed, and one
// with the number of tests. A test may stand in another file than the one that runs it, and to run that one alone would
// run nothing.
// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export.
export default async function* testRecord(events) {
  const seen = new Set()
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file === undefined) yield `${JSON.stringify({ counts: data.counts })}\n`
    const file = data.entryFile ?? data.file
    if (type !== 'test:fail' || file === undefined || seen.has(file)) continue
    seen.add(file)
    yield `${JSON.stringify({ failed: file })}\n`
  }
}
