import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { capabilitiesOf } from '../../src/platforms/capabilities.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeBridge } from '../fakes/tiktok-bridge.ts'
import { eulerKey, eulerUser, type FakeEuler, startFakeEuler } from '../fakes/tiktok-euler.ts'
import { loose } from '../loose-events.ts'
import { bridgeToken, openTikTokApp, openTikTokStage, type TikTokStage } from './tiktok-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('it starts a server for each adapter')

type Opened = Awaited<ReturnType<typeof openTikTokApp>>

const soon = (what: string, isSo: () => Promise<boolean>) => eventually(what, isSo)
const messages = async ({ app }: Opened, username: string) => {
  const found = await app.ctx.viewers.findKnown(app.channel, 'tiktok', { username })
  return found !== undefined && 'known' in found ? found.known.messageCount : 0
}
const activityOf = async ({ app: { ctx, channel } }: Opened, wanted: string) => {
  const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
  return all.filter(({ kind, actor }) => kind === wanted && actor === 'platform:tiktok').map(({ data }) => data)
}
const read = async ({ app }: Opened) => {
  const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'tiktok')
  return connector.readStream(account, AbortSignal.timeout(60_000))
}

describe('a TikTok bridge', () => {
  let stage: TikTokStage
  before(async () => {
    stage = await openTikTokStage()
  })
  after(() => stage.close())
  afterEach(async () => {
    stage.bridge.goSilent(false)
    stage.bridge.accept(true)
    stage.bridge.beOf('streamer')
    await stage.isListening()
  })

  const bridge = () => stage.bridge
  async function hear(): Promise<void> {
    const count = await messages(stage, 'ivy')
    bridge().tell({ type: 'chat', id: crypto.randomUUID(), user: bridge().get('ivy'), text: 'ping' })
    await soon('the last line is heard', async () => (await messages(stage, 'ivy')) === count + 1)
  }

  it('is shown the token, and nothing is ever said to it', async () => {
    await hear()
    assert.ok(bridge().headers.every((header) => header === `Bearer ${bridgeToken}`))
    assert.equal(bridge().heardFromUs, 0)
  })

  it('says whose account it is', async () => {
    const { account } = await stage.app.ctx.platforms.get(stage.app.channel.id, 'tiktok')
    assert.deepEqual([account.accountId, account.username], [bridge().get('streamer').id, 'streamer'])
  })

  it('reports gifts in diamonds, follows and subscriptions', async () => {
    const user = { ...bridge().get('carol'), roles: ['moderator', 'king'] }
    bridge().tell({ type: 'gift', id: 'g1', user, name: 'Rose', diamonds: 1, count: 12 })
    bridge().tell({ type: 'gift', id: 'g2', user, diamonds: 500 })
    bridge().tell({ type: 'chat', id: 'c1', user, text: 'hello' })
    await hear()
    const gifts = (await activityOf(stage, 'bits')).map(({ amount, message }) => [amount, message])
    assert.deepEqual(gifts, [
      [12, 'Rose'],
      [500, ''],
    ])
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'tiktok', { username: 'carol' })
    assert.ok(found && 'known' in found)
    assert.deepEqual(found.known.roles, ['moderator'])
  })

  it('may say what it likes: what cannot be read is passed over', async () => {
    const user = bridge().get('carol')
    const before = await messages(stage, 'carol')
    for (const frame of [
      'not json',
      '[]',
      { type: 'chat', id: 'x1', user },
      { type: 'chat', id: 'x2', user: { id: 7, username: 'carol' }, text: 'x' },
      { type: 'gift', id: 'x3', user, diamonds: -5 },
      { type: 'stream', live: 'yes' },
      { type: 'stream', viewers: 1.5 },
      { type: 'something new', anything: 1 },
      { no: 'type' },
    ]) {
      bridge().tell(frame)
    }
    await hear()
    assert.equal(await messages(stage, 'carol'), before)
    assert.equal((await read(stage)).live, true)
    assert.equal((await activityOf(stage, 'bits')).length, 2)
  })

  it('is opened again when it is lost, and until then nothing is known of the stream', async () => {
    bridge().accept(false)
    bridge().cut()
    await soon('it is noticed', async () => (await stage.listening())?.state === 'reconnecting')
    assert.equal(String((await stage.listening())?.message), 'The TikTok bridge cannot be reached. Is it running?')
    await assert.rejects(read(stage), { code: 'platform_unavailable', message: /cannot be reached/ })
    bridge().accept(true)
    await stage.isListening()
    await hear()
    await soon('the stream is known again', () =>
      read(stage).then(
        ({ live }) => live,
        () => false,
      ),
    )
  })

  it('that reports somebody else is not believed', async () => {
    bridge().beOf('bob')
    bridge().cut()
    await soon('it is noticed', async () => {
      const { message = '' } = (await stage.listening()) ?? {}
      return String(message) === 'The TikTok bridge reports bob, but streamer is connected.'
    })
    const before = await messages(stage, 'carol')
    bridge().tell({ type: 'chat', id: 'other', user: bridge().get('carol'), text: 'in another room' })
    bridge().beOf('streamer')
    bridge().cut()
    await stage.isListening()
    await hear()
    assert.equal(await messages(stage, 'carol'), before)
  })

  it('is a sign-in that only the browser that began it can end', async () => {
    await assert.rejects(stage.connect('another browser'), { code: 'invalid_parameter' })
    const { back, account } = await stage.connect()
    assert.equal(back.origin + back.pathname, `${stage.app.url}/connect/tiktok`)
    assert.equal(account.user.username, 'streamer')
    const { connecting } = stage.app.app
    const forged = { code: 'adapter', state: 'forged', preSession: 'held by this browser alone' }
    await assert.rejects(connecting.finish('tiktok', forged), { code: 'invalid_parameter' })
    const asBot = { channelId: stage.app.channel.id, role: 'bot', preSession: 'x' } as const
    await assert.rejects(async () => connecting.begin('tiktok', asBot), { code: 'invalid_parameter' })
  })

  it('can do nothing but receive, and the list of what is possible says so', async () => {
    const { connector } = await stage.app.ctx.platforms.get(stage.app.channel.id, 'tiktok')
    const can = capabilitiesOf(connector, { bot: false }).flatMap(({ name, can: is }) => (is ? [name] : []))
    const received = ['chat in', 'viewers', 'followers', 'follows', 'subscriptions', 'bits', 'stream events']
    assert.deepEqual(can, [...received, 'emotes', 'badges', 'likes', 'shares', 'super fans'])
  })
})

