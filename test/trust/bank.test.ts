import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBank } from './bank.ts'

/** A hundredth of the full count, which `bank.ts` runs by itself. */
for (const engine of ['sqlite', 'postgres'] as const) {
  test(`points moved between fifty accounts while ${engine === 'sqlite' ? 'the server is' : 'server and PostgreSQL are'} killed are neither made nor lost`, async (t) => {
    const seed = Date.now() % 1_000_000
    const report = await runBank({ engine, seed, transfers: 800, killEveryMs: 400, minKills: 2, maxKills: 4 })
    t.diagnostic(`seed ${seed}: ${JSON.stringify(report)}`)
    assert.deepEqual(report.faults, [], `seed ${seed}`)
    assert.ok(report.acknowledged > 400, `only ${report.acknowledged} were acknowledged`)
    assert.ok(report.kills >= 2, `only ${report.kills} kills`)
  })
}
