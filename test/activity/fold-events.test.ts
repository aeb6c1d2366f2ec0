import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fold, foldBulk } from '../../panel/src/pages/activity/fold-events.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it stores nothing in a database' })

const base = { platform: 'kick', viewerId: null, actor: 'key:1', at: 1_800_000_000_000 } as const

function imported(seq: number, lines: number, failed: number) {
  const data = { platform: 'kick', lines, created: 0, changed: lines - failed, unchanged: 0, failed }
  return { ...base, seq, kind: 'viewers.imported', actor: 'person:1', requestId: `req_${seq}`, platform: null, data }
}

function points(seq: number, requestId: string) {
  const data = { user_id: `${seq}`, username: `viewer${seq}`, mode: 'add', amount: 1, before: 0, points: 1, reason: '' }
  return { ...base, seq, kind: 'points.changed', requestId, data }
}

describe('the rows of the activity page', () => {
  it('make one row of an import, with the sums of its batches', () => {
    const rows = foldBulk(fold([imported(3, 50, 2), imported(2, 100, 0), imported(1, 100, 1)]))
    assert.equal(rows.length, 1)
    assert.equal(rows[0]?.event.data.lines, 250)
    assert.equal(rows[0]?.event.data.failed, 3)
    assert.equal(rows[0]?.others.length, 2)
  })

  it('make one row of what one request did to many viewers, in its place, and leave the rest alone', () => {
    const rows = foldBulk(fold([points(6, 'b'), points(5, 'a'), points(4, 'a'), points(3, 'a'), points(2, 'c')]))
    assert.deepEqual(
      rows.map(({ event, others }) => [event.seq, others.map(({ seq }) => seq)]),
      [
        [6, []],
        [5, [4, 3]],
        [2, []],
      ],
    )
  })

  it('do not fold two events, or events without a request', () => {
    assert.equal(foldBulk(fold([points(2, 'a'), points(1, 'a')])).length, 2)
    assert.equal(foldBulk(fold([points(3, ''), points(2, ''), points(1, '')])).length, 3)
  })
})
