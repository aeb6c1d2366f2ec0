import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it reads the catalogue of games')

describe('search-games', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock, hasWholeCatalogue: true })
  })
  after(() => app.close())
  beforeEach(() => clock.advance(minuteMs))

  it('finds a game by its name and shows the closest first', async () => {
    const { status, body } = await app.call('search-games', { query: 'minecraft' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['success', 'query', 'total', 'best_match', 'games'])
    assert.deepEqual(body.best_match, body.games[0])
    const { alpha_category_id, ...best } = body.best_match
    assert.deepEqual(best, { name: 'Minecraft', slug: 'minecraft', score: 100, match_type: 'exact_name' })
    assert.equal(Number.isSafeInteger(alpha_category_id), true)
    const scores = body.games.map(({ score }: { score: number }) => score)
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    )
    assert.equal(body.games.length, 10)
    assert.ok(body.total > 10)
  })

  it('forgives spelling and case', async () => {
    const { body } = await app.call('search-games', { query: 'MINCRAFT', limit: 1 })
    assert.equal(body.best_match.name, 'Minecraft')
    assert.equal(body.games.length, 1)
    assert.ok(body.best_match.score < 100)
  })

  it('shows nothing below min_similarity, and that is no failure', async () => {
    const { status, body } = await app.call('search-games', { query: 'mincraft', min_similarity: 100 })
    assert.equal(status, 200)
    assert.deepEqual(body, { success: true, query: 'mincraft', total: 0, best_match: null, games: [] })
  })

  it('takes game or search for query, in this order', async () => {
    const named = async (body: unknown) => (await app.call('search-games', body)).body.query
    assert.equal(await named({ game: 'chess', search: 'rust' }), 'chess')
    assert.equal(await named({ search: 'rust' }), 'rust')
    assert.equal(await named({ query: 'poker', game: 'chess', search: 'rust' }), 'poker')
    assert.equal(await named({ query: ' ', game: 'chess' }), 'chess')
  })

  it('has its bounds', async () => {
    for (const body of [
      {},
      { query: 'x' },
      { query: 'x'.repeat(101) },
      { query: 'chess', limit: 0 },
      { query: 'chess', limit: 51 },
      { query: 'chess', min_similarity: -1 },
      { query: 'chess', min_similarity: 101 },
      { query: 5 },
    ]) {
      const answer = await app.call('search-games', body, { status: 400 })
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_parameter'], JSON.stringify(body))
    }
    assert.equal((await app.call('search-games', { query: 'xy', limit: 50, min_similarity: 12.5 })).status, 200)
  })

  it('calls the id kick_category_id under the brand names', async () => {
    const branded = await createTestApp({ naming: 'brand' })
    try {
      const { body } = await branded.call('search-games', { query: 'minecraft', limit: 1 })
      assert.equal(typeof body.best_match.kick_category_id, 'number')
      assert.equal(typeof body.games[0].kick_category_id, 'number')
      const none = await branded.call('search-games', { query: 'mincraft', min_similarity: 100 })
      assert.equal(none.body.best_match, null)
    } finally {
      await branded.close()
    }
  })
})
