import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anyValue, mapOf } from '../../src/kernel/schema/open-schema.ts'
import {
  anyObject,
  boolean,
  date,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../../src/kernel/schema/schema.ts'
import { misfits } from './fits-schema.ts'

const schema = object({
  id: integer(),
  name: text(),
  share: number(),
  on: boolean(),
  day: nullable(date()),
  word: nullable(oneOf(['a', 'b'])),
  entries: list(object({ id: integer() })),
  data: anyObject(),
  links: mapOf(text()),
  raw: anyValue(),
  note: optional(text()),
})
const good = {
  id: 1,
  name: 'x',
  share: 0.5,
  on: true,
  day: '2026-01-15',
  word: 'a',
  entries: [{ id: 1 }],
  data: { any: [1] },
  links: { a: 'x' },
  raw: null,
}

describe('the schema checker of these tests', () => {
  it('finds nothing wrong with what fits', () => {
    for (const more of [{}, { note: 'x' }, { day: null, word: null, entries: [], links: {}, data: {}, raw: [1] }]) {
      assert.deepEqual(misfits(schema, { ...good, ...more }), [])
    }
  })

  it('finds every field that is missing, of another type, or not documented', () => {
    const wrong: [object, RegExp][] = [
      [{ id: undefined }, /body\.id is missing/],
      [{ raw: undefined }, /body\.raw is missing/],
      [{ id: '1' }, /body\.id is "1", not integer/],
      [{ id: 1.5 }, /body\.id/],
      [{ id: null }, /body\.id/],
      [{ name: 5 }, /body\.name/],
      [{ on: 1 }, /body\.on/],
      [{ day: '2026-02-30' }, /body\.day/],
      [{ word: 'c' }, /body\.word/],
      [{ entries: {} }, /body\.entries/],
      [{ entries: [{ id: 1 }, { id: 1, more: 2 }] }, /body\.entries\[1\]\.more is not documented/],
      [{ data: [] }, /body\.data/],
      [{ links: { a: 1 } }, /body\.links\.a/],
      [{ note: null }, /body\.note/],
      [{ surprise: 1 }, /body\.surprise is not documented/],
    ]
    for (const [change, expected] of wrong) {
      const value = Object.fromEntries(
        Object.entries({ ...good, ...change }).filter(([, entry]) => entry !== undefined),
      )
      const found = misfits(schema, value)
      assert.equal(found.length, 1, JSON.stringify(change))
      assert.match(found[0] ?? '', expected)
    }
  })
})
