import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildGameIndex, createGameIndex } from '../../../src/capabilities/stream/game-search/game-index.ts'
import { createTitleStore } from '../../../src/capabilities/stream/game-search/title-store.ts'
import { isSlow } from '../../declare.ts'
import { defaultGames, developmentQueries, game, indexOf, wholeIndex } from './default-catalogue.ts'

isSlow('it builds the index of all games several times')

const searched = wholeIndex()
const few = { limit: 5, minSimilarity: 25 }

describe('building the index', () => {
  it('gives the same answers as adding the games to an empty one, however many at a time', async () => {
    const inMany = createGameIndex()
    // The last addition stays outside the postings, those before cross their limit several times.
    const cuts = [0, 3, 900, 1500, 9000, 20_000, 21_000, defaultGames.length]
    for (const [i, cut] of cuts.entries()) inMany.add(defaultGames.slice(cuts[i - 1] ?? 0, cut))
    for (const { query } of await developmentQueries()) {
      const asked = { query, limit: 50, minSimilarity: 0 }
      assert.deepEqual(inMany.search(asked), searched.search(asked), query)
    }
  })

  it('finds nothing in an empty one', () => {
    const index = createGameIndex()
    assert.deepEqual(index.search({ query: 'castle', ...few }), { total: 0, games: [] })
    assert.deepEqual(indexOf([]).search({ query: 'castle', ...few }), { total: 0, games: [] })
    assert.equal(index.findById(1), undefined)
  })
})

describe('adding categories later', () => {
  it('finds them at once by name, alias, acronym and with an error', () => {
    const index = indexOf(defaultGames.slice(0, 3000))
    index.add([game(2_000_000_001, 'Bread Kettle Nine', { aliases: ['brotkessel'], slug: 'bread-kettle-nine' })])
    for (const query of ['bread kettle nine', 'brotkessel', 'bkn', 'braed ketle nine', 'bread kett']) {
      assert.equal(index.search({ query, ...few }).games[0]?.game.id, 2_000_000_001, query)
    }
    assert.equal(index.search({ query: 'minecraft', ...few }).games[0]?.game.name, 'Minecraft')
  })

  it('costs little each time: nothing is rebuilt for one', () => {
    const store = createTitleStore(buildGameIndex(defaultGames.slice(0, 3000)))
    const [built] = store.postings
    for (let i = 0; i < 200; i++) store.append(game(2_100_000_000 + i, `Learnt Category ${i}`))
    assert.equal(store.postings.length, 1)
    assert.equal(store.postings[0], built)
  })

  it('loses and doubles nothing when thousands are added one by one', () => {
    const own = indexOf([game(1, 'Castle')])
    for (let i = 2; i <= 3000; i++) own.add([game(i, `Place ${i} of Winter`)])
    for (const id of [2, 777, 1026, 2049, 3000]) {
      const found = own.search({ query: `place ${id} of winter`, limit: 50, minSimilarity: 100 })
      assert.deepEqual([found.total, found.games[0]?.game.id], [1, id])
      assert.equal(own.findById(id)?.name, `Place ${id} of Winter`)
    }
    assert.equal(own.findByName('castle')?.id, 1)
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

  it('finds by the id of Kick, of which a category of the operator has the last word', () => {
    const own = indexOf([game(1, 'Doom', { platformIds: { kick: '15' } }), game(2, 'Quake')])
    assert.equal(own.findByKickId('15')?.name, 'Doom')
    assert.equal(own.findByKickId('2'), undefined)
    own.add([game(100_000_001, 'Doom Club', { platformIds: { kick: '15' } })])
    assert.equal(own.findByKickId('15')?.name, 'Doom Club')
  })

  it('prefers the more popular of two with one name', () => {
    const own = indexOf([game(1, 'Doom'), game(2, 'DOOM', { rank: 90 }), game(3, 'doom!', { rank: 800 })])
    assert.equal(own.findByName('doom')?.id, 2)
  })
})
