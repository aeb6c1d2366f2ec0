import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('moderation by key', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const bansOf = async (platform = 'PlatformA') =>
    (await sandboxCall(app, 'state', { platform })).body.bans.map((one: Record<string, unknown>) => [
      one.username,
      one.minutes,
      one.reason,
    ])
  const newest = async (type = 'all') => (await app.call('get-moderation-log', { type, limit: 1 })).body.entries[0]

  it('ban, timeout and unban-user do so, answer who it was, and stand in the log', async () => {
    const trent = { success: true, platform: 'PlatformA', user_id: '10017', username: 'trent' }
    const banned = await app.call('ban', { username: '@Trent', reason: 'Spam.' })
    assert.deepEqual([banned.status, banned.body], [200, trent])
    assert.deepEqual(await bansOf(), [['trent', null, 'Spam.']])
    assert.deepEqual((await app.call('unban-user', { userid: '10017' })).body, trent)
    assert.deepEqual(await bansOf(), [])
    assert.equal((await newest()).type, 'unban')
    const timed = await app.call('timeout', { username: 'trent', duration: 15, platform: 'PlatformB' })
    assert.deepEqual(timed.body, { ...trent, platform: 'PlatformB', user_id: '20017' })
    assert.deepEqual(await bansOf('PlatformB'), [['trent', 15, '']])
    const entry = await newest('timeout')
    assert.deepEqual([entry.platform, entry.username, entry.duration_minutes], ['PlatformB', 'trent', 15])
    assert.equal((await newest('ban')).reason, 'Spam.')
  })

  for (const [operation, body, status, code] of [
    ['ban', {}, 400, 'user_required'],
    ['ban', { username: 'nobody-here' }, 404, 'user_not_found'],
    ['timeout', { username: 'bob' }, 400, 'invalid_parameter'],
    ['timeout', { username: 'bob', duration: 0 }, 400, 'invalid_parameter'],
    ['timeout', { username: 'bob', duration: 10_081 }, 400, 'invalid_parameter'],
    ['delete-message', {}, 400, 'invalid_parameter'],
    ['shield-mode', { mode: 'up' }, 400, 'invalid_parameter'],
    ['ban-recent-followers', { action: 'ban', count: 101 }, 400, 'invalid_parameter'],
    ['ban-recent-followers', { action: 'ban', count: 1, offset: 0 }, 400, 'invalid_parameter'],
    ['get-moderation-log', { type: 'kick' }, 400, 'invalid_parameter'],
    ['get-moderation-log', { limit: 101 }, 400, 'invalid_parameter'],
  ] as const) {
    it(`${operation} refuses ${JSON.stringify(body)}`, async () => {
      const answer = await app.call(operation, body, { status: 'any' })
      assert.deepEqual([answer.status, answer.body.code], [status, code])
    })
  }

  it('what the platform refuses is 502 with its reason', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'ban')
    const { status, body } = await app.call('ban', { username: 'bob' }, { status: 502 })
    assert.deepEqual([status, body.code], [502, 'platform_refused'])
    await sandboxCall(app, 'disconnect', { platform: 'PlatformC' })
    const away = await app.call('ban', { username: 'bob', platform: 'PlatformC' }, { status: 400 })
    assert.ok(['platform_not_connected', 'user_not_found'].includes(away.body.code))
    await sandboxCall(app, 'connect', { platform: 'PlatformC' })
  })

  it('delete-message deletes it, says whose it was, and counts what is gone as deleted', async () => {
    const id = await type(app, 'victor', 'rude')
    const first = await app.call('delete-message', { message_id: id })
    assert.deepEqual(first.body, { success: true, platform: 'PlatformA', user_id: '10018', username: 'victor' })
    assert.ok(!(await chatOf(app)).some((line) => line.id === id))
    const total = (await app.call('get-moderation-log', { type: 'delete' })).body.total
    assert.equal((await app.call('delete-message', { message_id: id })).status, 200)
    assert.equal((await app.call('get-moderation-log', { type: 'delete' })).body.total, total)
    const entry = await newest('delete')
    assert.match(entry.moderator, /^key:/)
  })

  it('clear-chat empties every chat, or the one it names', async () => {
    await type(app, 'victor', 'a', { platform: 'PlatformB' })
    const one = await app.call('clear-chat', { platform: 'PlatformA' })
    assert.deepEqual(one.body.results, [{ platform: 'PlatformA', error: null, code: null }])
    assert.deepEqual(await chatOf(app), [])
    assert.equal((await chatOf(app, 'PlatformB')).length > 0, true)
    app.app.sandbox.failNext('tiktok', 'refuse', 'clearChat')
    const { body } = await app.call('clear-chat')
    assert.equal(body.platform, 'all')
    assert.deepEqual(
      body.results.map(({ code }: { code: string | null }) => code),
      [null, null, null, 'platform_refused'],
    )
    assert.deepEqual(await chatOf(app, 'PlatformB'), [])
    app.app.sandbox.failNext('kick', 'refuse', 'clearChat')
    assert.equal((await app.call('clear-chat', { platform: 'PlatformA' }, { status: 502 })).status, 502)
  })

  it('shield-mode lets only followers write, reports how it stands, and puts back what was before', async () => {
    const say = (username: string) =>
      sandboxCall(app, 'chat', { platform: 'PlatformA', username, text: 'hello' }, { status: 'any' }).then(
        ({ status }) => status,
      )
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'viewer1' })
    const modes = async (body: unknown) => (await app.call('shield-mode', body)).body
    assert.equal((await modes({ mode: 'status' })).mode, 'off')
    const up = await modes({ mode: 'on' })
    assert.equal(up.mode, 'on')
    assert.deepEqual(
      up.results.map(({ active }: { active: number }) => active),
      [1, 1, 1, 1],
    )
    assert.equal(await say('viewer2'), 502)
    assert.equal(await say('viewer1'), 200)
    await modes({ mode: 'on' })
    assert.equal((await modes({ mode: 'status', platform: 'PlatformA' })).mode, 'on')
    assert.equal((await modes({ mode: 'off' })).mode, 'off')
    assert.equal(await say('viewer2'), 200)
    const { body } = await app.call('get-moderation-log', { type: 'shield' })
    assert.equal(body.total, 8)
  })

  it('shield-mode puts back slow chat and followers-only where they were set before', async () => {
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'kick')
    const { readChatRules, setChatRules } = connector.moderation ?? {}
    assert.ok(readChatRules !== undefined && setChatRules !== undefined)
    const signal = AbortSignal.timeout(60_000)
    const shielded = async () => {
      const { followersOnly, slowSeconds } = await readChatRules(account, signal)
      return { followersOnly, slowSeconds }
    }
    for (const before of [
      { followersOnly: true, slowSeconds: 90 },
      { followersOnly: false, slowSeconds: 5 },
      { followersOnly: false, slowSeconds: 0 },
    ]) {
      await setChatRules(account, before, signal)
      await app.call('shield-mode', { mode: 'on', platform: 'PlatformA' })
      const under = { followersOnly: true, slowSeconds: Math.max(30, before.slowSeconds) }
      assert.deepEqual(await shielded(), under)
      await app.call('shield-mode', { mode: 'off', platform: 'PlatformA' })
      assert.deepEqual(await shielded(), before)
    }
  })

  it('ban-recent-followers bans the newest, from the named place, and tries without doing on request', async () => {
    for (const name of ['viewer101', 'viewer102', 'viewer103', 'viewer103']) {
      await sandboxCall(app, 'follow', { platform: 'PlatformA', username: name })
    }
    const names = (body: { users: { username: string }[] }) => body.users.map(({ username }) => username)
    const dry = (await app.call('ban-recent-followers', { action: 'ban', count: 2, dry_run: true })).body
    assert.deepEqual([names(dry), dry.affected, dry.dry_run], [['viewer103', 'viewer102'], 2, 1])
    assert.deepEqual(await bansOf(), [])
    const { body } = await app.call('ban-recent-followers', { action: 'timeout', count: 2, offset: 2, duration: 9 })
    assert.deepEqual([names(body), body.affected], [['viewer102', 'viewer101'], 2])
    assert.deepEqual((await bansOf()).map(([name, minutes]: [string, number]) => [name, minutes]).sort(), [
      ['viewer101', 9],
      ['viewer102', 9],
    ])
  })

  it('ban-recent-followers with too few followers does what there is to do', async () => {
    const { status, body } = await app.call('ban-recent-followers', { action: 'ban', count: 50, platform: 'PlatformC' })
    assert.deepEqual([status, body.affected], [200, 1])
    const none = await app.call('ban-recent-followers', { action: 'ban', count: 5, platform: 'PlatformD' })
    assert.deepEqual([none.status, none.body.affected], [200, 0])
  })

  it('get-moderation-log pages through all of it, newest first', async () => {
    const all = (await app.call('get-moderation-log', { limit: 100 })).body
    assert.equal(all.total, all.entries.length)
    const ids = all.entries.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => b - a),
    )
    const second = (await app.call('get-moderation-log', { limit: 2, offset: 2 })).body
    assert.deepEqual(
      second.entries.map(({ id }: { id: number }) => id),
      ids.slice(2, 4),
    )
    const bans = (await app.call('get-moderation-log', { type: 'ban' })).body
    assert.ok(bans.entries.every(({ type }: { type: string }) => type === 'ban'))
    assert.equal((await app.call('get-moderation-log')).body.limit, 25)
  })
})
