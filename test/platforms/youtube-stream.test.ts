import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('the stream on YouTube', () => {
  let stage: YouTubeStage
  before(async () => {
    stage = await openYouTubeStage()
  })
  after(() => stage.close())

  const world = () => stage.fake.world
  const on = { platform: 'PlatformC' }
  const all = async () => {
    const { ctx, channel } = stage.app
    const found = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return found.filter(({ kind, platform }) => platform === 'youtube' && /^(stream|ad)\./.test(kind))
  }
  let minute = 0
  const tick = () => stage.app.app.bot.streamWatch.tick([{ number: ++minute, endedAt: Date.now() }])

  it('is compared with what was read a minute ago, and what was found first is not news', async () => {
    await tick()
    const [found, ...others] = await all()
    assert.deepEqual([found?.kind, found?.data.title, others.length], ['stream.already-live', world().video.title, 0])
    assert.ok(found?.data.started_at < Date.now(), 'when the platform says that it began')
    world().video.title = 'Changed in the studio'
    await tick()
    await tick()
    assert.deepEqual(
      (await all()).slice(1).map(({ kind, data }) => [kind, data]),
      [['stream.title-changed', { title: 'Changed in the studio' }]],
    )
  })

  it('has ad breaks, which are recorded because YouTube does not report them', async () => {
    const { body } = await stage.app.call('start-commercial', { seconds: 45, ...on })
    assert.deepEqual(body.results, [{ platform: 'PlatformC', success: true, error: null, code: null, seconds: 45 }])
    assert.deepEqual(world().adBreaks, [45])
    const last = (await all()).at(-1)
    assert.deepEqual([last?.kind, last?.data.seconds, last?.data.is_automatic], ['ad.started', 45, false])
  })

  it('has none while it is offline, and says so', async () => {
    const { account, connector } = await stage.app.ctx.platforms.get(stage.app.channel.id, 'youtube')
    await stage.setLive(false)
    const isOffAir = async () => !(await connector.readStream(account, AbortSignal.timeout(60_000))).live
    await eventually('it is off air', isOffAir)
    const { body } = await stage.app.call('start-commercial', { seconds: 45, ...on }, { status: 404 })
    assert.equal(body.code, 'stream_offline')
  })

  it('is started by hand once the encoder sends, and ended', async () => {
    world().status = 'upcoming'
    world().isEncoderSending = false
    const early = await stage.app.call('start-broadcast', on, { status: 502 })
    assert.equal(early.body.error, 'YouTube refused the request: Stream is inactive.')
    world().isEncoderSending = true
    assert.equal((await stage.app.call('start-broadcast', on)).body.status, 'starting')
    assert.equal((await stage.app.call('start-broadcast', on)).body.status, 'live')
    assert.equal((await stage.app.call('end-broadcast', on)).body.status, 'ended')
    const { body } = await stage.app.call('end-broadcast', on, { status: 404 })
    assert.equal(body.code, 'stream_offline')
    const nothing = await stage.app.call('start-broadcast', on, { status: 502 })
    assert.match(nothing.body.error, /no scheduled broadcast/)
  })

  // snippet.categoryId and snippet.tags of videos.update in the discovery document (20260810).
  it('has a video category and tags, and keeps everything else of the video', async () => {
    world().status = 'upcoming'
    const before = { ...world().video }
    const { body } = await stage.app.call('set-video-category', { category: 'entertainment' })
    assert.deepEqual([body.category, body.category_id], ['Entertainment', '24'])
    await stage.app.call('set-tags', { ...on, tags: ['Chess', 'English'] })
    assert.deepEqual(world().video, { ...before, categoryId: '24', tags: ['Chess', 'English'] })
    const unknown = await stage.app.call('set-video-category', { category: 'Short Movies' }, { status: 404 })
    assert.equal(unknown.body.code, 'category_not_found')
    assert.equal(
      unknown.body.error,
      'YouTube has no video category Short Movies. It has Gaming, Entertainment, Travel & Events.',
    )
  })

  it('says so where YouTube has no way', async () => {
    for (const [operation, body] of [
      ['raid', { username: 'bob' }],
      ['shoutout', { username: 'bob' }],
      ['announce', { message: 'x' }],
      ['pin-message', { message_id: 'x' }],
      ['unpin-message', {}],
      ['set-chat-mode', { mode: 'slow', enabled: true }],
    ] as const) {
      const { body: answer } = await stage.app.call(operation, { ...body, ...on }, { status: 400 })
      assert.match(answer.error, /^YouTube does not let other software /)
    }
  })
})
