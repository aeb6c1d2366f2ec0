import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', 'postgres')

/** Whoever the demo content has here stands below those we make. */
const platform = 'PlatformD'

describe('the points leaderboard', () => {
  let testApp: TestApp
  let already: { username: string; points: number }[] = []

  before(async () => {
    testApp = await createTestApp()
    already = (await testApp.call('get-points-top', { limit: 100, platform })).body.users
    const { ctx, channel, cause } = testApp
    await ctx.db.write(async (tx) => {
      const people: [name: string, points: number, isBot?: boolean][] = [
        ['late-rich', 900_000],
        ['tie-first', 500_000],
        ['bot', 999_999, true],
        ['tie-second', 500_000],
        ['poor', 0],
        ['tie-third', 500_000],
      ]
      for (const [username, points, isBot = false] of people) {
        const fresh = { id: `x-${username}`, username, displayname: username, isBot }
        const viewer = await ctx.viewers.ensure(tx, channel, { platform: 'tiktok', fresh })
        if (points > 0) await ctx.points.set(tx, cause, viewer, points, 'test')
      }
    })
  })
  after(() => testApp.close())

  async function top(page: object = {}) {
    const { status, body } = await testApp.call('get-points-top', { platform, ...page })
    assert.equal(status, 200)
    return body
  }
  const names = (users: { username: string }[]) => users.map(({ username }) => username)

  it('is by points, then by who was there first, with bots left out', async () => {
    const { users, total } = await top({ limit: 4 })
    assert.deepEqual(users, [
      { rank: 1, username: 'late-rich', points: 900_000 },
      { rank: 2, username: 'tie-first', points: 500_000 },
      { rank: 3, username: 'tie-second', points: 500_000 },
      { rank: 4, username: 'tie-third', points: 500_000 },
    ])
    assert.equal(total, already.length + 5)
  })

  it('has everybody in it, also those without points', async () => {
    const { users } = await top({ limit: 100 })
    assert.ok(names(users).includes('poor'))
    assert.ok(!names(users).includes('bot'))
    assert.deepEqual(
      users.map(({ rank }: { rank: number }) => rank),
      users.map((_: unknown, index: number) => index + 1),
    )
  })

  it('has at most 20 rows unless asked otherwise, and says how it was asked', async () => {
    const { limit, offset, platform: said } = await top()
    assert.deepEqual([limit, offset, said], [20, 0, platform])
  })

  it('continues at an offset with the right ranks', async () => {
    const { users, offset } = await top({ limit: 2, offset: 2 })
    assert.equal(offset, 2)
    assert.deepEqual(
      users.map(({ rank, username }: { rank: number; username: string }) => [rank, username]),
      [
        [3, 'tie-second'],
        [4, 'tie-third'],
      ],
    )
  })

  it('is, page after page, the whole of it without a gap or a repeat', async () => {
    const all = names((await top({ limit: 100 })).users)
    const paged: string[] = []
    for (let offset = 0; offset < all.length; offset += 3) paged.push(...names((await top({ limit: 3, offset })).users))
    assert.deepEqual(paged, all)
  })

  it('is empty past the end, with the total all the same', async () => {
    for (const offset of [already.length + 5, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      const { users, total } = await top({ offset })
      assert.deepEqual([users, total], [[], already.length + 5])
    }
  })

  it('moves whoever gains or loses', async () => {
    await testApp.call('add-points', { userid: 'x-poor', amount: 500_000, platform })
    assert.deepEqual(names((await top({ limit: 5 })).users), [
      'late-rich',
      'tie-first',
      'tie-second',
      'poor',
      'tie-third',
    ])
    await testApp.call('remove-points', { userid: 'x-late-rich', amount: 899_999, platform })
    assert.deepEqual(names((await top({ limit: 2 })).users), ['tie-first', 'tie-second'])
    await testApp.call('add-points', { userid: 'x-bot', amount: 1, platform })
    assert.equal((await top()).total, already.length + 5)
  })

  it('is another one on each platform and in each channel', async () => {
    const other = await testApp.call('get-points-top', { limit: 100, platform: 'PlatformB' })
    assert.ok(!names(other.body.users).includes('tie-first'))
    const { key } = await testApp.makeKey(undefined, { isTest: true })
    const twin = await testApp.call('get-points-top', { limit: 100, platform }, { key })
    assert.ok(!names(twin.body.users).includes('tie-first'))
  })
})
