import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createFeed } from '../../src/capabilities/activity/feed.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import type { PlatformEvent, PlatformFeed } from '../../src/platforms/platform.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs, hourMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const setTimeZone = sql<{ id: number; zone: string }>('UPDATE channels SET time_zone = :zone WHERE id = :id')
const messagesByDay = sql<{ channel: number; viewer: number }, { day: number; messages: number }>(
  'SELECT day, messages FROM watch_time_days WHERE channel_id = :channel AND viewer_id = :viewer AND messages > 0',
)
const messagesByMonth = sql<{ channel: number; viewer: number }, { month: number; messages: number }>(
  'SELECT month, messages FROM watch_time_months WHERE channel_id = :channel AND viewer_id = :viewer AND messages > 0',
)
const countRemembered = sql<{ channel: number }, { total: number }>(
  'SELECT count(*) AS total FROM counted_messages WHERE channel_id = :channel',
)

// As an older version left them: all in the viewer's row, the month's in the month's row as well.
const asBefore = sql<{ channel: number; viewer: number; messages: number }>(
  'UPDATE viewers SET counted_month = 0, message_count = :messages WHERE channel_id = :channel AND id = :viewer',
)

const zed = { id: 'z1', username: 'zed', displayname: 'Zed' }
const follow = { id: 'f1', user: zed, kind: 'follow' } as const
const subscription = {
  id: 's1',
  user: zed,
  kind: 'subscription',
  type: 'sub_new',
  tier: 2,
  months: 1,
  expiresAt: Date.now() + 30 * dayMs,
} as const

