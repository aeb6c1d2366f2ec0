import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHostile } from './hostile.ts'

test('twenty thousand hostile requests over all operations: no 500, no crash, nothing ill-typed accepted, nothing leaked', async (t) => {
  const seed = Date.now() % 1_000_000
  const report = await runHostile({ requests: 20_000, seed })
  const { requests, statuses, perSecond, neverDone, faults } = report
  t.diagnostic(`seed ${seed}: ${requests} requests, ${perSecond} a second, ${JSON.stringify(statuses)}`)
  assert.equal(faults.length, 0, `seed ${seed}\n${faults.join('\n')}`)
  assert.deepEqual(neverDone, [], 'these operations were never asked for something they would do')
  const refused = statuses['429'] ?? 0
  assert.ok(refused < requests / 100, `${refused} of ${requests} met their limit and so were not looked at`)
})
