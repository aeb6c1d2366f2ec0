import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openTikTokStage, type TikTokStage } from './tiktok-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('the stream on TikTok', () => {
  let stage: TikTokStage
  before(async () => {
    stage = await openTikTokStage()
  })
  after(() => stage.close())

  let minute = 0
  const tick = () => stage.app.app.bot.streamWatch.tick([{ number: ++minute, endedAt: Date.now() }])
  const all = async () => {
    const { ctx, channel } = stage.app
    const found = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return found.flatMap(({ kind, platform }) => (platform === 'tiktok' && kind.startsWith('stream.') ? [kind] : []))
  }

  it('is an event when the minute finds that it has ended, once; what was found first was live already', async () => {
    await tick()
    assert.deepEqual(await all(), ['stream.already-live'])
    await stage.setLive(false)
    await tick()
    await tick()
    assert.deepEqual(await all(), ['stream.already-live', 'stream.offline'])
  })

  it('says so where TikTok has no way', async () => {
    for (const [operation, body] of [
      ['raid', { username: 'bob' }],
      ['shoutout', { username: 'bob' }],
      ['announce', { message: 'x' }],
      ['pin-message', { message_id: 'x' }],
      ['unpin-message', {}],
      ['set-chat-mode', { mode: 'slow', enabled: true }],
      ['start-commercial', { seconds: 30 }],
    ] as const) {
      const { body: answer } = await stage.app.call(operation, { ...body, platform: 'PlatformD' }, { status: 400 })
      assert.match(answer.error, /^TikTok does not let other software /)
    }
  })
})