describe('what a platform reports', () => {
  let app: TestApp
  let feed: PlatformFeed
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
    feed = createFeed({ db: app.ctx.db, channels: app.ctx.channels, activity: app.ctx.activity })
  })
  after(() => app.close())

  const kick = () => ({ channelId: app.channel.id, platform: 'kick' as const })
  const chat = (id: string, user = zed): PlatformEvent => ({ id, user, kind: 'chat', text: 'hello' })
  const viewer = (username: string) => app.ctx.viewers.get(app.channel, 'kick', { username })
  const recent = async (limit = 1) => (await app.call('get-recent-activity', { limit })).body

  it('makes a viewer of someone new and counts what they write, reported once or twice', async () => {
    await feed(kick(), chat('c1'))
    await feed(kick(), chat('c1'))
    await feed(kick(), chat('c2'))
    const { id, messageCount } = await viewer('zed')
    assert.equal(messageCount, 2)
    const place = { channel: app.channel.id, viewer: id }
    const [day] = await app.ctx.db.all(messagesByDay, place)
    const [month] = await app.ctx.db.all(messagesByMonth, place)
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    assert.deepEqual({ ...day }, { day: Number(today.replaceAll('-', '')), messages: 2 })
    assert.deepEqual({ ...month }, { month: Number(today.slice(0, 7).replace('-', '')), messages: 2 })
    const { body } = await app.call('get-watch-time', { username: 'zed', day: today, platform: 'PlatformA' })
    assert.deepEqual([body.watch_time, body.message_count], [0, 2])
  })

  it('counts the same id apart on another platform', async () => {
    await feed({ channelId: app.channel.id, platform: 'twitch' }, chat('c1'))
    assert.equal((await app.ctx.viewers.get(app.channel, 'twitch', { username: 'zed' })).messageCount, 1)
  })

  it('writes no row into the log for a chat line', async () => {
    const seq = await lastSeq(app)
    await feed(kick(), chat('c-quiet'))
    assert.deepEqual(await eventsSince(app, seq), [])
  })

  it('leaves messages beside minutes on the same day', async () => {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const both = { username: 'zed', day, platform: 'PlatformA' }
    const before = (await app.call('get-watch-time', both)).body.message_count
    await app.call('adjust-watch-time', { ...both, mode: 'set', amount: 12 })
    await feed(kick(), chat('c-after'))
    const { body } = await app.call('get-watch-time', both)
    assert.deepEqual([body.watch_time, body.message_count], [12, before + 1])
  })

  it("takes the day from the channel's time zone", async () => {
    // Whatever the hour, one of the two is on another day than UTC.
    const isLate = new Date(clock.now()).getUTCHours() >= 10
    const [zone, hours] = isLate ? ['Pacific/Kiritimati', 14] : ['Pacific/Pago_Pago', -11]
    const { channel } = await app.ctx.db.write(async (tx) => {
      const made = await app.ctx.channels.create(tx, 'far')
      await tx.run(setTimeZone, { id: made.channel.id, zone })
      return made
    })
    await feed({ channelId: channel.id, platform: 'kick' }, chat('far'))
    const there = new Date(clock.now() + hours * hourMs).toISOString().slice(0, 10)
    const rows = await app.ctx.db.all(messagesByDay, { channel: channel.id, viewer: 1 })
    assert.deepEqual(
      rows.map(({ day }) => day),
      [Number(there.replaceAll('-', ''))],
    )
  })

  it('counts messages in all from month to month, back over the date line, and on from an older database', async () => {
    const { channel } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'turns'))
    const place = { channelId: channel.id, platform: 'kick' as const }
    const inAll = async () => (await app.ctx.viewers.get(channel, 'kick', { username: 'zed' })).messageCount
    let written = 0
    const write = async (lines: number) => {
      for (let line = 0; line < lines; line++) await feed(place, chat(`turn-${++written}`))
      assert.equal(await inAll(), written)
    }
    const turn = Date.UTC(2031, 4, 31, 23, 30) - clock.now()
    clock.jump(turn)
    await write(3)
    clock.jump(hourMs)
    await write(2)
    clock.jump(-hourMs)
    await write(2)
    clock.jump(40 * dayMs)
    await write(1)
    const { id } = await app.ctx.viewers.get(channel, 'kick', { username: 'zed' })
    await app.ctx.db.write(async (tx) => {
      await tx.run(asBefore, { channel: channel.id, viewer: id, messages: written })
      // An older database comes with a start, after which nobody is remembered.
      await app.ctx.viewers.ensure(tx, channel, { platform: 'kick', fresh: { ...zed, displayname: 'ZED' } })
    })
    assert.equal(await inAll(), written)
    await write(2)
    clock.jump(-turn - 40 * dayMs)
    await write(1)
    const days = await app.ctx.db.all(messagesByDay, { channel: channel.id, viewer: id })
    assert.equal(
      days.reduce((sum, { messages }) => sum + messages, 0),
      written,
    )
  })

  it('recognises a viewer who wrote before, with every change since', async () => {
    const yan = { id: 'y1', username: 'yan', displayname: 'Yan' }
    const heard: object[] = []
    const own = createFeed({
      db: app.ctx.db,
      channels: app.ctx.channels,
      activity: app.ctx.activity,
      onChat: ({ viewer: { username, displayname, isBot, roles, followedAt } }) =>
        heard.push({ username, displayname, isBot, roles, follows: followedAt !== null }),
    })
    const write = (id: string, user: object = yan) => own(kick(), chat(id, { ...yan, ...user }))
    const plain = { username: 'yan', displayname: 'Yan', isBot: false, roles: [], follows: false }
    for (const id of ['y-1', 'y-2', 'y-3']) await write(id)
    // Reported together, and so stored together.
    await Promise.all([own(kick(), { id: 'y-f', user: yan, kind: 'follow' }), write('y-4')])
    await write('y-5', { roles: ['vip'] })
    await write('y-6')
    await write('y-7', { roles: [] })
    await write('y-8', { username: 'yana' })
    // Another part of the server receives the old name from the platform.
    await app.ctx.db.write((tx) => app.ctx.viewers.ensure(tx, app.channel, { platform: 'kick', fresh: yan }))
    await write('y-9', { username: 'yana' })
    assert.equal((await viewer('yana')).username, 'yana')
    await write('y-10', { username: 'yana', isBot: true })
    await write('y-11', { username: 'yana' })
    const follows = { ...plain, follows: true }
    const renamed = { ...follows, username: 'yana' }
    assert.deepEqual(heard, [
      plain,
      plain,
      plain,
      follows,
      { ...follows, roles: ['vip'] },
      { ...follows, roles: ['vip'] },
      follows,
      renamed,
      renamed,
      { ...renamed, isBot: true },
      { ...renamed, isBot: true },
    ])
    assert.equal((await viewer('yana')).messageCount, 11)
  })

  it('takes the lines of channels in turn, and refuses none because another channel has sent too many', async () => {
    const { channel } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'neighbour'))
    const stored: number[] = []
    const { db, channels, activity } = app.ctx
    const onReport = ({ channelId }: { channelId: number }) => stored.push(channelId)
    const own = createFeed({ db, channels, activity, onReport, maxWaiting: 400 })
    const flood = Array.from({ length: 300 }, (_, n) => own(kick(), chat(`flood-${n}`)))
    const quiet = Array.from({ length: 3 }, (_, n) =>
      own({ channelId: channel.id, platform: 'kick' }, chat(`quiet-${n}`)),
    )
    const outcomes = await Promise.allSettled(flood)
    await Promise.all(quiet)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 200)
    assert.deepEqual(
      stored.flatMap((id, index) => (id === channel.id ? index : [])),
      [1, 3, 5],
    )
  })

  it('forgets the ids of chat lines after a day', async () => {
    await feed(kick(), chat('c-old'))
    clock.advance(dayMs + hourMs)
    await feed(kick(), chat('c-new'))
    assert.deepEqual({ ...(await app.ctx.db.get(countRemembered, { channel: app.channel.id })) }, { total: 1 })
  })

  it('puts a follower into the list once', async () => {
    await feed(kick(), follow)
    await feed(kick(), follow)
    const { latest_followers: followers } = await recent(20)
    const found = followers.filter(({ username }: { username: string }) => username === 'zed')
    assert.equal(found.length, 1)
    const { id, created_at, ...rest } = found[0]
    assert.deepEqual(rest, {
      platform: 'PlatformA',
      type: 'follower',
      user_id: 'z1',
      username: 'zed',
      displayname: 'Zed',
    })
    assert.ok(Number.isInteger(id))
    assert.equal(new Date(created_at).toISOString(), created_at)
  })

  it('does not take a ban for a repeat of a follow with the same id', async () => {
    await feed(kick(), { id: 'f1', user: zed, kind: 'ban', minutes: 5, reason: 'r', moderator: 'm' })
    assert.equal((await recent()).latest_banned[0].username, 'zed')
  })

  it('changes nothing on a repeat, not even a name that has changed since', async () => {
    await feed(kick(), { ...follow, id: 'renamed', user: { ...zed, username: 'zed2', displayname: 'Zed2' } })
    const seq = await lastSeq(app)
    await feed(kick(), follow)
    await feed(kick(), chat('c-new'))
    assert.deepEqual(await eventsSince(app, seq), [])
    assert.equal((await viewer('zed2')).username, 'zed2')
  })

  it('keeps a subscriber under one number through gift, renewal and repeat', async () => {
    const list = async () => (await app.call('get-alpha-subscribers', { limit: 200 })).body.subscribers
    const before = (await list()).length
    await feed(kick(), { ...subscription, id: 's0', type: 'sub_gift' as const })
    const [gifted] = (await list()).slice(-1)
    assert.deepEqual(gifted, {
      id: gifted.id,
      alpha_user_id: 'z1',
      alpha_username: 'zed',
      alpha_displayname: 'Zed',
      subscription_type: 'gift',
      tier: 2,
    })
    await feed(kick(), { ...subscription, type: 'sub_renew' as const, months: 2, tier: 3 })
    await feed(kick(), { ...subscription, type: 'sub_renew' as const, months: 2, tier: 3 })
    assert.equal((await list()).length, before + 1)
    const [renewed] = (await list()).slice(-1)
    assert.deepEqual(renewed, { ...gifted, subscription_type: 'self', tier: 3 })
    const [first, second] = (await recent(2)).latest_subscribers
    assert.deepEqual([first.type, first.subscription_type, first.tier, first.months], ['sub_renew', 'self', 3, 2])
    assert.deepEqual([second.type, second.subscription_type, second.tier, second.months], ['sub_gift', 'gift', 2, 1])
  })

  it('distinguishes a timeout from a ban, with their end, and takes an unban without a list', async () => {
    const at = clock.now()
    await feed(kick(), { id: 'b1', user: zed, kind: 'ban', minutes: 10, reason: 'spam', moderator: 'mod' })
    const [timeout] = (await recent()).latest_banned
    assert.deepEqual(
      [timeout.type, timeout.reason, timeout.duration_minutes, timeout.moderator],
      ['timeout', 'spam', 10, 'mod'],
    )
    const lasts = Date.parse(timeout.expires_at) - at
    assert.ok(lasts >= 600_000 && lasts < 605_000)
    await feed(kick(), { id: 'b2', user: zed, kind: 'ban', minutes: null, reason: '', moderator: 'mod' })
    await feed(kick(), { id: 'b3', user: zed, kind: 'unban' })
    const [ban] = (await recent()).latest_banned
    assert.deepEqual([ban.type, ban.duration_minutes, ban.expires_at], ['ban', null, null])
    assert.equal((await eventsSince(app, ban.id)).at(-1)?.kind, 'unban')
  })

  it('keeps kicks and bits apart, and gifts of other platforms out of both', async () => {
    for (const [platform, amount] of [
      ['kick', 11],
      ['twitch', 22],
      ['youtube', 33],
      ['tiktok', 44],
    ] as const) {
      const account = { channelId: app.channel.id, platform }
      await feed(account, { id: 'g1', user: zed, kind: 'bits', amount, message: `${amount}!` })
    }
    const { latest_alpha_bits: kicks, latest_beta_bits: bits } = await recent(20)
    assert.deepEqual([kicks[0].type, kicks[0].amount, kicks[0].message], ['kicks', 11, '11!'])
    assert.deepEqual([bits[0].type, bits[0].platform, bits[0].amount], ['bits', 'PlatformB', 22])
    const amounts = [...kicks, ...bits].map(({ amount }: { amount: number }) => amount)
    assert.ok(!amounts.includes(33) && !amounts.includes(44))
  })

  it('notifies the listeners of the log under the name of the platform', async () => {
    const seq = await lastSeq(app)
    await feed(kick(), { ...follow, id: 'by-whom' })
    const [event] = await eventsSince(app, seq)
    assert.deepEqual([event?.kind, event?.actor, event?.requestId], ['follow', 'platform:kick', 'by-whom'])
    assert.equal(event?.viewerId, (await viewer('zed')).id)
  })

  it('is refused for a channel that does not exist', async () => {
    await assert.rejects(feed({ channelId: 4711, platform: 'kick' }, chat('x')), /4711/)
  })

  it('comes through from the sandbox', async () => {
    const who = { platform: 'PlatformA', username: 'viewer9' }
    await sandboxCall(app, 'chat', { ...who, text: 'hi' })
    await sandboxCall(app, 'follow', who)
    await sandboxCall(app, 'subscribe', { ...who, tier: 1 })
    await sandboxCall(app, 'bits', { ...who, amount: 5 })
    const lists = await recent()
    for (const list of ['latest_followers', 'latest_subscribers', 'latest_alpha_bits']) {
      assert.equal(lists[list][0].username, 'viewer9', list)
    }
    const { body } = await app.call('get-points', { username: 'viewer9', platform: 'PlatformA' })
    assert.equal(body.message_count, 1)
  })
})
