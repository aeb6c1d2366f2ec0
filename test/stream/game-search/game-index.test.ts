import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGameIndex } from '../../../src/capabilities/stream/game-search/game-index.ts'
import { isSlow } from '../../declare.ts'
import { defaultGames, developmentQueries, game, indexOf, wholeIndex } from './default-catalogue.ts'

isSlow('it builds the index of all games several times')

const searched = await wholeIndex()
const addedTo = await indexOf(defaultGames)
const few = { limit: 5, minSimilarity: 25 }

describe('building the index', () => {
  it('offers the event loop a turn after every few titles, so that a request never waits for the whole', async () => {
    const index = createGameIndex({ yieldEveryMs: 0 })
    const used = await countTurns(() => index.add(defaultGames))
    // A turn after each 16 games that are read, and after each 256 titles that are put into the postings.
    const least = defaultGames.length / 16 + defaultGames.length / 256
    assert.ok(used >= least, `${used} turns for ${defaultGames.length} games`)
  })

  it('gives the same answers from one addition as from many', async () => {
    const inOne = searched
    const inMany = createGameIndex({ yieldEveryMs: 0 })
    // The last addition stays outside the postings, those before cross their limit several times.
    const cuts = [0, 3, 900, 1500, 9000, 20_000, 21_000, defaultGames.length]
    for (const [i, cut] of cuts.entries()) await inMany.add(defaultGames.slice(cuts[i - 1] ?? 0, cut))
    for (const { query } of await developmentQueries()) {
      const asked = { query, limit: 50, minSimilarity: 0 }
      assert.deepEqual(inMany.search(asked), inOne.search(asked), query)
    }
  })

  it('answers from what was there before until an addition is complete', async () => {
    const index = createGameIndex({ yieldEveryMs: 0 })
    await index.add([game(900_001, 'Teamfight Manager Two')])
    const adding = index.add(defaultGames)
    let turns = 0
    let isDone = false
    void adding.then(() => {
      isDone = true
    })
    while (!isDone) {
      const before = index.search({ query: 'teamfight', ...few })
      if (isDone) break
      assert.deepEqual(
        before.games.map((hit) => hit.game.id),
        [900_001],
      )
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.ok(turns > 10, `${turns} turns of the event loop`)
    assert.equal(index.search({ query: 'teamfight', ...few }).games[0]?.game.name, 'Teamfight Tactics')
  })

  it('is ready when the first addition is complete, and finds nothing before', async () => {
    const index = createGameIndex()
    assert.deepEqual(index.search({ query: 'castle', ...few }), { total: 0, games: [] })
    void index.add([game(1, 'Castle')])
    await index.ready
    assert.equal(index.search({ query: 'castle', ...few }).total, 1)
  })
})

describe('adding categories later', () => {
  const index = addedTo

  it('finds them at once by name, alias, acronym and with an error', async () => {
    await index.add([game(2_000_000_001, 'Bread Kettle Nine', { aliases: ['brotkessel'], slug: 'bread-kettle-nine' })])
    for (const query of ['bread kettle nine', 'brotkessel', 'bkn', 'braed ketle nine', 'bread kett']) {
      assert.equal(index.search({ query, ...few }).games[0]?.game.id, 2_000_000_001, query)
    }
  })

  it('replaces by id, so that the old name is gone', async () => {
    await index.add([game(2_000_000_002, 'Purple Gramophone')])
    await index.add([game(2_000_000_002, 'Quiet Lighthouse', { platformIds: { kick: '77' } })])
    assert.equal(index.findById(2_000_000_002)?.platformIds.kick, '77')
    assert.equal(index.findByName('purple gramophone'), undefined)
    const ids = index
      .search({ query: 'purple gramophone', limit: 50, minSimilarity: 0 })
      .games.map((hit) => hit.game.id)
    assert.equal(ids.includes(2_000_000_002), false)
    assert.equal(index.search({ query: 'quiet lighthouse', ...few }).games[0]?.score, 100)
  })

  it('costs little each time: nothing is rebuilt for one', async () => {
    const grown = createGameIndex({ yieldEveryMs: 0 })
    await grown.add(defaultGames)
    const additions = Array.from({ length: 200 }, (_, i) => game(2_100_000_000 + i, `Learnt Category ${i}`))
    const used = await countTurns(async () => {
      for (const addition of additions) await grown.add([addition])
    })
    // To rebuild the postings takes a turn for each 256 titles; less than that for all of them is not one build.
    assert.ok(used < defaultGames.length / 256, `${used} turns for ${additions.length} additions`)
    assert.equal(grown.search({ query: 'learnt category 150', ...few }).games[0]?.game.id, 2_100_000_150)
  })

  it('loses and doubles nothing when everything is replaced many times', async () => {
    const own = createGameIndex()
    const generation = (n: number) =>
      Array.from({ length: 1500 }, (_, i) => game(i + 1, `Place ${i} of ${n === 5 ? 'Winter' : 'Summer'}`))
    for (let n = 1; n <= 5; n++) await own.add(generation(n))
    assert.equal(own.search({ query: 'place 777 of summer', limit: 50, minSimilarity: 100 }).total, 0)
    const { total, games } = own.search({ query: 'place 777 of winter', limit: 50, minSimilarity: 100 })
    assert.deepEqual([total, games[0]?.game.id], [1, 778])
    assert.equal(own.findById(778)?.name, 'Place 777 of Winter')
  })
})

describe('finding one game', () => {
  const index = searched

  it('finds by id and by name, ignoring case, accents and punctuation', () => {
    assert.equal(index.findById(1)?.name, 'Just Chatting')
    assert.equal(index.findById(1)?.platformIds.twitch, '509658')
    assert.equal(index.findById(-5), undefined)
    assert.equal(index.findByName('POKEMON go')?.name, 'Pokémon GO')
    assert.equal(index.findByName('tom clancys rainbow six siege')?.rank, 21)
    assert.equal(index.findByName('Minecarft'), undefined)
    assert.equal(index.findByName(''), undefined)
  })

  it('prefers the more popular of two with one name', async () => {
    const own = await indexOf([game(1, 'Doom'), game(2, 'DOOM', { rank: 90 }), game(3, 'doom!', { rank: 800 })])
    assert.equal(own.findByName('doom')?.id, 2)
  })
})

/** How often the event loop came round while the work was done. */
async function countTurns(work: () => Promise<void>): Promise<number> {
  let count = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; count++) await new Promise((resolve) => setImmediate(resolve))
  })()
  await work()
  isOver = true
  await counting
  return count
}
