import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import * as events from '../fakes/kick-events.ts'
import { loose } from '../loose-events.ts'
import { hourMs, minuteMs } from '../test-clock.ts'
import { type KickStage, openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('the stream on Kick', () => {
  let stage: KickStage
  before(async () => {
    stage = await openKickStage()
  })
  after(() => stage.close())

  const world = () => stage.fake.world
  const tell = (topic: string, body: object) => stage.fake.webhooks.tell(topic, body, { times: 2 })
  const all = async () => {
    const { ctx, channel } = stage.app
    const found = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return found.filter(({ kind, platform }) => platform === 'kick' && /^(stream|chat)\./.test(kind))
  }
  const newest = async () => {
    const { kind, actor, data } = (await all()).at(-1) ?? { kind: '', actor: '', data: {} }
    return { kind, actor, ...data }
  }
  const minute = (number: number) => stage.app.app.bot.streamWatch.tick([{ number, endedAt: stage.clock.now() }])
  const actor = 'platform:kick'

  it('is reported when it starts and ends, once', async () => {
    await tell('livestream.status.updated', events.statusEvent(world(), false))
    assert.deepEqual(await newest(), { kind: 'stream.offline', actor })
    await tell('livestream.status.updated', events.statusEvent(world(), true))
    const started_at = Date.parse('2026-03-01T18:00:00Z')
    assert.deepEqual(await newest(), { kind: 'stream.online', actor, title: 'Stream title', category: '', started_at })
    assert.equal((await all()).length, 2)
  })

  it('has tags, which are replaced as a whole', async () => {
    await stage.app.call('set-tags', { tags: ['English', 'Chill'], platform: 'PlatformA' })
    assert.deepEqual(world().tags, ['English', 'Chill'])
    await stage.app.call('set-tags', { tags: [], platform: 'PlatformA' })
    assert.deepEqual(world().tags, [])
  })

  it('is reported when its title and category change, there or here', async () => {
    const chess = { id: 743, name: 'Chess' }
    await tell('livestream.metadata.updated', events.metadataEvent(world(), 'Changed there', chess))
    assert.deepEqual(
      (await all()).slice(-2).map(({ kind }) => kind),
      ['stream.title-changed', 'stream.category-changed'],
    )
    await stage.app.call('title', { title: 'Changed here', platform: 'PlatformA' })
    const count = (await all()).length
    await tell('livestream.metadata.updated', events.metadataEvent(world(), 'Changed here', chess))
    assert.equal((await all()).length, count, 'the report of a change from here is not a second event')
    assert.match((await newest()).actor, /^key:/)
  })

  it('is not reported from a delivery that comes hours late', async () => {
    const count = (await all()).length
    const { webhooks } = stage.fake
    const at = new Date(stage.clock.now() - 3 * hourMs).toISOString()
    const status = await webhooks.post(
      webhooks.make('livestream.status.updated', events.statusEvent(world(), false), { at }),
    )
    assert.equal(status, 200)
    assert.equal((await all()).length, count)
  })

  it('has replies in both directions', async () => {
    const [alice, bob] = [world().get('alice'), world().get('bob')]
    const line = events.chatEvent(world(), alice, 'An answer', 'the-reply', events.repliesTo(bob, 'the-question'))
    await tell('chat.message.sent', line)
    const { kind, username, to, replyTo } = await newest()
    assert.deepEqual([kind, username, to, replyTo], ['chat.reply', 'alice', 'bob', 'the-question'])
    await stage.app.call('send-reply', { message: 'And mine', message_id: 'the-reply' })
    const sent = stage.fake.server.requests.filter(({ method, path }) => method === 'POST' && /v1\/chat$/.test(path))
    assert.equal(JSON.parse(sent.at(-1)?.text ?? '').reply_to_message_id, 'the-reply')
  })

  it('says so where Kick has no way', async () => {
    for (const [operation, body] of [
      ['raid', { username: 'bob' }],
      ['shoutout', { username: 'bob' }],
      ['announce', { message: 'x' }],
      ['pin-message', { message_id: 'x' }],
      ['unpin-message', {}],
      ['set-chat-mode', { mode: 'slow', enabled: true }],
      ['start-commercial', { seconds: 30 }],
    ] as const) {
      const { body: answer } = await stage.app.call(operation, { ...body, platform: 'PlatformA' }, { status: 400 })
      assert.match(answer.error, /^Kick does not let other software /)
    }
  })

  it('is read where Kick reports nothing: changes while it is offline', async () => {
    await minute(5)
    stage.clock.advance(10 * minuteMs)
    await minute(10)
    world().title = 'Changed in the dashboard'
    stage.clock.advance(10 * minuteMs)
    await minute(15)
    assert.deepEqual(await newest(), { kind: 'stream.title-changed', actor, title: 'Changed in the dashboard' })
    await minute(20)
    const found = (await all()).filter(({ data }) => data.title === 'Changed in the dashboard')
    assert.equal(found.length, 1)
  })
})
