import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongList, successBody, writeInTurns } from '../../src/kernel/operation/write-answer.ts'
import { mapInTurns, readInTurns, rowsPerTurn } from '../../src/kernel/turns.ts'

/** Calls back after each turn of the event loop. */
function watchTurns(onTurn: () => void): () => void {
  let next = setImmediate(function turn() {
    onTurn()
    next = setImmediate(turn)
  })
  return () => clearImmediate(next)
}

const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: index + 1 }))

describe('a long list', () => {
  it('is converted in parts, with turns of the event loop for others in between', async () => {
    let inTurn = 0
    let most = 0
    const stop = watchTurns(() => {
      inTurn = 0
    })
    const ids = await mapInTurns(rows, ({ id }) => {
      most = Math.max(most, ++inTurn)
      return id
    })
    stop()
    assert.deepEqual(
      ids,
      rows.map(({ id }) => id),
    )
    assert.ok(most <= rowsPerTurn, `${most} rows in one turn`)
  })

  it('is read in parts, each row once, also when earlier rows are removed meanwhile', async () => {
    let stored = rows
    const parts: number[] = []
    const items = await readInTurns(
      { limit: 600, offset: 10 },
      async ({ after, offset, limit }) => {
        const part = stored.filter(({ id }) => id > after).slice(offset, offset + limit)
        parts.push(part.length)
        stored = stored.slice(50)
        return part
      },
      ({ id }) => id,
    )
    assert.deepEqual(
      items,
      rows.slice(10, 610).map(({ id }) => id),
    )
    assert.ok(Math.max(...parts) <= 100)
  })

  it('is written in parts to the same text as at once', async () => {
    const answer = {
      total: rows.length,
      nothing: undefined,
      rows: rows.map(({ id }) => ({ id, name: `"${id}"`, left_out: undefined })),
      others: [1, 2],
      none: null,
    }
    let inTurn = 0
    let most = 0
    const stop = watchTurns(() => {
      inTurn = 0
    })
    const body = await writeInTurns((output) => {
      most = Math.max(most, ++inTurn)
      return successBody(output)
    }, answer)
    stop()
    assert.equal(body, successBody(answer))
    // The other fields are written in the same turn as some of the rows.
    assert.ok(most <= rowsPerTurn + Object.keys(answer).length, `${most} in one turn`)
  })

  it('is only one with more rows than a turn takes', () => {
    assert.equal(hasLongList({ rows: rows.slice(0, rowsPerTurn) }), false)
    assert.equal(hasLongList({ total: 1, rows: rows.slice(0, rowsPerTurn + 1) }), true)
    assert.equal(hasLongList({}), false)
  })
})
