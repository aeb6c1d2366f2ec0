// A reporter for Node's test runner: what `spec` prints, without the totals of a single process. The runner prints those
// of all processes together.
import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'

const totals = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

// biome-ignore lint/style/noDefaultExport: Node takes a reporter from the default export.
export default async function* testReport(events) {
  yield* Readable.from(withoutTotals(events)).compose(new spec())
}

async function* withoutTotals(events) {
  for await (const event of events) {
    const isTotal = event.type === 'test:diagnostic' && event.data.nesting === 0 && totals.test(event.data.message)
    if (!isTotal) yield event
  }
}
