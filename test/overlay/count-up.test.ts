import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withDigits } from '../../overlay/cards/count-up.ts'

describe('a number that counts up on an alert', () => {
  it('keeps the marks of the whole number, and has a digit before its decimals', () => {
    const counted = (shape: string, values: readonly number[]) => values.map((value) => withDigits(shape, value))
    assert.deepEqual(counted('1,234.50', [0, 7, 1234, 123450]), ['0.00', '0.07', '12.34', '1,234.50'])
    assert.deepEqual(counted('1.234,50', [99_999]), ['999,99'])
    assert.deepEqual(counted('1,500', [0, 42, 1500]), ['0', '42', '1,500'])
    assert.deepEqual(counted('500', [500]), ['500'])
    assert.deepEqual(counted('1\u202f234', [1000]), ['1\u202f000'])
  })
})
