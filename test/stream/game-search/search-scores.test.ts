import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSlow } from '../../declare.ts'
import { game, indexOf, wholeIndex } from './default-catalogue.ts'

isSlow('it searches all games')

const index = await wholeIndex()
const everything = { limit: 50, minSimilarity: 0 }

describe('how a match is named and scored', () => {
  const best = (query: string) => {
    const [hit] = index.search({ query, ...everything }).games
    return hit && { name: hit.game.name, matchType: hit.matchType, score: hit.score }
  }

  it('calls the name itself exact_name with 100, whatever its case, accents and punctuation', () => {
    for (const query of ['Pokémon GO', 'POKEMON GO', 'pokemon-go!', '  pokémon   go ']) {
      assert.deepEqual(best(query), { name: 'Pokémon GO', matchType: 'exact_name', score: 100 })
    }
    for (const query of ['counter strike', 'counterstrike', 'COUNTER-STRIKE']) {
      assert.deepEqual(best(query), { name: 'Counter-Strike', matchType: 'exact_name', score: 100 })
    }
    assert.equal(best('talk shows podcasts')?.score, 100)
    assert.equal(best('talk shows and podcasts')?.score, 100)
    assert.equal(best('meat veterans')?.score, 100)
  })

  it('gives 100 to nothing else', () => {
    for (const query of ['mine craft', 'gta5', 'lol', 'diablo 4', 'just chat', 'wow', 'fortnit', 'csgo']) {
      const { games } = index.search({ query, ...everything })
      assert.ok((games[0]?.score ?? 0) > 80, query)
      for (const hit of games) assert.ok(hit.score <= 99.9, `${query}: ${hit.game.name} ${hit.score}`)
    }
  })

  it('calls a slug, a name with other spaces and an alias exact_slug', async () => {
    assert.deepEqual([best('mine craft')?.name, best('mine craft')?.matchType], ['Minecraft', 'exact_slug'])
    assert.deepEqual([best('dota2')?.name, best('dota2')?.matchType], ['Dota 2', 'exact_slug'])
    assert.deepEqual([best('lol')?.name, best('lol')?.matchType], ['League of Legends', 'exact_slug'])
    const own = await indexOf([game(1, 'Warzone', { slug: 'call-of-duty-warzone-2.0' })])
    const [hit] = own.search({ query: 'call-of-duty-warzone-2.0', ...everything }).games
    assert.equal(hit?.matchType, 'exact_slug')
  })

  it('calls the beginning of a name starts_with', () => {
    assert.deepEqual([best('just chat')?.name, best('just chat')?.matchType], ['Just Chatting', 'starts_with'])
    assert.deepEqual([best('teamfight')?.name, best('teamfight')?.matchType], ['Teamfight Tactics', 'starts_with'])
  })

  it('calls words of a name, and a name with something more, contains_word', () => {
    const zelda = best('tears of the kingdom')
    assert.deepEqual([zelda?.name, zelda?.matchType], ['The Legend of Zelda: Tears of the Kingdom', 'contains_word'])
    assert.deepEqual([best('rust game')?.name, best('rust game')?.matchType], ['Rust', 'contains_word'])
  })

  it('calls spelling errors, acronyms and other numerals similar', () => {
    for (const [query, name] of [
      ['valoarnt', 'VALORANT'],
      ['re7', 'Resident Evil 7 biohazard'],
      ['kcd2', 'Kingdom Come: Deliverance II'],
      ['final fantasy 16', 'FINAL FANTASY XVI'],
    ] as const) {
      assert.deepEqual([best(query)?.name, best(query)?.matchType], [name, 'similar'], query)
    }
  })

  it('adds at most 6 for popularity', async () => {
    const unknown = await indexOf([game(1, 'Castle of Glass')])
    const first = await indexOf([game(1, 'Castle of Glass', { rank: 1 })])
    for (const query of ['castle', 'glass', 'castel of glas', 'cog', 'of castle', 'castle of grass']) {
      const plain = unknown.search({ query, ...everything }).games[0]?.score ?? Number.NaN
      const popular = first.search({ query, ...everything }).games[0]?.score ?? Number.NaN
      assert.ok(popular > plain && popular - plain <= 6 + 1e-9, `${query}: ${plain} and ${popular}`)
    }
  })

  it('orders equal scores by popularity, then by name', async () => {
    const aliases = ['zq']
    const own = await indexOf([
      game(1, 'Second Castle', { rank: 2, aliases }),
      game(2, 'Tower Nod'),
      game(3, 'First Castle', { rank: 1, aliases }),
      game(4, 'Tower Mad'),
    ])
    const names = (query: string) =>
      own.search({ query, limit: 2, minSimilarity: 25 }).games.map((hit) => hit.game.name)
    assert.deepEqual(names('zq'), ['First Castle', 'Second Castle'])
    assert.deepEqual(names('tower'), ['Tower Mad', 'Tower Nod'])
  })

  it('never lets a score rise from one result to the next, and keeps to one decimal', () => {
    for (const query of ['mario', 'the', 'call of duty', 'star wars', 'aa', 'x']) {
      const scores = index.search({ query, ...everything }).games.map((hit) => hit.score)
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      )
      for (const score of scores) assert.equal(score, Math.round(score * 10) / 10)
    }
  })

  it('counts in total what reaches min_similarity, before the limit, of at most 200', () => {
    for (const query of ['mario', 'call of duty', 'ghost of tshushima', 'the']) {
      const all = index.search({ query, limit: 200, minSimilarity: 0 })
      assert.equal(all.total, all.games.length)
      assert.ok(all.total <= 200)
      for (const minSimilarity of [25, 60, 85]) {
        const some = index.search({ query, limit: 3, minSimilarity })
        assert.equal(some.total, all.games.filter((hit) => hit.score >= minSimilarity).length)
        assert.deepEqual(some.games, all.games.filter((hit) => hit.score >= minSimilarity).slice(0, 3))
      }
    }
  })

  it('finds nothing for a query that matches nothing', () => {
    assert.deepEqual(index.search({ query: 'qqqqzzzzxxxx', limit: 10, minSimilarity: 60 }), { total: 0, games: [] })
  })
})

