import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Goal } from '../../bench/goals.ts'
import { spreadOf, verdictOf, worseHalf } from '../../bench/judge.ts'
import { goalLine } from '../../bench/tables.ts'

const fast: Goal = { what: 'calls per second', direction: 'least', goal: 0.8, unit: '' }
const short: Goal = { what: 'response time', direction: 'most', goal: 6, unit: ' ms' }

describe('the worse half of the rounds', () => {
  it('is its median: of seven rounds the mean of the second and the third worst', () => {
    const rounds = [0.9, 0.7, 0.85, 0.8, 0.95, 0.75, 0.88]
    assert.equal(worseHalf(rounds, 'least'), (0.75 + 0.8) / 2)
    assert.equal(worseHalf(rounds, 'most'), (0.9 + 0.88) / 2)
  })

  it('is the worse of two rounds, and the only one of one', () => {
    assert.equal(worseHalf([1, 2], 'least'), 1)
    assert.equal(worseHalf([1, 2], 'most'), 2)
    assert.equal(worseHalf([3], 'least'), 3)
  })

  it('leaves the order of the rounds as it is', () => {
    const rounds = [3, 1, 2]
    worseHalf(rounds, 'most')
    assert.deepEqual(rounds, [3, 1, 2])
  })
})

describe('a goal', () => {
  it('is missed although the median meets it, when the worse half does not', () => {
    const rounds = [0.7, 0.7, 0.82, 0.85, 0.9]
    assert.equal(verdictOf(fast, { rounds }), 'missed by 14 %')
  })

  it('is met when the worse half meets it, whatever the worst round was', () => {
    assert.equal(verdictOf(fast, { rounds: [0.2, 0.81, 0.82, 0.85, 0.9] }), 'met')
    assert.equal(verdictOf(short, { rounds: [5, 6, 6, 5, 90] }), 'met')
  })

  it('is never said to be missed by 0 %', () => {
    assert.equal(verdictOf(short, { rounds: [6.001] }), 'missed by 1 %')
  })

  it('that was not measured, or whose figure is void, is neither met nor missed', () => {
    assert.equal(verdictOf(fast, undefined), 'not measured')
    assert.equal(verdictOf(fast, { rounds: [] }), 'not measured')
    assert.equal(
      verdictOf(fast, { rounds: [0.9], problem: 'void: too many were overloaded' }),
      'void: too many were overloaded',
    )
  })

  it('that only some machines can meet says which when it is missed', () => {
    const goal: Goal = { ...fast, onlyOn: 'a disk that is slow' }
    assert.equal(verdictOf(goal, { rounds: [0.4] }), 'missed by 100 %; only for a disk that is slow')
    assert.equal(verdictOf(goal, { rounds: [0.8] }), 'met')
  })
})

describe('a row of the table', () => {
  it('shows the median, the spread over the rounds and the worse half', () => {
    assert.deepEqual(spreadOf([7, 5, 9]), { least: 5, most: 9 })
    const line = '| response time (at rest) | 7 ms | 5 to 9, 3 | 8 ms | ≤ 6 ms | missed by 33 % |'
    assert.equal(goalLine(short, { rounds: [7, 5, 9], note: 'at rest' }), line)
  })

  it('shows no spread of a figure that has one round', () => {
    assert.equal(goalLine(fast, { rounds: [0.9] }), '| calls per second | 0.90 | – | 0.90 | ≥ 0.80 | met |')
    assert.equal(goalLine(fast, undefined), '| calls per second | – | – | – | ≥ 0.80 | not measured |')
  })
})