describe('a TikTok bridge that falls silent', () => {
  it('is opened again', async (t) => {
    const stage = await openTikTokStage({ silenceMs: 400 })
    t.after(() => stage.close())
    const { bridge } = stage
    bridge.goSilent(true)
    await soon('it is noticed', async () => (await stage.listening())?.state === 'reconnecting')
    bridge.goSilent(false)
    await stage.isListening()
    const count = await messages(stage, 'ivy')
    // A busy machine may take itself for silence and lose a line.
    await soon('a line is heard', async () => {
      bridge.tell({ type: 'chat', id: crypto.randomUUID(), user: bridge.get('ivy'), text: 'ping' })
      return (await messages(stage, 'ivy')) > count
    })
  })
})

describe('a TikTok bridge that is not there', () => {
  it('is said to be missing when the account is connected', async (t) => {
    const bridge = await startFakeBridge({ token: 'another token' })
    t.after(() => bridge.close())
    const opened = await openTikTokApp({ adapter: 'bridge', url: bridge.url, token: bridgeToken })
    t.after(() => opened.app.close())
    await assert.rejects(opened.connect(), { code: 'platform_unavailable', message: /rejected the token/ })
    bridge.accept(false)
    const { body } = await opened.app.call('get-stream-meta', { platform: 'PlatformD' }, { status: 400 })
    assert.equal(body.code, 'platform_not_connected')
  })
})

