import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/twitch-events.ts'
import { loose } from '../loose-events.ts'
import { openTwitchStage, type TwitchStage, topicCount } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('it waits for connections that fell silent')

describe('what Twitch reports', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())
  afterEach(() => {
    const { eventSub } = stage.fake
    eventSub.goSilent(false)
    eventSub.accept(true)
    Object.assign(eventSub.timing, { keepaliveSeconds: 10, welcomeMs: 0 })
  })

  const world = () => stage.fake.world
  const eventSub = () => stage.fake.eventSub
  const tell = (type: string, event: object, more = {}) => eventSub().notify(type, event, more)
  const known = async (username: string) => {
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'twitch', { username })
    return found !== undefined && 'known' in found ? found.known : undefined
  }
  const messages = async (username: string) => (await known(username))?.messageCount ?? 0
  /** Says something as carol and waits for it: what was sent before it has been received by then. */
  async function hear(): Promise<void> {
    const count = await messages('carol')
    await eventually('there is one session', async () => eventSub().openSessions === 1)
    tell('channel.chat.message', events.chatEvent(world(), world().get('carol'), 'ping'))
    await eventually('the last line is heard', async () => (await messages('carol')) === count + 1)
  }
  async function cut(): Promise<void> {
    eventSub().cut()
    await eventually('the connection is lost', async () => eventSub().openSessions === 0)
  }
  const newest = async (list: 'subscribers' | 'banned' | 'bits' | 'followers') =>
    (await loose(stage.app.ctx.events.newest(stage.app.ctx.db, stage.app.channel.id, list, 1)))[0]?.data
  const eventsOf = async (wanted: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kind === wanted && actor === 'platform:twitch').map(({ data }) => data)
  }
  const logged = (words: string) => stage.app.logLines.some((line) => line.includes(words))

  it('is asked for once, right after the welcome, and nothing is said on the socket itself', async () => {
    await hear()
    assert.equal(new Set(eventSub().topics).size, topicCount)
    assert.ok(!eventSub().closeCodes.includes(4001) && !eventSub().closeCodes.includes(4003))
  })

  it('is understood: gifts, months, times and what they are for', async () => {
    const alice = world().get('alice')
    const gifts = async () => (await eventsOf('subscription.received')).length
    const before = await gifts()
    for (const by of [world().get('bob'), undefined]) {
      tell('channel.chat.notification', events.giftEvent(world(), alice, by, 3))
      tell('channel.subscribe', events.subscribeEvent(world(), alice, 3, true))
    }
    tell('channel.chat.notification', { ...events.giftEvent(world(), alice, alice, 1), notice_type: 'pay_it_forward' })
    await hear()
    assert.equal(await gifts(), before + 2)
    const gift = await newest('subscribers')
    assert.deepEqual([gift?.type, gift?.tier, gift?.username], ['sub_gift', 3, 'alice'])
    tell('channel.raid', events.raidEvent(world(), alice, 42))
    await hear()
    assert.deepEqual((await eventsOf('raid')).at(-1)?.viewers, 42)
    tell('channel.ban', events.banEvent(world(), alice, 90))
    await hear()
    const timeout = await newest('banned')
    assert.deepEqual(
      [timeout?.type, timeout?.duration_minutes, timeout?.reason, timeout?.moderator],
      ['timeout', 90, 'Offensive language', 'streamer'],
    )
    tell('channel.ban', events.banEvent(world(), alice, null))
    await hear()
    assert.deepEqual([(await newest('banned'))?.type, (await newest('banned'))?.duration_minutes], ['ban', null])
    tell('channel.bits.use', { ...events.bitsEvent(world(), alice, 5), message: null })
    await hear()
    assert.deepEqual([(await newest('bits'))?.amount, (await newest('bits'))?.message], [5, ''])
  })

  it('is a cheer without its cheermotes, bits of nobody, and power-ups, which are not cheers', async () => {
    // The cheer has the fields and values in the tests of twitch-rs/twitch_api; the power-up has those of its types, of which
    // no recorded payload was found. That nobody may be named is known from SubathonManager.
    const cheermote = {
      type: 'cheermote',
      text: 'cheer1',
      cheermote: { prefix: 'cheer', bits: 1, tier: 1 },
      emote: null,
    }
    const words = { type: 'text', text: ' hi ', cheermote: null, emote: null }
    const message = { text: 'cheer1 hi cheer1', fragments: [cheermote, words, cheermote] }
    const cheer = { ...events.bitsEvent(world(), world().get('alice'), 2), message }
    tell('channel.bits.use', cheer)
    await hear()
    const said = (await eventsOf('bits')).at(-1)
    assert.deepEqual([said?.amount, said?.unit, said?.message], [2, 'bits', 'hi'])
    tell('channel.bits.use', { ...cheer, user_id: null, user_login: null, user_name: null })
    await hear()
    const anonymous = (await eventsOf('bits')).at(-1)
    assert.deepEqual([anonymous?.username, anonymous?.is_anonymous], ['', true])
    const cheers = (await eventsOf('bits')).length
    const emote = { id: '25', emote_set_id: '0', owner_id: '0', format: ['static'] }
    const effect = { type: 'gigantify_an_emote', emote, message_effect_id: null }
    tell('channel.bits.use', { ...cheer, bits: 30, type: 'power_up', power_up: effect, message: null })
    await hear()
    assert.equal((await eventsOf('bits')).length, cheers)
    assert.deepEqual(
      (await eventsOf('power-up')).map(({ power_up, is_custom, amount }) => [power_up, is_custom, amount]),
      [['gigantify_an_emote', false, 30]],
    )
    assert.equal((await newest('bits'))?.amount, 30)
  })

  it('is passed over when it is somebody else’s chat, nobody’s action, too old, unknown or broken', async () => {
    const zoe = world().get('zoe')
    const said = (more: object) => events.chatEvent(world(), zoe, 'x', undefined, more)
    tell(
      'channel.chat.message',
      said({ source_broadcaster_user_id: '777', source_broadcaster_user_login: 'elsewhere' }),
    )
    tell('channel.chat.message', said({}), { at: new Date(Date.now() - 11 * 60_000) })
    tell('channel.follow', { ...events.followEvent(world(), zoe), user_id: null })
    tell('channel.chat.message', { ...said({}), message: 'not an object' })
    eventSub().sayAnything('no JSON')
    eventSub().sayAnything('{"metadata":{"message_type":"something_new"},"payload":{}}')
    await hear()
    assert.equal(await known('zoe'), undefined)
    tell('channel.chat.message', said({ source_broadcaster_user_id: world().broadcaster.id }))
    await hear()
    assert.equal(await messages('zoe'), 1)
  })

  it('about the bot is known to be about a bot', async () => {
    tell('channel.chat.message', events.chatEvent(world(), world().bot, 'typed by hand'))
    // A line of ours takes a little longer than others: it might be one that we wrote.
    await eventually('the bot is known', async () => (await known('streamerbot')) !== undefined)
    assert.deepEqual([(await known('streamerbot'))?.isBot, (await known('carol'))?.isBot], [true, false])
  })

  it('continues without a gap or a double when Twitch asks to move', async () => {
    const before = await messages('bob')
    const asked = stage.fake.server.count(/eventsub/)
    const [begun, ended] = [eventSub().sessionsBegun, eventSub().closeCodes.length]
    const line = () => tell('channel.chat.message', events.chatEvent(world(), world().get('bob'), 'hi'))
    eventSub().timing.welcomeMs = 50
    for (let round = 1; round <= 5; round++) {
      line()
      eventSub().move()
      await eventually('the new connection is there', async () => eventSub().sessionsBegun === begun + round)
      // Not welcomed yet: only the old one receives this.
      line()
      await eventually('the old connection has gone', async () => eventSub().closeCodes.length >= ended + round)
      line()
    }
    await hear()
    assert.equal((await messages('bob')) - before, 15)
    assert.equal(stage.fake.server.count(/eventsub/), asked, 'a session that moves keeps its subscriptions')
    assert.equal(eventSub().openSessions, 1)
  })

  it('comes back after a move that fails', async () => {
    eventSub().accept(false)
    eventSub().move({ graceMs: 100 })
    await eventually('everyone is out', async () => eventSub().openSessions === 0)
    eventSub().accept(true)
    await stage.isListening()
    await hear()
  })

  it('comes back after silence, and only then', async () => {
    eventSub().timing.keepaliveSeconds = 2
    await cut()
    await stage.isListening()
    const begun = eventSub().sessionsBegun
    const before = eventSub().keepalives
    await eventually('signs of life for longer than silence may last', () => eventSub().keepalives > before + 70)
    assert.deepEqual([eventSub().openSessions, eventSub().sessionsBegun], [1, begun], 'a sign of life is enough')
    eventSub().goSilent(true)
    await eventually('the silence is noticed', async () => eventSub().openSessions === 0)
    eventSub().goSilent(false)
    await eventually('there is another session', async () => eventSub().sessionsBegun > begun)
    await stage.isListening()
    await hear()
  })

  it('comes back when subscribing failed for a passing reason', async () => {
    stage.fake.server.plan('500', { on: /eventsub/, times: 3 })
    await cut()
    await eventually('the refusal', async () => logged('could not subscribe to the events of Twitch'))
    await stage.isListening()
    await hear()
  })

  it('goes on without a topic that ends with a server error, which is tried again alone', async () => {
    // No recorded answer was found: a status of 500 with Twitch’s usual body stands for any server error.
    const { server } = stage.fake
    eventSub().broken.add('channel.hype_train.begin')
    await cut()
    const [begun, asked] = [eventSub().sessionsBegun, server.count(/POST .*eventsub/)]
    await eventually('all others are subscribed', async () => eventSub().topics.length === topicCount - 1)
    await hear()
    assert.ok(server.count(/POST .*eventsub/) < asked + topicCount + 10)
    eventSub().broken.clear()
    await stage.isListening()
    assert.equal(eventSub().sessionsBegun, begun + 1, 'one session')
    await hear()
  })

  it('is less when less was allowed, and says so in the log', async () => {
    await stage.wire.connect({ without: ['bits:read'] })
    await eventually(
      'all but those about bits are subscribed',
      async () => eventSub().topics.length === topicCount - 2 && eventSub().openSessions === 1,
    )
    assert.ok(!eventSub().topics.includes('channel.bits.use') && logged('channel.bits.use'))
    await hear()
    await stage.wire.connect()
    await stage.isListening()
  })

  it('that was revoked is noticed, and so is a sign-in that has ended', async () => {
    eventSub().revoke('channel.follow', 'version_removed')
    await eventually('it is logged', async () => logged('version_removed'))
    stage.fake.auth.expireTokens()
    stage.fake.auth.refuseRenewals(true)
    eventSub().revoke('channel.subscribe', 'authorization_revoked')
    const owner = { channelId: stage.app.channel.id, service: 'twitch', role: 'broadcaster' } as const
    await eventually('the account is marked', async () => {
      const { body } = await stage.app.call('send-message', { message: 'x', platform: 'PlatformB' }, { status: 502 })
      return body.code === 'platform_reauth_required'
    })
    stage.fake.auth.refuseRenewals(false)
    await stage.wire.connect({ role: owner.role })
    await stage.isListening()
  })

  it('is no longer listened to once the account is disconnected', async () => {
    const { channel } = stage.app
    await stage.app.app.connecting.disconnect({ channelId: channel.id, service: 'twitch', role: 'broadcaster' })
    await eventually('the session is over', async () => eventSub().openSessions === 0)
    assert.equal(stage.fake.server.count(/revoke/), 1)
    const { body } = await stage.app.call('send-message', { message: 'x', platform: 'PlatformB' }, { status: 400 })
    assert.equal(body.code, 'platform_not_connected')
  })
})
