import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createShares, type Shares, type Turn } from '../../../src/kernel/limits/shares.ts'
import { turns } from '../../eventually.ts'

/** Work that begins when its turn comes and ends when the test says so. */
function createWork(shares: Shares) {
  const begun: string[] = []
  const running: { readonly name: string; readonly end: () => void }[] = []
  return {
    begun,
    begin(name: string, turn: Turn): void {
      const place = shares.placeOf(turn)
      void place.enter().then(() => {
        begun.push(name)
        running.push({ name, end: place.leave })
      })
    },
    /** Ends the piece of work that began first. */
    async endFirst(): Promise<void> {
      await turns(2)
      running.shift()?.end()
      await turns(2)
    },
  }
}

describe('places that channels share', () => {
  it('are taken in turn: a channel with much work does not hold up one with little', async () => {
    const work = createWork(createShares({ places: 1 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) work.begin(name, { channelId: 1 })
    for (const name of ['b1', 'b2']) work.begin(name, { channelId: 2 })
    work.begin('c1', { channelId: 3 })
    for (let end = 0; end < 7; end++) await work.endFirst()
    assert.deepEqual(work.begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('are taken in turn within a channel too: its lanes get no more turns than one other channel', async () => {
    const work = createWork(createShares({ places: 1 }))
    work.begin('first', { channelId: 1, lane: 'busy' })
    for (const name of ['busy1', 'busy2', 'busy3']) work.begin(name, { channelId: 1, lane: 'busy' })
    for (const name of ['rare1', 'rare2']) work.begin(name, { channelId: 1, lane: 'rare' })
    for (const name of ['other1', 'other2']) work.begin(name, { channelId: 2 })
    for (let end = 0; end < 8; end++) await work.endFirst()
    assert.deepEqual(work.begun, ['first', 'busy1', 'other1', 'rare1', 'other2', 'busy2', 'rare2', 'busy3'])
  })

  it('are never all taken by one channel, so that the next one begins at once', async () => {
    const shares = createShares({ places: 12 })
    const work = createWork(shares)
    for (let index = 0; index < 50; index++) work.begin(`a${index}`, { channelId: 1 })
    await turns(2)
    assert.deepEqual([work.begun.length, shares.taken(), shares.waitingOf(1)], [6, 6, 44])
    for (let index = 0; index < 50; index++) work.begin(`b${index}`, { channelId: 2 })
    await turns(2)
    assert.deepEqual([work.begun.length, shares.waitingOf(2)], [9, 47])
    work.begin('c', { channelId: 3 })
    await turns(2)
    assert.equal(work.begun.at(-1), 'c')
    for (let end = 0; end < 101; end++) {
      await work.endFirst()
      assert.ok(shares.taken() <= 12)
    }
    assert.deepEqual([work.begun.length, shares.taken()], [101, 0])
  })

  it('have a limit of each channel where one is given', () => {
    const shares = createShares({ places: 100, perChannel: 3 })
    const ends = [1, 2, 3].map(() => shares.take(7))
    assert.deepEqual([shares.hasRoom(7), shares.hasRoom(8)], [false, true])
    ends[0]?.()
    ends[0]?.()
    assert.deepEqual([shares.hasRoom(7), shares.taken()], [true, 2])
  })

  it('are held by nobody who only waits', async () => {
    const shares = createShares({ places: 2 })
    const place = shares.placeOf({ channelId: 1 })
    await place.enter()
    assert.equal(shares.hasRoom(1), false)
    const { promise: waits, resolve: wake } = Promise.withResolvers<string>()
    const away = place.away(() => waits)
    assert.deepEqual([shares.hasRoom(1), shares.taken()], [true, 0])
    wake('done')
    assert.equal(await away, 'done')
    assert.equal(shares.taken(), 1)
    place.leave()
    place.leave()
    assert.equal(shares.taken(), 0)
  })

  it('are given back by work that takes long, where that is set, and then one channel may take all', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const work = createWork(createShares({ places: 4, longestMs: 50 }))
    for (let index = 0; index < 6; index++) work.begin(`a${index}`, { channelId: 1 })
    work.begin('b', { channelId: 2 })
    await turns(2)
    assert.deepEqual(work.begun, ['a0', 'a1', 'a2', 'a3'])
    t.mock.timers.tick(50)
    await turns(2)
    assert.deepEqual(work.begun.slice(4), ['a4', 'b', 'a5'])
    t.mock.timers.reset()
  })

  it('are not waited for any more once the wait is called off', async () => {
    const shares = createShares({ places: 1 })
    const end = shares.take(1)
    const leaving = new AbortController()
    const left = assert.rejects(shares.placeOf({ channelId: 2 }).enter(leaving.signal), { message: 'enough' })
    const stays = shares.placeOf({ channelId: 3 }).enter()
    leaving.abort(new Error('enough'))
    await left
    assert.deepEqual([shares.waitingOf(2), shares.waitingOf(3)], [0, 1])
    end()
    await stays
    assert.equal(shares.taken(), 1)
    await assert.rejects(shares.placeOf({ channelId: 4 }).enter(AbortSignal.abort(new Error('before'))), {
      message: 'before',
    })
  })
})