describe('Euler Stream', () => {
  let euler: FakeEuler
  let opened: Opened
  before(async () => {
    euler = await startFakeEuler()
    opened = await openTikTokApp({ adapter: 'euler', username: eulerUser, key: eulerKey, url: euler.url })
    await opened.connect()
    await isListening()
  })
  after(async () => {
    await opened.app.close()
    await euler.close()
  })

  const isListening = () =>
    soon(
      'it reports the stream',
      async () => euler.connections === 1 && (await read(opened).catch(() => undefined))?.live === true,
    )
  const say = (username: string, comment: string) =>
    euler.tell(euler.message('WebcastChatMessage', { user: euler.user(username), comment }))
  async function hear(): Promise<void> {
    const count = await messages(opened, 'ivy')
    say('ivy', 'ping')
    await soon('the last line is heard', async () => (await messages(opened, 'ivy')) === count + 1)
  }

  it('reports the stream', async () => {
    euler.tell(euler.message('WebcastRoomUserSeqMessage', { viewerCount: 41 }))
    await hear()
    const { live, title, viewerCount, startedAt } = await read(opened)
    assert.deepEqual([live, title, viewerCount, startedAt], [true, 'Dancing', 41, 1_772_388_000_000])
  })

  it('counts a gift that is given in a row once, at the end of the row', async () => {
    const user = euler.user('alice')
    const giftDetails = { giftName: 'Rose', giftType: 1, diamondCount: 1 }
    for (const [repeatCount, repeatEnd] of [
      [1, 0],
      [2, 0],
      [3, 1],
    ]) {
      euler.tell(euler.message('WebcastGiftMessage', { user, giftId: 5655, repeatCount, repeatEnd, giftDetails }))
    }
    const lion = { name: 'Lion', type: 2, diamondCount: 29_999 }
    euler.tell(euler.message('WebcastGiftMessage', { user, giftId: 6369, repeatCount: 1, repeatEnd: 0, gift: lion }))
    await hear()
    const gifts = (await activityOf(opened, 'bits')).map(({ amount, message }) => [amount, message])
    assert.deepEqual(gifts, [
      [3, 'Rose'],
      [29_999, 'Lion'],
    ])
  })

  it('counts a row of gifts whose end never comes, after a while and once', async () => {
    const giftDetails = { id: '5655', giftName: 'Rose', giftType: 1, diamondCount: 1 }
    const gift = (repeatCount: number, repeatEnd: number) => {
      const data = { user: euler.user('dora'), giftId: 5655, groupId: '1785240001000', repeatCount, repeatEnd }
      return euler.message('WebcastGiftMessage', { ...data, giftDetails })
    }
    const given = async () =>
      (await activityOf(opened, 'bits')).flatMap(({ username, amount }) => (username === 'dora' ? [amount] : []))
    euler.tell(gift(1, 0), gift(4, 0))
    await soon('it is counted', async () => (await given()).length > 0)
    euler.tell(gift(4, 1))
    await hear()
    assert.deepEqual(await given(), [4])
  })

  it('says who is who, and knows the broadcaster, whose number it does not know', async () => {
    const rolesOf = async (username: string) => {
      const found = await opened.app.ctx.viewers.findKnown(opened.app.channel, 'tiktok', { username })
      return found !== undefined && 'known' in found ? found.known.roles : undefined
    }
    const speak = (username: string, userIdentity: object) => {
      const user = euler.user(username)
      euler.tell(euler.message('WebcastChatMessage', { user, comment: 'hello', userIdentity }))
    }
    speak('mona', euler.identity({ isModeratorOfAnchor: true, isFollowerOfAnchor: true }))
    speak('susi', euler.identity({ isSubscriberOfAnchor: true }))
    speak('nora', euler.identity())
    speak('renamed', euler.identity({ isAnchor: true }))
    say(eulerUser.toUpperCase(), 'hello')
    await hear()
    assert.deepEqual([...((await rolesOf('mona')) ?? [])].sort(), ['follower', 'moderator'])
    assert.deepEqual([await rolesOf('susi'), await rolesOf('nora')], [['subscriber'], []])
    assert.deepEqual([await rolesOf('renamed'), await rolesOf(eulerUser)], [['broadcaster'], ['broadcaster']])
  })

  it('may send its frames as text or as bytes', async () => {
    euler.sendBinary(true)
    await hear()
    euler.sendBinary(false)
    await hear()
  })

  it('reports follows and subscriptions, once, and shares and likes not at all', async () => {
    const user = euler.user('bob')
    const follow = euler.message('WebcastSocialMessage', { user, action: 1 })
    euler.tell(follow, follow)
    const shown = (username: string, displayText: object) => {
      const { type, data } = euler.message('WebcastSocialMessage', { user: euler.user(username) })
      euler.tell({ type, data: { ...data, common: { ...(data.common as object), displayText } } })
    }
    shown('carol', { displayType: 'pm_main_follow_message_viewer_2', defaultPattern: '{0:user} followed the host' })
    shown('dave', { key: 'pm_main_follow_message_viewer_2' })
    shown('erin', { displayType: 'pm_mt_guidance_share', defaultPattern: '{0:user} shared the LIVE' })
    euler.tell(euler.message('WebcastSocialMessage', { user, action: 3 }))
    euler.tell(euler.message('WebcastLikeMessage', { user, likeCount: 15 }))
    euler.tell(euler.message('WebcastSubNotifyMessage', { user, subMonth: 4 }))
    const nobody = { type: 'WebcastChatMessage', data: { comment: 'nobody said this' } }
    euler.tell(nobody, euler.message('WebcastChatMessage', { user, content: 'beside it' }))
    await hear()
    assert.deepEqual(
      (await activityOf(opened, 'follow')).map(({ username }) => username),
      ['bob', 'carol', 'dave'],
    )
    assert.equal(await messages(opened, 'bob'), 1)
    const subs = (await activityOf(opened, 'subscription')).map(({ type, months }) => [type, months])
    assert.deepEqual(subs, [['sub_renew', 4]])
  })

  it('closes when the stream ends, and is asked again now and then', async () => {
    euler.setLive(false)
    euler.cut(4005)
    await soon('it is noticed', async () => (await read(opened).catch(() => undefined))?.live === false)
    assert.equal(
      String((await opened.listening())?.message),
      'You are not live. TikTok sends events only while you are live.',
    )
    const begun = euler.begun
    await soon('it is asked again', async () => euler.begun > begun + 1)
    euler.setLive(true)
    await isListening()
    await hear()
  })

  it('is opened again when it is lost', async () => {
    euler.cut(4500)
    await soon('it is noticed', async () => euler.connections === 0 || euler.begun > 1)
    await isListening()
    await hear()
  })

  it('keeps its key out of the log', async () => {
    assert.ok(opened.app.logLines.every((line) => !line.includes(eulerKey)))
  })

  it('that does not take the key says so', async (t) => {
    const other = await openTikTokApp({ adapter: 'euler', username: eulerUser, key: 'wrong', url: euler.url })
    t.after(() => other.app.close())
    await other.connect()
    await soon('it says so', async () => (await other.listening())?.state === 'needs_sign_in')
    assert.equal(
      String((await other.listening())?.message),
      'Euler Stream rejected the key or the username of this server.',
    )
  })
})
