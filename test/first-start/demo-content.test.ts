import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addDemoContent } from '../../src/capabilities/first-start/demo-content.ts'
import { type Params, type Statement, sql, type Writer } from '../../src/kernel/storage/database.ts'
import { platforms, wordFor } from '../../src/platforms/contract/platforms.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { openPage } from '../overlay/page-client.ts'
import { chatOf, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')
isSlow('it makes the first channel several times')

const brokenBalances = sql<Record<never, never>, { username: string }>(
  `SELECT v.username FROM viewers v WHERE v.points <> (
     SELECT coalesce(sum(l.delta), 0) FROM points_ledger l
     WHERE l.channel_id = v.channel_id AND l.viewer_id = v.id AND l.currency = 'points')`,
)
const brokenMinutes = sql<Record<never, never>, { username: string }>(
  `SELECT v.username FROM viewers v WHERE v.watch_minutes <> (
     SELECT coalesce(sum(d.minutes), 0) FROM watch_time_days d
     WHERE d.channel_id = v.channel_id AND d.viewer_id = v.id)`,
)

describe('a first start', () => {
  let app: TestApp
  let testKey: string
  before(async () => {
    app = await createTestApp({ isFirstStart: true, hasDefaultAlerts: true })
    testKey = (await app.makeKey(undefined, { isTest: true })).key
  })
  after(() => app.close())

  const onBoth = (operation: string, body: unknown = {}) =>
    Promise.all([app.call(operation, body), app.call(operation, body, { key: testKey })])

  it('brings alerts that are on, and shows none for the activity it brings', async () => {
    await app.app.bot.settled()
    const runs = await app.ctx.automationParts.runs.list(app.channel.id, { limit: 10 })
    assert.deepEqual([runs, await app.ctx.overlays.recent(app.channel, 10)], [[], []])
    assert.notEqual((await app.call('get-recent-activity', { limit: 5 })).body.latest_followers.length, 0)
  })

  it('brings at least five commands, all active, that all work on PlatformA', async () => {
    for (const { body } of await onBoth('list-commands')) {
      assert.ok(body.total >= 5)
      for (const command of body.commands) {
        assert.deepEqual([command.active, command.platform_alpha], [1, 1])
        assert.notEqual(command.message, '')
      }
    }
  })

  it('brings commands that reply in the chat of PlatformA, every one', async () => {
    const page = await openPage(app)
    try {
      for (const { id } of (await app.call('list-commands')).body.commands) {
        const { status, body } = await app.call('run-command', { id, username: 'alice', message: 'bob' })
        assert.equal(status, 200)
        assert.equal((await chatOf(app)).at(-1)?.text, body.response)
        assert.ok(!body.response.includes('$('), body.response)
      }
    } finally {
      page.cut()
    }
    // A key runs a command on all its platforms.
    for (const platform of ['PlatformA', 'PlatformB']) await sandboxCall(app, 'unban', { platform, username: 'bob' })
  })

  it('brings three active and one inactive audio alert', async () => {
    for (const { body } of await onBoth('list-audio-alerts')) {
      const statuses = body.alerts.map(({ status }: { status: string }) => status)
      assert.deepEqual(statuses.sort(), ['active', 'active', 'active', 'inactive'])
    }
  })

  it('brings four effects that can be triggered and one that cannot', async () => {
    for (const { body } of await onBoth('list-effects')) {
      const enabled = body.effects.map(({ trigger_enabled }: { trigger_enabled: boolean }) => trigger_enabled)
      assert.deepEqual(enabled, [true, true, true, true, false])
    }
  })

  it('brings three songs and a player that is paused', async () => {
    const state = await app.ctx.music.player(app.channel.id)
    assert.equal(state.playing, false)
    for (const operation of ['start-song', 'skip-song', 'skip-song', 'skip-song', 'stop-song']) {
      for (const { status } of await onBoth(operation)) assert.equal(status, 200)
    }
    const round = await app.ctx.music.player(app.channel.id)
    assert.deepEqual([round.playing, round.song], [false, state.song])
  })

  it('brings twenty people on all four platforms, linked to each other', async () => {
    for (const platform of platforms) {
      for (const { body } of await onBoth('get-points-top', { platform: wordFor(platform), limit: 100 })) {
        assert.equal(body.total, 20)
      }
      const linked = await app.call('get-points', { userid: '10001', platform: wordFor(platform) })
      assert.equal(linked.body.username, 'alice')
    }
  })

  it('puts alice first with 1200 points and bob second with 850', async () => {
    const { body } = await app.call('get-points-top', { platform: 'PlatformA', limit: 2 }, { key: testKey })
    assert.deepEqual(body.users, [
      { rank: 1, username: 'alice', points: 1200 },
      { rank: 2, username: 'bob', points: 850 },
    ])
    assert.equal((await app.call('get-watch-time-top', { platform: 'PlatformA' })).body.users[0].username, 'alice')
  })

  it('can explain every balance and every minute', async () => {
    assert.deepEqual(await app.ctx.db.all(brokenBalances, {}), [])
    assert.deepEqual(await app.ctx.db.all(brokenMinutes, {}), [])
  })

  it('has watch time on the last days and none today', async () => {
    const span = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const read = async (day: string) =>
      (await app.call('get-watch-time', { username: 'alice', day, platform: 'PlatformA' })).body.watch_time
    assert.ok((await read(span(1))) > 0)
    assert.ok((await read(span(3))) > 0)
    assert.equal(await read(span(0)), 0)
  })

  it('leaves no list of recent activity empty', async () => {
    for (const { body } of await onBoth('get-recent-activity')) {
      for (const [name, list] of Object.entries(body)) {
        if (name.startsWith('latest_')) assert.ok((list as unknown[]).length > 0, name)
      }
    }
  })

  it('bans nobody, so that everyone can write', async () => {
    for (const platform of platforms) {
      const { body } = await sandboxCall(app, 'state', { platform: wordFor(platform) })
      assert.deepEqual(body.bans, [])
    }
  })

  it('is the same every time, takes a few thousand statements, and remembers no automation to start', async () => {
    const made = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'second'))
    let written: Statement[] = []
    await app.ctx.db.write(async (tx) => {
      written = []
      const counted: Writer = new Proxy(tx, {
        get(_, name: keyof Writer) {
          const value = tx[name]
          // A method of a class with private fields works on the writer itself only.
          if (name !== 'run') return typeof value === 'function' ? value.bind(tx) : value
          return (statement: Statement<Params, never>, params: Params) => {
            written.push(statement)
            return tx.run(statement, params)
          }
        },
      })
      await addDemoContent(app.ctx, counted, made.channel)
      await addDemoContent(app.ctx, counted, made.testChannel)
    })
    assert.ok(written.length < 4000, `${written.length} statements for a channel and its test channel`)
    assert.deepEqual(
      written.filter(({ text }) => text.includes('INTO automation_starts')),
      [],
    )
    assert.deepEqual(await app.ctx.commands.list(made.channel), await app.ctx.commands.list(made.testChannel))
    const top = (channel: typeof made.channel) => app.ctx.points.top(channel, 'kick', { limit: 20, offset: 0 })
    assert.deepEqual(await top(made.channel), await top(made.testChannel))
  })

  it('happens once', async () => {
    const { total } = await app.ctx.commands.list(app.channel)
    await app.close({ keepFolder: true })
    app = await createTestApp({ folder: app.folder })
    assert.equal((await app.ctx.channels.list()).length, 2)
    assert.equal((await app.ctx.commands.list(app.channel)).total, total)
  })
})
