import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('the report of a stream', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const append = (kind: 'stream.online' | 'stream.offline', platform: 'kick' | 'twitch') =>
    app.ctx.db.write((tx) =>
      app.ctx.events.appendNew(
        tx,
        app.cause,
        kind === 'stream.online'
          ? { kind, platform, data: { title: 'Friday show', category: 'Chess', started_at: null } }
          : { kind, platform, data: {} },
      ),
    )

  it('counts what happened on one timeline, finds the best moments, and joins platforms to one stream', async () => {
    clock.advance(24 * 60 * minuteMs)
    const owner = await signInAsOwner(app)
    await append('stream.online', 'kick')
    clock.advance(minuteMs)
    await append('stream.online', 'twitch')
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: 'hello' })
    clock.advance(9 * minuteMs)
    for (const username of ['alice', 'bob', 'carol', 'grace', 'frank', 'dave']) {
      await sandboxCall(app, 'chat', { platform: 'PlatformA', username, text: 'what a play' })
    }
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'trent' })
    await app.call(
      'send-donation',
      { username: 'Olivia', amount: 25, currency: 'USD', message: 'wow' },
      { status: 'any' },
    )
    await app.app.bot.settled()
    clock.advance(10 * minuteMs)
    await append('stream.offline', 'kick')
    clock.advance(minuteMs)
    await append('stream.offline', 'twitch')
    clock.advance(minuteMs)

    const { streams } = (await owner.call('list-streams')).body
    assert.deepEqual(streams[0].platforms, ['kick', 'twitch'])
    const { from, to, title } = streams[0]
    assert.equal(title, 'Friday show')
    assert.equal(to - from, 21 * minuteMs)
    const report = (await owner.call('get-stream-report', { seq: streams[0].seq })).body
    assert.equal(report.point_minutes, 1)
    assert.equal(report.points.length, 21)
    const sum = (name: string) =>
      report.points.reduce((all: number, point: Record<string, number>) => all + (point[name] ?? 0), 0)
    assert.equal(sum('chat'), 7)
    assert.equal(sum('follows'), 1)
    assert.equal(report.points[10].chat, 6)
    assert.ok(
      report.moments.some(({ at }: { at: number }) => at === from + 10 * minuteMs),
      'the busiest minute',
    )
    assert.equal(report.has_chat, true)
    await owner.call('get-stream-report', { seq: 999_999 }, { status: 404 })
  })
})
