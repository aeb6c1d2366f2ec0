// A reporter for Node's test runner: one line for each file that was run and in which a test failed.
// A test may stand in another file than the one that runs it, and to run that one alone would run nothing.
// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export.
export default async function* failedFiles(events) {
  const seen = new Set()
  for await (const { type, data } of events) {
    const file = data.entryFile ?? data.file
    if (type !== 'test:fail' || file === undefined || seen.has(file)) continue
    seen.add(file)
    yield `${file}\n`
  }
}
