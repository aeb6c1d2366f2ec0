import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConcurrencyLimit } from '../../src/limits/concurrency.ts'

describe('the calls that one key has under way', () => {
  it('are limited, for each key by itself, until one of them ends', () => {
    const limit = createConcurrencyLimit(3)
    const begin = (name: string, times: number) => Array.from({ length: times }, () => limit.begin(name))
    assert.deepEqual(begin('a', 5), [true, true, true, false, false])
    assert.deepEqual(begin('b', 1), [true])
    limit.end('a')
    assert.deepEqual(begin('a', 2), [true, false])
    for (let call = 0; call < 3; call++) limit.end('a')
    assert.deepEqual(begin('a', 3), [true, true, true])
  })
})
