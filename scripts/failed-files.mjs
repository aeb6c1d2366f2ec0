// A reporter for Node's test runner: one line for each file in which a test failed.
// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export.
export default async function* failedFiles(events) {
  const seen = new Set()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.file === undefined || seen.has(data.file)) continue
    seen.add(data.file)
    yield `${data.file}\n`
  }
}
