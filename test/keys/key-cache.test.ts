import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKeyCache } from '../../src/capabilities/keys/key-cache.ts'
import { hashSecret, makeKey } from '../../src/capabilities/keys/key-format.ts'
import type { Key, Keys } from '../../src/capabilities/keys/keys.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { eventually } from '../eventually.ts'

const secret = makeKey(randomIds, false)
const hash = hashSecret(secret)

function openCache({ isShared = false } = {}) {
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  const state = { reads: 0, changes: 7, isAway: false }
  const keys = {
    async findByHash(wanted: string) {
      state.reads++
      return wanted === hash ? ({ hash } as Key) : undefined
    },
    async changeNumber() {
      if (state.isAway) throw new Error('away')
      return state.changes
    },
  } as Keys
  return { bus, state, cache: createKeyCache({ keys, bus, isShared }) }
}

describe('the cached keys', () => {
  it('are one for each key, however its header is spelt, and go together', async () => {
    const { bus, state, cache } = openCache()
    const headers = [`Bearer ${secret}`, `bearer ${secret}`, `Bearer   ${secret}`]
    for (const header of headers) assert.ok(await cache.load(header, secret))
    assert.equal(state.reads, 1)
    for (const header of headers) assert.ok(cache.find(header))
    bus.publish('key-changed', { hash })
    for (const header of headers) assert.equal(cache.find(header), undefined)
    cache.close()
  })

  it('take no memory for spelling after spelling', async () => {
    const { state, cache } = openCache()
    const headers = Array.from({ length: 100 }, (_, spaces) => `Bearer ${' '.repeat(spaces)}${secret}`)
    for (const header of headers) assert.ok(await cache.load(header, secret))
    assert.ok(headers.filter((header) => cache.find(header) !== undefined).length <= 4)
    assert.equal(state.reads, 1)
    cache.close()
  })

  for (const what of ['missed-messages', 'channel-changed'] as const) {
    it(`go with ${what}`, async () => {
      const { bus, cache } = openCache()
      await cache.load(`Bearer ${secret}`, secret)
      if (what === 'missed-messages') bus.publish(what, {})
      else bus.publish(what, { channelId: 1 })
      assert.equal(cache.find(`Bearer ${secret}`), undefined)
      cache.close()
    })
  }

  it('go when another node changed a key and its message was lost, or when that cannot be known', async () => {
    const { state, cache } = openCache({ isShared: true })
    const header = `Bearer ${secret}`
    const isKept = async () => {
      const before = state.reads
      await cache.load(header, secret)
      return state.reads === before
    }
    await eventually('the number of changes is known', isKept)
    await cache.load(header, secret)
    state.changes++
    await eventually('the key is dropped', () => cache.find(header) === undefined)
    await cache.load(header, secret)
    state.isAway = true
    await eventually('the key is dropped', () => cache.find(header) === undefined)
    cache.close()
  })
})