describe('names in other scripts', () => {
  const best = (query: string) => index.search({ query, limit: 1, minSimilarity: 25 }).games[0]

  it('are found by themselves and by a part as short as two signs', () => {
    assert.equal(best('ウマ娘 プリティーダービー')?.score, 100)
    assert.equal(best('大富翁11')?.score, 100)
    assert.equal(best('калибр')?.game.name, 'Калибр')
    for (const [query, name] of [
      ['富翁', '大富翁11'],
      ['ダービー', 'ウマ娘 プリティーダービー'],
      ['삼국지', '삼국지14'],
    ] as const) {
      const hit = index.search({ query, limit: 10, minSimilarity: 75 }).games.find((hit) => hit.game.name === name)
      assert.ok(hit?.matchType === 'contains_word' || hit?.matchType === 'starts_with', `${query}: ${hit?.score}`)
    }
  })

  it('are not taken for one another', async () => {
    const own = await indexOf([
      game(1, '東方'),
      game(2, '魔界'),
      game(3, '???'),
      game(4, 'ハンター'),
      game(5, 'パンター'),
    ])
    assert.deepEqual(own.search({ query: '魔界', ...everything }).games[0]?.game.id, 2)
    assert.equal(own.search({ query: '???', ...everything }).games[0]?.score, 100)
    const hunters = own.search({ query: 'ハンター', ...everything }).games
    assert.deepEqual(
      hunters.filter((hit) => hit.score === 100).map((hit) => hit.game.id),
      [4],
    )
  })

  it('are found by the alias in another script', () => {
    assert.equal(best('永恆輪迴')?.game.name, 'Eternal Return')
  })
})

describe('hostile queries', () => {
  it('are answered quickly and without an exception', () => {
    const hostile = [
      '🎮'.repeat(50),
      '👨‍👩‍👧‍👦'.repeat(12),
      ' '.repeat(100),
      '.*+?^$(){}|[]\\'.repeat(7),
      '(a+)+$'.repeat(16),
      'a'.repeat(100),
      'the '.repeat(25),
      'ab'.repeat(50),
      '\u0000\u0001'.repeat(50),
      '\ud800'.repeat(100),
      'ﷺ'.repeat(100),
      'é'.repeat(100),
      '́'.repeat(100),
      '가'.repeat(100),
      '1 2 3 4 5 6 7 8 9 0 '.repeat(5),
      '__proto__',
      '',
    ]
    for (const query of hostile) {
      const { total, games } = index.search({ query, limit: 50, minSimilarity: 0 })
      assert.ok(games.length <= 50 && total >= games.length)
      // What a search costs is what it scores.
      assert.ok(total <= 200, `${JSON.stringify(query.slice(0, 12))} scored ${total} titles`)
    }
  })
})
