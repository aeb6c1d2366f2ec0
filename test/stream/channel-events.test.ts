import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('what happens to the channel', () => {
  const clock = createTestClock()
  let app: TestApp
  let seq = 0
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())
  beforeEach(async () => {
    // Beyond the time in which a change may be the echo of another.
    clock.advance(3 * minuteMs)
    seq = await lastSeq(app)
  })

  const platform = 'PlatformB'
  const play = (action: string, more: object = {}) => sandboxCall(app, action, { platform, ...more })
  const news = async () => (await eventsSince(app, seq)).map(({ kind, actor, data }) => ({ kind, actor, ...data }))
  const kinds = async () =>
    (await eventsSince(app, seq)).flatMap(({ kind, platform: on }) => (on === 'twitch' ? [kind] : []))
  const alice = { user_id: '20001', username: 'alice', displayname: 'Alice' }
  /** With the id that calls take: that of her account on PlatformA. */
  const linkedAlice = { ...alice, userid: '10001' }
  const actor = 'platform:twitch'

  it('is an event when the stream starts and ends, once for each time', async () => {
    const begun = clock.now()
    await play('set-live', { live: false })
    await play('set-live', { live: false })
    await play('set-live', { live: true })
    await play('set-live', { live: true })
    assert.deepEqual(await kinds(), ['stream.offline', 'stream.online'])
    const [, online] = await news()
    const { title, category } = (await play('state')).body
    assert.ok(online?.started_at >= begun && online?.started_at <= clock.now())
    await app.app.bot.streamWatch.tick()
    assert.deepEqual(await kinds(), ['stream.offline', 'stream.online'], 'a poll finds nothing new')
    await play('set-stream', { title: `${title} again`, category: 'Chess' })
    await play('set-live', { live: false })
    await play('set-live', { live: true })
    const last = (await news()).at(-1)
    assert.deepEqual([last?.title, last?.category], [`${title} again`, 'Chess'])
    assert.notEqual(category, 'Chess')
  })

  it('is an event when title and category are changed on the platform itself, and not when they stay', async () => {
    for (let round = 0; round < 2; round++) await play('set-stream', { title: 'From outside', category: 'Minecraft' })
    assert.deepEqual(
      (await news()).map(({ kind, actor, title, category }) => [kind, actor, title ?? category]),
      [
        ['stream.title-changed', actor, 'From outside'],
        ['stream.category-changed', actor, 'Minecraft'],
      ],
    )
  })

  it('is one event, by who did it, when title and category are changed here', async () => {
    await app.call('set-stream-meta', { title: 'From here', game: 'Chess', platform })
    await app.app.bot.streamWatch.tick()
    clock.advance(5 * minuteMs)
    await app.app.bot.streamWatch.tick()
    const all = await news()
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['stream.title-changed', 'stream.category-changed'],
    )
    assert.ok(all.every(({ actor }) => actor.startsWith('key:')))
  })

  it('is an event of the platform again when a change from here was refused and made there', async () => {
    app.app.sandbox.failNext('twitch', 'refuse', 'setTitle')
    await app.call('title', { title: 'Refused', platform }, { status: 502 })
    await play('set-stream', { title: 'Refused' })
    assert.deepEqual((await news())[0], { kind: 'stream.title-changed', actor, title: 'Refused' })
  })

  it('is an event when somebody raids, gives a shoutout or announces something', async () => {
    await play('raid', { username: 'alice', viewers: 12 })
    await play('shoutout', { username: 'alice', viewers: 7 })
    await play('announcement', { username: 'alice', text: 'Read this' })
    assert.deepEqual(await news(), [
      { kind: 'raid', actor, ...linkedAlice, viewers: 12 },
      { kind: 'shoutout.received', actor, ...alice, viewers: 7 },
      { kind: 'chat.announcement', actor, ...alice, text: 'Read this', color: '' },
    ])
    const line = (await play('state')).body.chat.at(-1)
    assert.deepEqual([line.text, line.is_announcement], ['Read this', true])
  })

  it('is an event when somebody replies to a message, and the reply counts as a message too', async () => {
    const { id } = (await play('chat', { username: 'bob', text: 'A question?' })).body
    const reply = (await play('chat', { username: 'alice', text: 'An answer.', reply_to: id })).body
    assert.deepEqual(await news(), [
      { kind: 'chat.reply', actor, ...linkedAlice, text: 'An answer.', messageId: reply.id, to: 'bob', replyTo: id },
    ])
    await sandboxCall(app, 'chat', { platform, username: 'bob', text: 'x', reply_to: 'nothing' }, { status: 404 })
  })

  it('is an event when a message is pinned, once', async () => {
    const { id } = (await play('pin', { username: 'alice', text: 'Keep this' })).body
    const pinned = { kind: 'chat.pinned', actor, ...alice, text: 'Keep this', messageId: id, ends_at: null }
    assert.deepEqual(await news(), [{ ...pinned, moderator: app.channel.name }])
    await play('unpin')
    assert.equal((await news()).length, 1)
  })

  it('is an event when somebody becomes or stops being a VIP or a moderator, and the role holds at once', async () => {
    const roles = async () => {
      const found = await app.ctx.viewers.get(app.channel, 'twitch', { username: 'alice' })
      return found.roles
    }
    await play('set-role', { username: 'alice', role: 'vip' })
    await play('set-role', { username: 'alice', role: 'moderator' })
    assert.deepEqual(await roles(), ['vip', 'moderator'])
    await play('set-role', { username: 'alice', role: 'vip', added: false })
    assert.deepEqual(await roles(), ['moderator'])
    await play('set-role', { username: 'alice', role: 'moderator', added: false })
    assert.deepEqual(await roles(), [])
    assert.deepEqual(
      await news(),
      ['vip.added', 'moderator.added', 'vip.removed', 'moderator.removed'].map((kind) => ({
        kind,
        actor,
        ...linkedAlice,
      })),
    )
  })

  it('is an event when somebody is warned, and when they acknowledge it', async () => {
    await play('warn', { username: 'alice', reason: 'Language.' })
    await play('acknowledge-warning', { username: 'alice' })
    assert.deepEqual(await news(), [
      { kind: 'warning.sent', actor, ...linkedAlice, reason: 'Language.', moderator: 'moderator' },
      { kind: 'warning.acknowledged', actor, ...linkedAlice },
    ])
  })

  it('is an event when a chat mode changes, only for the mode that changed', async () => {
    await play('chat-mode', { mode: 'slow', enabled: true, seconds: 20 })
    await play('chat-mode', { mode: 'slow', enabled: true, seconds: 20 })
    await play('chat-mode', { mode: 'followers', enabled: true, seconds: 600 })
    await play('chat-mode', { mode: 'slow', enabled: false })
    await play('chat-mode', { mode: 'followers', enabled: false })
    const mode = (name: string, enabled: boolean, seconds: number | null) => {
      return { kind: 'chat.mode-changed', actor, mode: name, enabled, seconds }
    }
    assert.deepEqual(await news(), [
      mode('slow', true, 20),
      mode('followers', true, 600),
      mode('slow', false, null),
      mode('followers', false, null),
    ])
  })

  it('is an event when an ad break is near and when it begins', async () => {
    const begun = clock.now()
    await play('ad-break', { seconds: 60, in_seconds: 90 })
    await play('ad-break', { seconds: 60 })
    const [soon, started] = await news()
    assert.deepEqual([soon?.kind, soon?.seconds], ['ad.soon', 60])
    assert.ok(soon?.starts_at >= begun + 90_000 && soon?.starts_at <= clock.now() + 90_000)
    assert.deepEqual([started?.kind, started?.seconds, started?.is_automatic], ['ad.started', 60, true])
    assert.ok(started?.started_at >= begun && started?.started_at <= clock.now())
  })

  it('is one event however many nodes report it at once, by a push or by a poll', async () => {
    const { db, activity } = app.ctx
    const reports = Array.from({ length: 12 }, (_, index) => {
      const isPoll = index % 2 === 0 ? ({ isPoll: true } as const) : {}
      return { kind: 'stream', id: `report-${index}`, live: false, title: 'At once', ...isPoll } as const
    })
    await Promise.all(reports.map((one) => db.write((tx) => activity.record(tx, app.channel, 'twitch', one))))
    assert.deepEqual(await kinds(), ['stream.offline'])
    clock.advance(3 * minuteMs)
    const back = { kind: 'stream', id: 'back', live: true, title: 'Later' } as const
    await Promise.all([1, 2, 3].map(() => db.write((tx) => activity.record(tx, app.channel, 'twitch', back))))
    assert.deepEqual(await kinds(), ['stream.offline', 'stream.online'])
  })

  it('is not undone by a platform whose API still has the old state', async () => {
    await play('set-stream', { title: 'The new one' })
    const place = { channelId: app.channel.id, platform: 'twitch' } as const
    const poll = { kind: 'stream', live: true, title: 'The old one', isPoll: true } as const
    await app.app.bot.feed(place, { ...poll, id: 'at-once' })
    assert.deepEqual(await kinds(), ['stream.title-changed'])
    clock.advance(3 * minuteMs)
    await app.app.bot.feed(place, { ...poll, id: 'later' })
    assert.deepEqual(
      (await news()).map(({ title }) => title),
      ['The new one', 'The old one'],
    )
  })

  it('makes nobody a viewer who is only named', async () => {
    await play('shoutout', { username: 'viewer150', viewers: 3 })
    await play('announcement', { username: 'viewer151', text: 'hi' })
    for (const username of ['viewer150', 'viewer151']) {
      const found = await app.ctx.viewers.findKnown(app.channel, 'twitch', { username })
      assert.ok(found === undefined || !('known' in found), username)
    }
  })

  it('is forgotten with an account: the state of another one is not compared with it', async () => {
    const account = { id: 'another', username: 'another', displayname: 'Another' }
    await app.ctx.db.write((tx) =>
      app.ctx.platforms.connect(tx, app.channel.id, 'twitch', 'sandbox', account, clock.now()),
    )
    await app.app.bot.streamWatch.tick()
    assert.deepEqual(await kinds(), ['stream.already-live'], 'the first state of an account is no change')
  })

  it('leaves the chat of other platforms alone', async () => {
    assert.ok((await chatOf(app, 'PlatformC')).every(({ text }) => text !== 'Read this'))
  })
})
