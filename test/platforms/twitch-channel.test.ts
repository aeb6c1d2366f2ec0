import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/twitch-events.ts'
import { loose } from '../loose-events.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('the channel on Twitch', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  const world = () => stage.fake.world
  const tell = (type: string, event: object) => stage.fake.eventSub.notify(type, event)
  const all = async () => {
    const { ctx, channel } = stage.app
    const found = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return found.filter(({ platform }) => platform === 'twitch')
  }
  const ofKind = async (wanted: string) => (await all()).filter(({ kind }) => kind === wanted).map(({ data }) => data)
  /** Waits for the next event of a kind. */
  async function next(kind: string, cause: () => unknown): Promise<Record<string, unknown>> {
    const before = (await ofKind(kind)).length
    await cause()
    await eventually(kind, async () => (await ofKind(kind)).length > before)
    return (await ofKind(kind)).at(-1)
  }
  const minute = (number: number) => stage.app.app.bot.streamWatch.tick([{ number, endedAt: Date.now() }])
  const named = (login: string) => {
    const { id: user_id, login: username, name: displayname } = world().get(login)
    return { user_id, username, displayname }
  }
  const on = { platform: 'PlatformB' }
  const done = { platform: 'PlatformB', success: true, error: null, code: null }

  it('reports when the stream ends and starts, but not a rerun', async () => {
    await next('stream.offline', () => tell('stream.offline', events.offlineEvent(world())))
    tell('stream.online', events.onlineEvent(world(), 'rerun'))
    const online = await next('stream.online', () => tell('stream.online', events.onlineEvent(world())))
    assert.equal(online.started_at, Date.parse('2026-03-01T18:00:00Z'))
    assert.equal((await ofKind('stream.online')).length, 1)
  })

  it('reports title and category once, whether they are changed there or here', async () => {
    const chess = { id: '743', name: 'Chess' }
    const update = (title: string) => tell('channel.update', events.updateEvent(world(), title, chess))
    await next('stream.category-changed', () => update('Changed there'))
    update('Changed there')
    await stage.app.call('title', { title: 'Changed here', ...on })
    update('Changed here')
    await next('stream.title-changed', () => update('Changed there again'))
    const titles = (await ofKind('stream.title-changed')).map(({ title }) => title)
    assert.deepEqual(titles, ['Changed there', 'Changed here', 'Changed there again'])
    assert.deepEqual(await ofKind('stream.category-changed'), [{ category: 'Chess', categoryId: '743' }])
  })

  // The fields and values of the payloads in the tests of twitch-rs/twitch_api, except for the ids of this channel.
  it('reports when chats are shared, with whom, and when that ends', async () => {
    const { id, login, name } = world().broadcaster
    const own = { broadcaster_user_id: id, broadcaster_user_login: login, broadcaster_user_name: name }
    const session = {
      session_id: '2b64a92a-dbb8-424e-b1c3-304423ba1b6f',
      ...own,
      host_broadcaster_user_id: '112233',
      host_broadcaster_user_login: 'streamer33',
      host_broadcaster_user_name: 'streamer33',
    }
    const guest = (number: string) => ({
      broadcaster_user_id: number,
      broadcaster_user_name: `streamer${number}`,
      broadcaster_user_login: `streamer${number}`,
    })
    const host = { user_id: '112233', username: 'streamer33', displayname: 'streamer33' }
    const begun = { ...session, participants: [own, guest('33')] }
    const started = await next('shared-chat.started', () => tell('channel.shared_chat.begin', begun))
    assert.deepEqual(started, { ...host, channels: 2 })
    const more = { ...session, participants: [own, guest('33'), guest('44')] }
    const changed = await next('shared-chat.changed', () => tell('channel.shared_chat.update', more))
    assert.deepEqual(changed, { ...host, channels: 3 })
    const ended = await next('shared-chat.ended', () => tell('channel.shared_chat.end', session))
    assert.deepEqual(ended, host)
  })

  it('reports raids in both directions as what they are', async () => {
    const out = await next('raid.sent', () => tell('channel.raid', events.raidOutEvent(world(), world().get('bob'), 8)))
    assert.deepEqual(out, { ...named('bob'), viewers: 8 })
    const inwards = await next('raid', () => tell('channel.raid', events.raidEvent(world(), world().get('alice'), 42)))
    assert.deepEqual(inwards, { ...named('alice'), viewers: 42 })
    assert.equal((await ofKind('raid.sent')).length, 1)
  })

  it('reports shoutouts, announcements and replies', async () => {
    const [alice, bob] = [world().get('alice'), world().get('bob')]
    const given = await next('shoutout.given', () =>
      tell('channel.shoutout.create', events.shoutoutEvent(world(), bob, 5)),
    )
    assert.deepEqual(given, { ...named('bob'), viewers: 5, moderator: 'streamer' })
    const received = await next('shoutout.received', () =>
      tell('channel.shoutout.receive', events.shoutoutReceivedEvent(world(), alice, 9)),
    )
    assert.deepEqual(received, { ...named('alice'), viewers: 9 })
    const announced = await next('chat.announcement', () =>
      tell('channel.chat.notification', events.announcementEvent(world(), alice, 'Read this', 'PURPLE')),
    )
    assert.deepEqual(announced, { ...named('alice'), text: 'Read this', color: 'purple' })
    const plain = await next('chat.announcement', () =>
      tell('channel.chat.notification', events.announcementEvent(world(), alice, 'And this')),
    )
    assert.equal(plain.color, '')
    const line = events.chatEvent(
      world(),
      alice,
      'An answer',
      'the-reply',
      events.replyTo(world(), bob, 'the-question'),
    )
    const reply = await next('chat.reply', () => tell('channel.chat.message', line))
    assert.deepEqual(reply, {
      ...named('alice'),
      text: 'An answer',
      messageId: 'the-reply',
      to: 'bob',
      replyTo: 'the-question',
    })
  })

  it('reports VIPs, moderators, warnings and ad breaks', async () => {
    const bob = world().get('bob')
    for (const [topic, kind] of [
      ['channel.vip.add', 'vip.added'],
      ['channel.vip.remove', 'vip.removed'],
      ['channel.moderator.add', 'moderator.added'],
      ['channel.moderator.remove', 'moderator.removed'],
      ['channel.warning.acknowledge', 'warning.acknowledged'],
    ] as const) {
      assert.deepEqual(await next(kind, () => tell(topic, events.roleEvent(world(), bob))), named('bob'))
    }
    const warning = events.warningEvent(world(), bob, 'Mind your language', ['Be kind'])
    assert.deepEqual(await next('warning.sent', () => tell('channel.warning.send', warning)), {
      ...named('bob'),
      reason: 'Mind your language, Be kind',
      moderator: 'streamer',
    })
    const bare = await next('warning.sent', () =>
      tell('channel.warning.send', events.warningEvent(world(), bob, null, null)),
    )
    assert.equal(bare.reason, '')
    assert.deepEqual(await next('ad.started', () => tell('channel.ad_break.begin', events.adBreakEvent(world(), 90))), {
      seconds: 90,
      is_automatic: true,
      started_at: Date.parse('2026-03-01T18:30:00Z'),
    })
  })

  it('reports only the chat modes that changed', async () => {
    const change = (settings: object) =>
      next('chat.mode-changed', () => tell('channel.chat_settings.update', events.chatSettingsEvent(world(), settings)))
    const slow = { slow_mode: true, slow_mode_wait_time_seconds: 45 }
    assert.deepEqual(await change(slow), { mode: 'slow', enabled: true, seconds: 45 })
    const followers = { follower_mode: true, follower_mode_duration_minutes: 10 }
    assert.deepEqual(await change({ ...slow, ...followers }), { mode: 'followers', enabled: true, seconds: 600 })
    assert.deepEqual(await change({ ...slow, ...followers, unique_chat_mode: true }), {
      mode: 'unique',
      enabled: true,
      seconds: null,
    })
    assert.equal((await ofKind('chat.mode-changed')).length, 3)
    tell('channel.chat_settings.update', events.chatSettingsEvent(world(), {}))
    await eventually('all are off', async () => (await ofKind('chat.mode-changed')).length === 6)
  })

  it('finds by itself what happened while nothing was reported, and only what is new', async () => {
    await minute(5)
    const before = (await all()).length
    await minute(10)
    assert.equal((await all()).length, before)
    world().pin = { id: 'pinned-1', by: world().get('alice'), text: 'Keep this' }
    const pinned = await next('chat.pinned', () => minute(11))
    assert.deepEqual(pinned, {
      ...named('alice'),
      text: 'Keep this',
      messageId: 'pinned-1',
      moderator: 'streamer',
      ends_at: null,
    })
    const startsAt = Math.floor(Date.now() / 1000) + 100
    world().nextAd = { at: startsAt, seconds: 120 }
    assert.deepEqual(await next('ad.soon', () => minute(12)), { seconds: 120, starts_at: startsAt * 1000 })
    await minute(13)
    assert.deepEqual([(await ofKind('ad.soon')).length, (await ofKind('chat.pinned')).length], [1, 1])
    world().nextAd = { at: Math.floor(Date.now() / 1000) + 3600, seconds: 120 }
    await minute(14)
    assert.equal((await ofKind('ad.soon')).length, 1, 'an ad break in an hour is not soon')
  })

  it('asks for a raid, a shoutout, an announcement and an ad break as Twitch wants them', async () => {
    assert.deepEqual((await stage.app.call('raid', { username: 'Bob', ...on })).body.results, [done])
    assert.deepEqual((await stage.app.call('shoutout', { username: 'alice', ...on })).body.results, [done])
    assert.deepEqual((await stage.app.call('announce', { message: 'Hello all', ...on })).body.results, [done])
    const { body } = await stage.app.call('start-commercial', { seconds: 50, ...on })
    assert.deepEqual(body.results, [{ ...done, seconds: 60 }])
    const { raids, shoutouts, announcements, commercials } = world()
    assert.deepEqual([raids, shoutouts, announcements, commercials], [['bob'], ['alice'], ['Hello all'], [60]])
  })

  it('cancels a raid that waits, and says when none does', async () => {
    await stage.app.call('raid', { username: 'bob', ...on })
    assert.deepEqual((await stage.app.call('cancel-raid', on)).body, { success: true, platform: 'PlatformB' })
    assert.equal(world().isRaidPending, false)
    const { body } = await stage.app.call('cancel-raid', on, { status: 502 })
    assert.match(body.error, /does not have a pending raid/)
  })

  it('marks the moment, and replaces the tags', async () => {
    const marked = await stage.app.call('create-marker', { text: 'First boss' })
    const marker = { marker_id: '123', position_seconds: 244, created_at: '2018-08-20T20:10:03.000Z' }
    assert.deepEqual(
      marked.body.results.find((one: { platform: string }) => one.platform === 'PlatformB'),
      { ...done, ...marker },
    )
    await stage.app.call('create-marker', {})
    assert.deepEqual(world().markers, ['First boss', ''])
    const { body } = await stage.app.call('set-tags', { tags: ['English', 'Speedrun'], ...on })
    assert.deepEqual(
      [body.tags, world().tags],
      [
        ['English', 'Speedrun'],
        ['English', 'Speedrun'],
      ],
    )
    const refused = await stage.app.call('set-tags', { tags: ['two words'], ...on }, { status: 502 })
    assert.match(refused.body.error, /tag/)
    await stage.app.call('set-tags', { tags: [], ...on })
    assert.deepEqual(world().tags, [])
  })

  it('moves the next ad break away while Twitch allows it', async () => {
    const before = Math.floor(Date.now() / 1000) + 120
    world().nextAd = { at: before, seconds: 60 }
    const { body } = await stage.app.call('snooze-ad', {})
    const next_ad_at = new Date((before + 300) * 1000).toISOString()
    assert.deepEqual(
      body.results.find((one: { platform: string }) => one.platform === 'PlatformB'),
      { ...done, next_ad_at, snoozes_left: 0 },
    )
    const { body: none } = await stage.app.call('snooze-ad', {}, { status: 502 })
    assert.equal(none.success, false)
  })

  it('says why Twitch refused one', async () => {
    await stage.app.call('raid', { username: 'nobody_at_all', ...on }, { status: 404 })
    const own = await stage.app.call('raid', { username: 'streamer', ...on }, { status: 400 })
    assert.equal(own.body.code, 'same_user')
    world().isAdCooldown = true
    const early = await stage.app.call('start-commercial', { seconds: 30, ...on }, { status: 502 })
    assert.equal(early.body.error, 'Twitch refused the request: Please try again later.')
    world().isLive = false
    const unmarked = await stage.app.call('create-marker', {}, { status: 404 })
    assert.equal(unmarked.body.code, 'stream_offline')
    const offline = await stage.app.call('start-commercial', { seconds: 30, ...on }, { status: 502 })
    assert.match(offline.body.error, /not currently live/)
    Object.assign(world(), { isAdCooldown: false, isLive: true })
  })

  it('changes one chat mode and leaves the others', async () => {
    world().settings = { ...world().settings, emote_mode: true }
    await stage.app.call('set-chat-mode', { mode: 'slow', enabled: true, seconds: 500, ...on })
    await stage.app.call('set-chat-mode', { mode: 'followers', enabled: true, seconds: 600, ...on })
    await stage.app.call('set-chat-mode', { mode: 'subscribers', enabled: true, ...on })
    assert.deepEqual(world().settings, {
      slow_mode: true,
      slow_mode_wait_time: 120,
      follower_mode: true,
      follower_mode_duration: 10,
      subscriber_mode: true,
      emote_mode: true,
      unique_chat_mode: false,
    })
  })

  it('replies to a message', async () => {
    const { body } = await stage.app.call('send-message', { message: 'A question', ...on })
    await stage.app.call('send-bot-reply', { message: 'An answer', message_id: body.message_id, ...on })
    assert.equal(world().lines.at(-1)?.replyTo, body.message_id)
    const wrong = { message: 'x', message_id: 'nothing', ...on }
    assert.match((await stage.app.call('send-reply', wrong, { status: 502 })).body.error, /reply_parent_message_id/)
  })

  it('pins and unpins a message as Twitch wants it, and reports it at once', async () => {
    const sent = await stage.app.call('send-message', { message: 'Read the rules', ...on })
    const message_id = sent.body.message_id
    const pinned = await next('chat.pinned', async () => {
      const { body } = await stage.app.call('pin-message', { message_id, seconds: 300 })
      assert.deepEqual(body, { success: true, platform: 'PlatformB', message_id })
    })
    const ends_at = Date.UTC(2026, 4, 6, 12, 35)
    assert.deepEqual(pinned, {
      ...named('streamer'),
      text: 'Read the rules',
      messageId: message_id,
      moderator: 'streamer',
      ends_at,
    })
    await stage.app.call('pin-message', { message_id, seconds: 600, ...on })
    assert.equal(world().pin?.endsAt, new Date(ends_at + 300_000).toISOString(), 'the same message gets the new time')
    await minute(17)
    assert.equal((await ofKind('chat.pinned')).filter(({ messageId }) => messageId === message_id).length, 1)

    assert.deepEqual((await stage.app.call('unpin-message', on)).body, {
      success: true,
      platform: 'PlatformB',
      message_id,
    })
    assert.equal(world().pin, undefined)
    const nothing = await stage.app.call('unpin-message', on, { status: 404 })
    assert.deepEqual([nothing.body.code, nothing.body.error], ['message_not_found', 'No message is pinned.'])
    const wrong = await stage.app.call('pin-message', { message_id: 'nothing', ...on }, { status: 404 })
    assert.equal(wrong.body.error, 'message_id: Twitch has no message nothing.')
    const other = await stage.app.call('unpin-message', { message_id: 'nothing', ...on }, { status: 404 })
    assert.equal(other.body.error, 'message_id: the message nothing is not pinned.')
  })

  it('without a scope the rest still works, and the answer says what to allow', async () => {
    await stage.wire.connect({ without: ['channel:manage:raids', 'channel:read:ads'] })
    const { body } = await stage.app.call('raid', { username: 'bob', ...on }, { status: 502 })
    assert.equal(body.code, 'platform_reauth_required')
    assert.match(body.error, /channel:manage:raids/)
    world().pin = { id: 'pinned-2', by: world().get('bob'), text: 'And this' }
    await next('chat.pinned', () => minute(18))
    await stage.wire.connect({ without: ['moderator:manage:chat_messages'] })
    const pin = await stage.app.call('pin-message', { message_id: 'pinned-2', ...on }, { status: 502 })
    assert.match(pin.body.error, /moderator:manage:chat_messages/)
  })
})
