import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, hourMs, minuteMs } from '../test-clock.ts'
import { openSourcePage, type SourcePage } from '../widgets/source-page.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts the server again in the middle of a stream')

describe('a stream that was live before its account was connected', () => {
  const clock = createTestClock()
  let app: TestApp
  let page: SourcePage
  let startedAt = 0
  before(async () => {
    app = await createTestApp({ clock })
    page = await openSourcePage(app)
  })
  after(() => app.close())

  const follows = { what: 'follows', period: 'stream' }
  const donors = { what: 'donations', period: 'stream' }
  const ofStream = async () => (await eventsSince(app)).filter(({ kind }) => kind.startsWith('stream.'))
  const kinds = async () => (await ofStream()).map(({ kind, platform }) => `${platform} ${kind}`)
  const follow = (username: string) => sandboxCall(app, 'follow', { platform: 'PlatformB', username })
  const poll = (id: string) =>
    ({ kind: 'stream', id, live: true, title: 'Friday show', startedAt, isPoll: true }) as const
  const goal = (value: number) => page.until(`${value} follows`, 'goal', follows, (data) => data.value === value)
  const show = () => page.show({ source: 'goal', params: follows }, { source: 'channel' })

  it('is noted once, however many nodes find it at once, and starts nothing that waits for a stream', async () => {
    const trigger = { type: 'event', event: 'stream.online' }
    const steps = [{ type: 'wait', seconds: 1 }]
    const { id } = (await app.call('save-automation', { name: 'We are live', trigger, steps })).body
    startedAt = clock.now()
    clock.advance(hourMs)
    show()
    await goal(0)
    await follow('alice')
    await goal(0)
    clock.advance(minuteMs)
    const { db, activity } = app.ctx
    const polls = Array.from({ length: 8 }, (_, index) => poll(`poll-${index}`))
    await Promise.all(polls.map((one) => db.write((tx) => activity.record(tx, app.channel, 'twitch', one))))
    const [noted, ...others] = await ofStream()
    assert.deepEqual(
      [noted?.kind, noted?.data.title, noted?.data.started_at, others.length],
      [...['stream.already-live', 'Friday show', startedAt], 0],
    )
    await app.app.bot.settled()
    assert.deepEqual((await app.call('list-automation-runs', { automation_id: id })).body.runs, [])
  })

  it('is the stream of goals and of the clock since the platform says that it began, also after a restart', async () => {
    await goal(1)
    const { live_since } = await page.until('the stream', 'channel', {}, (data) => data.live_since !== null)
    assert.equal(live_since, startedAt)
    await follow('bob')
    await goal(2)
    await app.close({ keepFolder: true })
    app = await createTestApp({ clock, folder: app.folder })
    page = await openSourcePage(app)
    clock.advance(3 * minuteMs)
    await app.app.bot.feed({ channelId: app.channel.id, platform: 'twitch' }, poll('after-restart'))
    show()
    await goal(2)
    await follow('carol')
    await goal(3)
    assert.deepEqual(await kinds(), ['twitch stream.already-live'])
  })

  it('has a report from its beginning on, and is joined by platforms that are found live later', async () => {
    await app.app.bot.streamWatch.tick()
    const found = (await kinds()).filter((one) => one.endsWith('stream.already-live'))
    assert.deepEqual(found, ['twitch stream.already-live', 'kick stream.already-live'])
    clock.advance(minuteMs)
    const owner = await signInAsOwner(app)
    const { streams } = (await owner.call('list-streams')).body
    assert.equal(streams.length, 1)
    assert.deepEqual([streams[0].from, streams[0].to, streams[0].platforms.length], [startedAt, null, 2])
    const { points } = (await owner.call('get-stream-report', { seq: streams[0].seq })).body
    const counted = points.reduce((sum: number, point: { follows: number }) => sum + point.follows, 0)
    assert.equal(counted, 3)
    await goal(3)
  })

  it('ends with an event like any other, and the next one begins with one', async () => {
    for (const platform of ['PlatformA', 'PlatformB']) await sandboxCall(app, 'set-live', { platform, live: false })
    clock.advance(hourMs)
    await sandboxCall(app, 'set-live', { platform: 'PlatformB', live: true })
    await goal(0)
    const last = ['kick stream.offline', 'twitch stream.offline', 'twitch stream.online']
    assert.deepEqual((await kinds()).slice(-3), last)
    await app.app.bot.settled()
    assert.equal((await app.call('list-automation-runs', {})).body.runs.length, 1)
    page.show({ source: 'leaderboard', params: donors })
    const { rows } = await page.until('no donor', 'leaderboard', donors, () => true)
    assert.deepEqual(rows, [])
  })
})
