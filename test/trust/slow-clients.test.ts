import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSlowClients } from './slow-clients.ts'

test('two hundred connections that drip their headers or never read are cut off or held, and nobody else waits', async (t) => {
  const report = await runSlowClients({ connections: 200, withBodies: false })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual(report.faults, [])
  assert.ok(report.calls > 50, `only ${report.calls} calls were made meanwhile`)
})
