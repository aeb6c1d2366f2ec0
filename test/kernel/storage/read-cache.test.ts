import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createReadCache } from '../../../src/kernel/storage/read-cache.ts'

/** Reads that end when the test says so, each with the value that was stored when it began. */
function createSlowStore() {
  let stored: string | undefined = 'old'
  const under: (() => void)[] = []
  return {
    set(value: string | undefined): void {
      stored = value
    },
    get started() {
      return under.length
    },
    read(): Promise<{ readonly text: string } | undefined> {
      const text = stored
      return new Promise((resolve) => under.push(() => resolve(text === undefined ? undefined : { text })))
    },
    end(index: number): Promise<void> {
      under[index]?.()
      return new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('a cache of what the database holds', () => {
  it('does not keep a value that was read before a change and arrived after it', async () => {
    const store = createSlowStore()
    const cache = createReadCache(store.read, { maxEntries: 10 })
    const early = cache.load('a')
    store.set('new')
    cache.drop('a')
    await store.end(0)
    assert.equal(cache.find('a'), undefined)
    assert.equal(store.started, 2, 'it is read again')
    await store.end(1)
    assert.equal((await early)?.text, 'new')
    assert.equal(cache.find('a')?.text, 'new')
  })

  it('keeps what is read while something else changes', async () => {
    const store = createSlowStore()
    const cache = createReadCache(store.read, { maxEntries: 10 })
    const early = cache.load('a')
    cache.drop('b')
    await store.end(0)
    assert.equal((await early)?.text, 'old')
    assert.equal(cache.find('a')?.text, 'old')
    cache.clear()
    assert.equal(cache.find('a'), undefined)
  })

  it('gives everybody one value when several reads end at once, and reports it once when it is dropped', async () => {
    const store = createSlowStore()
    const dropped: string[] = []
    const cache = createReadCache(store.read, { maxEntries: 10, onDrop: ({ text }) => dropped.push(text) })
    const both = Promise.all([cache.load('a'), cache.load('a')])
    await store.end(0)
    await store.end(1)
    const [one, other] = await both
    assert.ok(one !== undefined && one === other)
    cache.drop('a')
    cache.drop('a')
    assert.deepEqual(dropped, ['old'])
  })

  it('does not keep that there is nothing, nor more than its maximum', async () => {
    const values = new Map([1, 2, 3].map((key) => [key, { key }]))
    const cache = createReadCache(async (key: number) => values.get(key), { maxEntries: 2 })
    assert.equal(await cache.load(4), undefined)
    values.set(4, { key: 4 })
    assert.equal((await cache.load(4))?.key, 4)
    for (const key of [1, 2, 3]) await cache.load(key)
    assert.ok([1, 2, 3, 4].filter((key) => cache.find(key) !== undefined).length <= 2)
  })

  it('refuses to answer rather than to answer with an outdated value', async () => {
    const cache = createReadCache<string, object>(
      async () => {
        cache.clear()
        return {}
      },
      { maxEntries: 2 },
    )
    await assert.rejects(cache.load('a'), { code: 'database_unavailable' })
  })
})
