import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, typedOf } from '../../panel/src/pages/console/schema.ts'

describe('a field of the console that takes several types', () => {
  const form = { properties: { value: { type: ['number', 'string', 'array'] } } }

  it('sends numbers and lists as JSON, and anything else as text', () => {
    for (const [typed, value] of [
      ['7', 7],
      ['["a","b"]', ['a', 'b']],
      ['GG everyone', 'GG everyone'],
      ['"7"', '7'],
    ] as const) {
      assert.deepEqual(bodyOf(form, { value: typed }), { body: { value }, unfinished: [] })
    }
  })

  it('shows what an example sends so that it is sent the same way again', () => {
    for (const value of [7, '7', 'GG', ['a', 'b']]) {
      assert.deepEqual(bodyOf(form, typedOf(form, { value })).body, { value })
    }
  })

  it('stays unfinished while a field that takes no text is not valid JSON', () => {
    const data = { properties: { data: { type: 'object' } } }
    assert.deepEqual(bodyOf(data, { data: '{' }), { body: {}, unfinished: ['data'] })
  })
})
