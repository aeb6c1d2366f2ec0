import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { snapped, turned } from '../../panel/src/pages/overlay/stage-geometry.ts'

describe('dragging on the stage', () => {
  const free = { others: [], hasGrid: false }

  it('snaps the centre to the middle and the edges to the safe area', () => {
    const middle = snapped({ x: 50.6, y: 30, width: 20, height: 10 }, free)
    assert.deepEqual(middle, { x: 50, y: 30, guideX: 50, guideY: undefined })
    const corner = snapped({ x: 15.4, y: 89.2, width: 20, height: 10 }, free)
    assert.deepEqual(corner, { x: 15, y: 90, guideX: 5, guideY: 95 })
  })

  it('snaps to the edges and the centre of other items', () => {
    const other = { x: 30, y: 60, width: 20, height: 10 }
    const { x, y, guideX, guideY } = snapped({ x: 41.6, y: 60.5, width: 4, height: 4 }, { ...free, others: [other] })
    assert.deepEqual([x, y, guideX, guideY], [42, 60, 40, 60])
  })

  it('leaves a box alone that is near nothing, unless the grid is on', () => {
    const box = { x: 33.3, y: 66.6, width: 7, height: 7 }
    assert.deepEqual([snapped(box, free).x, snapped(box, free).y], [33.3, 66.6])
    const { x, y, guideX } = snapped(box, { others: [], hasGrid: true })
    assert.deepEqual([x, y, guideX], [35, 65, undefined])
  })

  it('rotates in steps of 15 degrees where one is near, and exactly on request', () => {
    const below = { x: 0, y: 10 }
    assert.equal(turned(0, below, { x: 0, y: 20 }, false), 0)
    assert.equal(turned(0, below, { x: -10, y: 0 }, false), 90)
    assert.equal(turned(0, below, { x: 1, y: 20 }, false), 0)
    assert.equal(turned(0, below, { x: 1, y: 20 }, true), -2.9)
    assert.equal(turned(0, below, { x: 10, y: 0.5 }, false), -90)
  })

  it('rotates on from where an item stands, wherever it is grabbed', () => {
    assert.equal(turned(20, { x: 3, y: -10 }, { x: 3, y: -10 }, true), 20)
    assert.equal(turned(170, { x: 0, y: -10 }, { x: 10, y: 0 }, false), -100)
    assert.equal(turned(178, { x: 0, y: -10 }, { x: 10, y: 0 }, false), -90)
    assert.equal(turned(-90, { x: -10, y: -1 }, { x: -10, y: 1 }, true), -101.4)
  })
})
