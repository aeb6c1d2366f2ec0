import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PlatformConnection } from '../../src/platforms/platforms.ts'
import { nextOf } from '../../src/platforms/youtube/broadcasts.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { members } from '../fakes/youtube-api.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { openYouTubeStage, type YouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('calls to YouTube', () => {
  let stage: YouTubeStage
  let connection: PlatformConnection
  before(async () => {
    stage = await openYouTubeStage({ members: true })
    connection = await stage.app.ctx.platforms.get(stage.app.channel.id, 'youtube')
  })
  after(() => stage.close())

  const signal = () => AbortSignal.timeout(60_000)
  const world = () => stage.fake.world
  const asked = (on: RegExp) => stage.fake.server.requests.filter(({ method, path }) => on.test(`${method} ${path}`))
  const title = (words: string) => stage.app.call('title', { title: words, platform: 'PlatformC' }, { status: 'any' })

  it('are in the name of the channel that said yes, not of a Google account', async () => {
    const { account } = connection
    assert.deepEqual([account.accountId, account.username], [world().broadcaster.id, 'streamer'])
    assert.equal(account.displayname, 'Streamer')
  })

  it('send back everything that is written about a video, since YouTube erases what is left out', async () => {
    const before = world().video
    assert.equal((await title('Another title')).status, 200)
    assert.deepEqual(world().video, { ...before, title: 'Another title' })
  })

  it('take no title that YouTube would not', async () => {
    const put = () => asked(/PUT/).length
    const before = put()
    for (const words of ['x'.repeat(101), 'a <b> c']) {
      const { status, body } = await title(words)
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      assert.match(body.error, /100 characters/)
    }
    assert.equal(put(), before)
    assert.equal((await title('😀'.repeat(100))).status, 200)
  })

  it('give the title to the broadcast that is planned when none is on air, and say so when there is none', async () => {
    world().status = 'upcoming'
    // A week ahead, forgotten in the spring, without a plan, and each of it twice.
    const hours = [7 * 24, -4_000, undefined, 25, 7 * 24, -4_000, undefined, 25]
    world().alsoPlanned = hours.map((startsInHours, index) => ({ id: `other${index}`, startsInHours }))
    stage.fake.stream.end()
    const isOffAir = async () => !(await connection.connector.readStream(connection.account, signal())).live
    await eventually('it is off air', isOffAir)
    assert.equal((await title('Tomorrow at eight')).status, 200)
    assert.equal(world().video.title, 'Tomorrow at eight')
    world().alsoPlanned = []
    world().status = 'completed'
    await eventually('it is noticed', async () => (await title('Too late')).status === 502)
    const { body } = await title('Too late')
    assert.match(body.error, /^YouTube refused the request: there is no live or scheduled broadcast/)
    const line = await stage.app.call('send-message', { message: 'x', platform: 'PlatformC' }, { status: 404 })
    assert.deepEqual([line.status, line.body.code], [404, 'stream_offline'])
    await stage.setLive(true)
    // What is known of the broadcast is kept for a moment.
    await eventually('it is on air again', async () => !(await isOffAir()))
  })

  it('choose the planned broadcast by its start: the next, else the one that is late the least', () => {
    const hour = 3_600_000
    const plan = (id: string, scheduledAt: number | undefined) => {
      return { id, title: id, chatId: undefined, scheduledAt, startedAt: undefined }
    }
    const now = Date.now()
    const all = [plan('week', now + 168 * hour), plan('spring', now - 4_000 * hour), plan('none', undefined)]
    assert.equal(nextOf([...all, plan('late', now - hour)], now)?.id, 'late')
    assert.equal(nextOf(all, now)?.id, 'week')
    assert.equal(nextOf([...all.slice(1), plan('summer', now - 2_000 * hour)], now)?.id, 'summer')
    assert.equal(nextOf(all.slice(2), now)?.id, 'none')
    assert.equal(nextOf([], now), undefined)
  })

  it('refuse a line that is too long before YouTube does', async () => {
    const { account, connector } = connection
    const say = (text: string) => connector.sendChat?.(account, { text, as: 'bot' }, signal())
    await assert.rejects(async () => say('x'.repeat(201)), { code: 'invalid_parameter', message: /200 characters/ })
    assert.ok(await say('ü'.repeat(200)))
  })

  it('say what a refusal means', async () => {
    const send = () => stage.app.call('send-message', { message: 'x', platform: 'PlatformC' }, { status: 'any' })
    stage.fake.slowDown(1)
    const fast = await send()
    assert.deepEqual(
      [fast.status, fast.body.code, fast.body.error],
      [502, 'platform_unavailable', 'YouTube is limiting requests. Try again later.'],
    )
    world().refusal = { status: 403, reason: 'accessNotConfigured', message: 'See <a href="x">here</a>' }
    assert.match((await send()).body.error, /Data API v3 is not enabled/)
    world().refusal = { status: 403, reason: 'forbidden', message: 'Not <a href="x">you</a>.' }
    assert.equal((await send()).body.error, 'YouTube refused the request: Not you.')
    world().refusal = { status: 403, reason: 'liveChatDisabled', message: 'The chat is off' }
    assert.deepEqual((await send()).body.code, 'stream_offline')
    assert.equal((await send()).status, 200)
  })

  it('know the scope that is missing, even when only YouTube says so', async () => {
    world().refusal = { status: 403, reason: 'insufficientPermissions', message: 'Insufficient Permission' }
    const { body } = await stage.app.call('send-message', { message: 'x', platform: 'PlatformC' }, { status: 502 })
    assert.equal(body.code, 'platform_reauth_required')
    assert.match(body.error, /youtube\.force-ssl/)
  })

  it('take back only bans that were made here', async () => {
    const { account, connector } = connection
    const user = await connector.findUser(account, { username: 'zoe' }, signal())
    assert.ok(user)
    const { moderation } = connector
    await assert.rejects(async () => moderation?.unban(account, user, signal()), {
      code: 'platform_refused',
      message: /only users who were banned here/,
    })
    await moderation?.ban(account, { user, minutes: 5, reason: '' }, signal())
    assert.deepEqual(world().bans.get(user.id)?.seconds, 300)
    world().bans.clear()
    await moderation?.unban(account, user, signal())
  })

  it('say why somebody cannot be banned', async () => {
    const { account, connector } = connection
    const user = { id: account.accountId, username: 'streamer', displayname: 'Streamer' }
    await assert.rejects(
      async () => connector.moderation?.ban(account, { user, minutes: null, reason: '' }, signal()),
      {
        code: 'platform_refused',
        message: 'YouTube refused the request: The owner of the chat cannot be banned.',
      },
    )
  })

  it('walk through all pages of the members, where YouTube allows it', async () => {
    world().members = [
      { handle: 'alice', levels: 1 },
      { handle: 'bob', levels: 3 },
      { handle: 'carol', levels: 2 },
    ]
    const { account, connector } = connection
    const found = await connector.listSubscribers?.(account, signal())
    assert.deepEqual(
      found?.map(({ user, tier }) => [user.username, tier]),
      [
        ['alice', 1],
        ['bob', 3],
        ['carol', 2],
      ],
    )
    await stage.wire.connect({ without: [members] })
    await assert.rejects(async () => connector.listSubscribers?.(account, signal()), {
      code: 'platform_reauth_required',
    })
    await stage.wire.connect()
    await stage.isListening()
  })

  it('end with a new sign-in when a renewed token is rejected too', async () => {
    stage.fake.refuseTokens(true)
    assert.equal((await title('x')).body.code, 'platform_reauth_required')
    stage.fake.refuseTokens(false)
    await stage.wire.connect()
    assert.equal((await title('x')).status, 200)
  })

  it('let an owner into the panel who added the account, asking for no more than who it is and for nothing to keep', async () => {
    const owner = await signInAsOwner(stage.app)
    const { body } = await owner.call('begin-adding-sign-in', { service: 'youtube' })
    const added = stage.fake.auth.approve(body.address, world().broadcaster.id)
    await fetch(added, { redirect: 'manual', headers: { Cookie: owner.cookie } })
    const begun = await fetch(`${stage.app.url}/sign-in/youtube/begin`, { redirect: 'manual' })
    const address = begun.headers.get('location') ?? ''
    const { searchParams: wanted } = new URL(address)
    assert.equal(wanted.get('scope'), 'https://www.googleapis.com/auth/youtube.readonly')
    assert.deepEqual([wanted.get('access_type'), wanted.get('prompt')], ['online', 'select_account'])
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const back = stage.fake.auth.approve(address, world().broadcaster.id)
    const done = await fetch(back, { redirect: 'manual', headers: { Cookie: cookie } })
    assert.equal(done.headers.get('location'), '/')
    assert.equal((await title('still connected')).status, 200)
  })

  it('have no account to speak for when the Google account has no channel', async () => {
    const id = world().broadcaster.id
    const people = world().people.splice(0, 1)
    await assert.rejects(stage.wire.connect(), { code: 'platform_refused', message: /has no YouTube channel/ })
    world().people.unshift(...people)
    assert.equal(world().get('streamer').id, id)
  })
})
