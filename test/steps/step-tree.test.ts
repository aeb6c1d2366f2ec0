import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filterRows, whereOf } from '../../panel/src/pages/automations/filter-rows.ts'
import {
  changeAt,
  keyOf,
  listAt,
  moveBy,
  moveOut,
  moveTo,
  parentOf,
  pathText,
  removeAt,
  type Steps,
  valueAt,
} from '../../panel/src/steps/step-tree.ts'

/** Steps that contain steps, written as a nested list of names. */
const nested = (): Steps => [
  { type: 'a' },
  // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
  { type: 'if', then: [{ type: 'b' }, { type: 'repeat', steps: [{ type: 'c' }] }], else: [] },
  { type: 'choose', options: [{ weight: 1, steps: [{ type: 'd' }] }] },
]
const types = (steps: Steps): string =>
  JSON.stringify(steps)
    .replaceAll(/[^a-z]+(?:type|weight)?[^a-z]*/g, ' ')
    .trim()

describe('steps inside steps', () => {
  it('move within a list, into another one and out again, and stay the same step', () => {
    const steps = nested()
    const key = keyOf(valueAt(steps, [1, 'then', 0]) as Steps[number])
    const into = moveTo(steps, [1, 'then', 0], [2, 'options', 0, 'steps'], 1)
    assert.deepEqual(
      listAt(into, [2, 'options', 0, 'steps']).map(({ type }) => type),
      ['d', 'b'],
    )
    assert.equal(keyOf(listAt(into, [2, 'options', 0, 'steps'])[1] ?? {}), key)
    const out = moveOut(into, [2, 'options', 0, 'steps', 1], -1)
    assert.deepEqual(
      out?.steps.map(({ type }) => type),
      ['a', 'if', 'b', 'choose'],
    )
    assert.deepEqual(
      moveBy(steps, [0], 1)?.steps.map(({ type }) => type),
      ['if', 'a', 'choose'],
    )
    assert.deepEqual(parentOf(steps, [1, 'then', 1, 'steps', 0]), [1, 'then', 1])
    assert.deepEqual(parentOf(steps, [2, 'options', 0, 'steps', 0]), [2])
    // At the end of its list a step leaves it; at the ends of the whole it stays.
    assert.deepEqual(
      moveBy(steps, [1, 'then', 1, 'steps', 0], 1)
        ?.steps.flatMap((step) => listAt([step], [0, 'then']))
        .map(({ type }) => type),
      ['b', 'repeat', 'c'],
    )
    assert.equal(moveBy(steps, [0], -1), undefined)
    assert.equal(moveBy(steps, [2], 1), undefined)
  })

  it('cannot move into themselves, and a change elsewhere keeps what identifies them', () => {
    const steps = nested()
    assert.equal(moveTo(steps, [1], [1, 'then'], 0), steps)
    const keys = steps.map(keyOf)
    const changed = changeAt(steps, [1, 'then', 1, 'steps', 0], (step) => ({ ...(step as object), text: 'x' }))
    assert.deepEqual(changed.map(keyOf), keys)
    assert.equal(pathText([1, 'then', 1, 'steps', 0]), '[1].then[1].steps[0]')
    assert.equal(types(removeAt(changed, [1])).includes('repeat'), false)
    assert.equal(types(steps), types(nested()), 'the steps before are not touched')
  })
})

describe('filters of a trigger', () => {
  it('are the same after they were rows of a form', () => {
    for (const where of [
      { platform: 'PlatformA' },
      { amount: { at_least: 5, below: 100 }, message: { matches: 'hello.*' } },
      { tier: ['1', '2'], is_first: '1' },
    ]) {
      assert.deepEqual(whereOf(filterRows(where)), where)
    }
    assert.equal(whereOf([]), undefined)
  })
})
