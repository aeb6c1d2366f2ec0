import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type FakeKick, startFakeKick } from '../fakes/kick.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server with the fake server of Kick')

describe('the people of the sandbox, once a real account is connected', () => {
  let kick: FakeKick
  let app: TestApp
  let owner: PanelClient
  let before_: { id: string; points: number }
  before(async () => {
    kick = await startFakeKick()
    app = await createTestApp({ config: { services: { kick: kick.settings } } })
    owner = await signInAsOwner(app)
    kick.register({ redirect: `${app.url}/connect/kick`, webhook: `${app.url}/webhooks/kick` })
    const { body } = await app.call('get-points', { username: 'bob', platform: 'PlatformA' })
    before_ = { id: String(body.user_id), points: body.points }
    // Somebody whom the owner has brought along, and whom no sandbox account stands for.
    const rows = [{ line: 2, user_id: '55501', username: 'mara', points: '77' }]
    const imported = await owner.call('import-viewers', { platform: 'kick', rows })
    assert.equal(imported.status, 200, imported.body.error)
    const { address } = (await owner.call('begin-connecting', { service: 'kick', role: 'broadcaster' })).body
    const back = kick.auth.approve(address, kick.world.broadcaster.id)
    const done = await fetch(back, { headers: { Cookie: owner.cookie }, redirect: 'manual' })
    assert.match(done.headers.get('location') ?? '', /connected=kick/)
  })
  after(async () => {
    await app?.close()
    await kick?.close()
  })
  const bob = { username: 'bob', platform: 'PlatformA' }

  it('are not who is meant by their names', async () => {
    assert.ok(before_.points > 0)
    const real = kick.world.get('bob')
    const { status, body } = await app.call('get-points', bob)
    assert.deepEqual([status, body.user_id, body.points], [200, String(real.id), 0])
    const banned = await app.ctx.viewers.resolve(app.channel, 'kick', { username: 'bob' })
    assert.equal('known' in banned && banned.known.userId, String(real.id))
  })

  it('are not who is meant by their ids', async () => {
    assert.match(before_.id, /^\d{5}$/)
    const { status } = await app.call('get-points', { userid: before_.id, platform: 'PlatformA' }, { status: 404 })
    assert.equal(status, 404)
  })

  it('stand on no leaderboard, while others do', async () => {
    const { body } = await app.call('get-points-top', { platform: 'PlatformA', limit: 50 })
    const names = body.users.map(({ username }: { username: string }) => username)
    assert.deepEqual(names.toSorted(), ['bob', 'mara'], 'bob is the real one, of whom was asked before')
    const watch = await app.call('get-watch-time-top', { platform: 'PlatformA', limit: 50 })
    assert.deepEqual(watch.body.users, [])
    const span = { date_from: '2020-01-01', date_to: '2099-12-31' }
    const ranged = await app.call('get-watch-time-top', { platform: 'PlatformA', ...span })
    assert.deepEqual([ranged.status, ranged.body.total, ranged.body.users], [200, 0, []])
    const csv = await fetch(`${app.url}/panel/viewers.csv?platform=kick`, {
      method: 'POST',
      headers: { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
    const table = await csv.text()
    assert.match(table, /mara/)
    assert.doesNotMatch(table, /alice|sandbox/)
  })

  it('are not among the latest who followed, subscribed or gave, while those of other platforms are', async () => {
    const { body } = await app.call('get-recent-activity', { limit: 20 })
    const lists = Object.values(body).filter(Array.isArray) as { platform?: string }[][]
    const platforms = new Set(lists.flat().map(({ platform }) => platform))
    assert.ok(platforms.has('PlatformB'))
    assert.ok(!platforms.has('PlatformA'))
  })

  it('do not count in anything reported about the stream', async () => {
    assert.equal((await app.call('get-stream-meta', { platform: 'PlatformA' })).body.followers_count, 0)
  })

  it('are still there on the platforms that are still a sandbox, and for test keys', async () => {
    const twitch = await app.call('get-points', { username: 'bob', platform: 'PlatformB' })
    assert.ok(twitch.body.points > 0)
    const { key } = await app.makeKey(undefined, { isTest: true })
    assert.equal((await app.call('get-points', bob, { key })).body.points, before_.points)
  })

  it('are not made to go again when the account is connected again', async () => {
    await app.call('add-points', { ...bob, amount: 5 })
    const { address } = (await owner.call('begin-connecting', { service: 'kick', role: 'broadcaster' })).body
    const back = kick.auth.approve(address, kick.world.broadcaster.id)
    await fetch(back, { headers: { Cookie: owner.cookie }, redirect: 'manual' })
    assert.equal((await app.call('get-points', bob)).body.points, 5)
  })
})
