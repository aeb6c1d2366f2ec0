import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCleaner } from '../../src/capabilities/privacy/clean-data.ts'
import { eventsOf } from '../../src/capabilities/privacy/stored-records.ts'
import type { Identity } from '../../src/capabilities/viewers/identity.ts'
import type { Reader } from '../../src/kernel/storage/database.ts'

const carol: Identity = {
  accounts: [],
  names: new Set(['carol']),
  viewerIds: new Set([7]),
  userIds: new Set(),
  erased: 'erased:7',
}
const maxRows = 25
const maxLength = 16 * 1024

/** A history that is never stored: event 1, 2, 3 and so on, each with this data. */
function historyOf(count: number, dataOf: (seq: number) => object): Reader & { readonly mostRows: () => number } {
  let mostRows = 0
  return {
    mostRows: () => mostRows,
    get: () => Promise.reject(new Error('only lists are read')),
    all(_statement, params) {
      const { after, limit } = params as unknown as { after: number; limit: number }
      const length = Math.max(0, Math.min(limit, count - after))
      mostRows = Math.max(mostRows, length)
      const rows = Array.from({ length }, (_, index) => {
        const seq = after + index + 1
        const data = JSON.stringify(dataOf(seq))
        return { seq, kind: 'effect', platform: null, viewer_id: null, external_id: null, at: 0, data }
      })
      return Promise.resolve(rows as never)
    },
  }
}

/** The events that were found in each step: between two pauses. */
async function stepsOf(reader: Reader) {
  const steps: { rows: number; length: number }[] = [{ rows: 0, length: 0 }]
  const pause = async () => void steps.push({ rows: 0, length: 0 })
  let last = 0
  const seqs: number[] = []
  for await (const { found, upTo } of eventsOf(reader, 1, createCleaner(carol), 0, pause)) {
    assert.ok(upTo >= last, 'it goes forward')
    last = upTo
    for (const { seq, cleaned, data } of found) {
      assert.doesNotMatch(cleaned, /carol/)
      seqs.push(seq)
      const step = steps.at(-1)
      if (step === undefined) continue
      step.rows++
      step.length += JSON.stringify(data).length
    }
  }
  return { steps, seqs, last }
}

describe('a step of an erasure', () => {
  it('reads a few events, so that others are served between two steps, however long the history is', async () => {
    const reader = historyOf(3_000, (seq) => ({ message: seq % 500 === 0 ? 'hello carol' : 'hello bob' }))
    const { steps, seqs, last } = await stepsOf(reader)
    assert.deepEqual(seqs, [500, 1000, 1500, 2000, 2500, 3000])
    assert.equal(last, 3000)
    assert.ok(reader.mostRows() <= maxRows)
    assert.ok(steps.length > 3_000 / maxRows)
  })

  it('cleans little at once where large events name the person: one, or a few KiB', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, `for carol ${n}`]))
    const { steps, seqs } = await stepsOf(historyOf(60, (seq) => (seq % 2 === 0 ? fields : { message: 'carol' })))
    assert.equal(seqs.length, 60)
    for (const { rows, length } of steps) assert.ok(rows <= 1 || length <= maxLength, `${rows} rows of ${length}`)
  })

  it('in which every event is of the person changes no more than were read', async () => {
    const { steps, seqs } = await stepsOf(historyOf(200, () => ({ username: 'carol', message: 'hi' })))
    assert.equal(seqs.length, 200)
    assert.ok(steps.every(({ rows }) => rows <= maxRows))
  })
})
