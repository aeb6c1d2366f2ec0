import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLanes } from '../../../src/kernel/limits/lanes.ts'

describe('a queue with lanes', () => {
  it('takes one of each lane in turn, and within a lane the oldest first', () => {
    const lanes = createLanes<string>()
    for (const item of ['a1', 'a2', 'a3']) lanes.add('a', item)
    lanes.add('b', 'b1')
    assert.equal(lanes.size(), 4)
    assert.deepEqual(
      Array.from({ length: 5 }, () => lanes.take()),
      ['a1', 'b1', 'a2', 'a3', undefined],
    )
    assert.equal(lanes.size(), 0)
  })

  it('counts what is removed once, also when it was taken before', () => {
    const lanes = createLanes<string>()
    lanes.add('a', 'a1')
    lanes.add('a', 'a2')
    lanes.take()
    lanes.remove('a', 'a1')
    assert.equal(lanes.size(), 1)
    lanes.remove('a', 'a2')
    assert.deepEqual([lanes.size(), lanes.take()], [0, undefined])
  })

  it('gives back everything when it is cleared', () => {
    const lanes = createLanes<string>()
    lanes.add('a', 'a1')
    lanes.add('b', 'b1')
    assert.deepEqual(lanes.clear(), ['a1', 'b1'])
    assert.deepEqual([lanes.size(), lanes.take()], [0, undefined])
  })
})
