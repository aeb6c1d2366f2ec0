import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { noChatRules } from '../../src/platforms/chat-rules.ts'
import type { PlatformConnection } from '../../src/platforms/platforms.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('calls are tried again after a pause')

describe('calls to Twitch', () => {
  let stage: TwitchStage
  let connection: PlatformConnection
  before(async () => {
    stage = await openTwitchStage()
    connection = await stage.app.ctx.platforms.get(stage.app.channel.id, 'twitch')
  })
  after(() => stage.close())

  const signal = () => AbortSignal.timeout(60_000)
  const world = () => stage.fake.world
  const asked = (on: RegExp) => stage.fake.server.requests.filter(({ method, path }) => on.test(`${method} ${path}`))

  it('walk through all pages of those present', async () => {
    const present = await connection.connector.listPresent?.(connection.account, signal())
    assert.deepEqual(
      present?.map(({ username }) => username),
      ['alice', 'bob', 'streamer'],
    )
    assert.equal(asked(/chatters/).length, 2)
  })

  it('list subscribers with tier and gift, without the broadcaster', async () => {
    const subscribers = await connection.connector.listSubscribers?.(connection.account, signal())
    assert.deepEqual(
      subscribers?.map(({ user, tier, isGift }) => [user.username, tier, isGift]),
      [
        ['alice', 1, false],
        ['bob', 2, true],
      ],
    )
  })

  it('ask for a category by name, then by search, and remember its id', async () => {
    const { account, connector } = connection
    assert.deepEqual(await connector.findCategory?.(account, 'Chess', signal()), { id: '743', name: 'Chess' })
    assert.deepEqual(await connector.findCategory?.(account, 'cHESS', signal()), { id: '743', name: 'Chess' })
    assert.equal(await connector.findCategory?.(account, 'Che', signal()), undefined)
    const searched = () => asked(/GET \/helix\/(games|search)/).length
    for (const round of [1, 2]) {
      const before = searched()
      const { status, body } = await stage.app.call('game', { game: 'chess', platform: 'PlatformB' })
      assert.equal(status, 200, body.error)
      if (round === 2) assert.equal(searched(), before)
    }
    assert.equal(world().gameId, '743')
  })

  it('ask for sixty seconds where more are wanted', async () => {
    const { body } = await stage.app.call('clip', { platform: 'PlatformB', duration: 180, title: 'Näh & so' })
    assert.deepEqual(body.durations, { beta: 60 })
    const query = asked(/POST .*clips/).at(-1)?.query
    assert.deepEqual([query?.get('duration'), query?.get('title')], ['60.0', 'Näh & so'])
    const [id, clip] = [...world().clips].at(-1) ?? []
    assert.equal(body.clips.beta, `https://clips.twitch.tv/${id}`)
    assert.ok(Number(clip?.looksUntilReady) < 0, 'it was looked for until it was there')
  })

  it('look for a clip until it is there, even when Twitch cannot be asked for a moment', async () => {
    stage.fake.server.plan('500', { on: /GET .*clips/, times: 3 })
    const { status } = await stage.app.call('clip', { platform: 'PlatformB', title: 'x' })
    assert.equal(status, 200)
  })

  it('send a timeout in seconds, two weeks at most', async () => {
    const { account, connector } = connection
    const user = await connector.findUser(account, { username: 'zoe' }, signal())
    assert.ok(user)
    await connector.moderation?.ban(account, { user, minutes: 60 * 24 * 30, reason: 'long' }, signal())
    assert.deepEqual(world().bans.get(user.id), { seconds: 1_209_600, reason: 'long' })
    await connector.moderation?.unban(account, user, signal())
  })

  it('say why somebody cannot be banned', async () => {
    const { account, connector } = connection
    const user = { id: account.accountId, username: 'streamer', displayname: 'Streamer' }
    await assert.rejects(
      async () => connector.moderation?.ban(account, { user, minutes: null, reason: '' }, signal()),
      {
        code: 'platform_refused',
        message: 'Twitch refused the request: The user specified in the user_id field may not be banned.',
      },
    )
  })

  it('read and change the rules of the chat, and clear it', async () => {
    const { account, connector } = connection
    const { moderation } = connector
    assert.deepEqual(await moderation?.readChatRules?.(account, signal()), noChatRules)
    await moderation?.setChatRules?.(account, { followersOnly: true, slowSeconds: 1 }, signal())
    const changed = { ...noChatRules, followersOnly: true, slowSeconds: 3 }
    assert.deepEqual(await moderation?.readChatRules?.(account, signal()), changed)
    await moderation?.setChatRules?.(account, { followersOnly: false, slowSeconds: 0 }, signal())
    assert.deepEqual(await moderation?.readChatRules?.(account, signal()), noChatRules)
    await stage.app.call('send-message', { message: 'soon gone', platform: 'PlatformB' })
    await moderation?.clearChat?.(account, signal())
    assert.deepEqual(world().lines, [])
  })

  it('do not take every 401 for a bad token', async () => {
    const renewals = stage.wire.renewals
    const account = { ...connection.account, accountId: world().get('alice').id }
    await assert.rejects(async () => connection.connector.setTitle?.(account, 'not mine', signal()), {
      code: 'platform_refused',
      message: /must match the user ID/,
    })
    assert.equal(stage.wire.renewals, renewals)
    assert.equal((await stage.app.call('title', { title: 'mine', platform: 'PlatformB' })).status, 200)
  })

  it('end with a new sign-in when a renewed token is rejected too', async () => {
    stage.fake.refuseTokens(true)
    const { body } = await stage.app.call('title', { title: 'x', platform: 'PlatformB' }, { status: 502 })
    assert.equal(body.code, 'platform_reauth_required')
    stage.fake.refuseTokens(false)
    await stage.wire.connect()
    assert.equal((await stage.app.call('title', { title: 'x', platform: 'PlatformB' })).status, 200)
  })
})
