import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PlatformConnection } from '../../src/platforms/platforms.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { chatEvent } from '../fakes/kick-events.ts'
import { loose } from '../loose-events.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { dayMs } from '../test-clock.ts'
import { type KickStage, openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('calls to Kick', () => {
  let stage: KickStage
  let connection: PlatformConnection
  before(async () => {
    stage = await openKickStage()
    connection = await stage.app.ctx.platforms.get(stage.app.channel.id, 'kick')
  })
  after(() => stage.close())

  const signal = () => AbortSignal.timeout(60_000)
  const world = () => stage.fake.world
  const asked = (on: RegExp) => stage.fake.server.requests.filter(({ method, path }) => on.test(`${method} ${path}`))
  const lastJson = (on: RegExp) => JSON.parse(asked(on).at(-1)?.text ?? 'null')

  it('look people up by the address of their page, which is not quite their name', async () => {
    const { account, connector } = connection
    const find = async (username: string) => (await connector.findUser(account, { username }, signal()))?.username
    assert.equal(await find('ZOE'), 'Zoe')
    assert.equal(await find('snake_case'), 'snake_case')
    assert.equal(await find('snake-case'), 'snake_case')
    assert.equal(await connector.findUser(account, { person: 'someone' }, signal()), undefined)
  })

  it('ask for a category by name, then by search, and remember its id', async () => {
    const { account, connector } = connection
    assert.deepEqual(await connector.findCategory?.(account, 'Chess', signal()), { id: '410', name: 'Chess' })
    assert.deepEqual(await connector.findCategory?.(account, 'cHESS', signal()), { id: '410', name: 'Chess' })
    assert.equal(await connector.findCategory?.(account, 'Che', signal()), undefined)
    const searched = () => asked(/GET .*categories/).length
    for (const round of [1, 2]) {
      const before = searched()
      const { status, body } = await stage.app.call('game', { game: 'chess', platform: 'PlatformA' })
      assert.equal(status, 200, body.error)
      if (round === 2) assert.equal(searched(), before)
    }
    assert.deepEqual(lastJson(/PATCH/), { category_id: 410 })
    const { body } = await stage.app.call('search-games', { query: 'chess' })
    assert.equal(body.games[0].alpha_category_id, 410, 'the id is in the catalogue from now on')
    const byId = await stage.app.call('set-stream-meta', { alpha_category_id: 410, platform: 'PlatformA' })
    assert.deepEqual([byId.status, byId.body.game_updated], [200, true])
  })

  it('post no clip link of another site, and create no second clip when the call is repeated', async () => {
    const input = { platform: 'PlatformA', send_chat_message: true }
    const good = await stage.app.call('clip', input)
    assert.match(good.body.clips.alpha, /^https:\/\/kick\.com\//)
    const before = world().lines.length
    const sites = ['https://kick.com.example.org', 'http://kick.com', 'https://kick.com:8443', 'https://user@kick.com']
    for (const [index, site] of sites.entries()) {
      stage.setClipSite(site)
      const headers = { 'Idempotency-Key': `foreign-${index}` }
      const { body } = await stage.app.call('clip', input, { status: 502, headers })
      assert.equal(body.code, 'platform_refused', site)
      assert.ok(!JSON.stringify(body).includes(site))
      const again = await stage.app.call('clip', input, { status: 502, headers })
      assert.equal(again.body.code, 'outcome_unknown')
    }
    stage.setClipSite('https://kick.com')
    assert.equal(world().lines.length, before)
  })

  it('do without the older search where it is gone', async () => {
    const { account, connector } = connection
    const endpoint = /GET \/public\/v1\/categories/
    const before = asked(endpoint).length
    stage.fake.retire('GET /public/v1/categories')
    assert.equal(await connector.findCategory?.(account, 'Nothing', signal()), undefined)
    assert.equal(asked(endpoint).length, before + 1)
  })

  it('answer with what was set while Kick still reports the old', async () => {
    const { title, categoryId } = world()
    world().reported = { title, categoryId }
    const { body } = await stage.app.call('set-stream-meta', {
      title: 'Fresh',
      game: 'Minecraft',
      platform: 'PlatformA',
    })
    assert.deepEqual([body.title, body.category], ['Fresh', 'Minecraft'])
    world().reported = undefined
  })

  it('send a timeout in whole minutes, a week at most, and a reason of 100 characters', async () => {
    const { account, connector } = connection
    const user = { id: stage.idOf('zoe'), username: 'Zoe', displayname: 'Zoe' }
    await connector.moderation?.ban(account, { user, minutes: 60 * 24 * 30, reason: 'é'.repeat(150) }, signal())
    assert.deepEqual(world().bans.get(Number(user.id)), { minutes: 10_080, reason: 'é'.repeat(100) })
    await connector.moderation?.unban(account, user, signal())
  })

  it('store that somebody was unbanned, which Kick does not report', async () => {
    const { ctx, channel } = stage.app
    await stage.app.call('ban', { username: 'zoe', platform: 'PlatformA' })
    const { status, body } = await stage.app.call('unban-user', { username: 'zoe', platform: 'PlatformA' })
    assert.equal(status, 200, body.error)
    await eventually('it is in the history', async () => {
      const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
      return all.some(({ kind, data }) => kind === 'unban' && data.username === 'Zoe')
    })
  })

  it('write down a ban that Kick cannot report', async () => {
    const { account, connector } = connection
    const { webhooks } = stage.fake
    const check = () => connector.checkListening?.(account, signal())
    const { ctx, channel } = stage.app
    const bans = async () =>
      (await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))).filter(
        ({ kind, actor, data }) => kind === 'ban' && actor === 'platform:kick' && data.username === 'Zoe',
      )
    const before = (await bans()).length
    webhooks.refuse(Object.fromEntries(webhooks.topics.map((topic) => [topic, 'no'])))
    webhooks.drop()
    // After a day of deliveries that failed.
    stage.clock.jump(dayMs)
    await check()
    assert.equal((await stage.listenerStatus())?.state, 'failed')
    await stage.app.call('ban', { username: 'zoe', reason: 'Spam.', platform: 'PlatformA' })
    assert.deepEqual(
      (await bans()).slice(before).map(({ data }) => [data.reason, data.moderator]),
      [['Spam.', 'Streamer']],
    )
    webhooks.refuse({})
    await check()
    stage.clock.jump(-dayMs)
    await stage.app.call('unban-user', { username: 'zoe', platform: 'PlatformA' })
  })

  it('say in one sentence what Kick does not let other software do', async () => {
    const { status, body } = await stage.app.call('clear-chat', { platform: 'PlatformA' }, { status: 502 })
    assert.deepEqual([status, body.error], [502, 'Kick does not let other software clear the chat.'])
  })

  it('say why somebody cannot be banned', async () => {
    const { account, connector } = connection
    const user = { id: account.accountId, username: 'Streamer', displayname: 'Streamer' }
    await assert.rejects(
      async () => connector.moderation?.ban(account, { user, minutes: null, reason: '' }, signal()),
      { code: 'platform_refused', message: 'Kick refused the request: The broadcaster cannot be banned.' },
    )
  })

  it('take a ban that exists and an unban of nobody for done, wherever Kick puts its reason', async () => {
    const { account, connector } = connection
    const user = { id: stage.idOf('yuri'), username: 'Yuri', displayname: 'Yuri' }
    for (const hasReasonInMessage of [false, true]) {
      world().hasReasonInMessage = hasReasonInMessage
      for (const _ of [1, 2]) await connector.moderation?.ban(account, { user, minutes: null, reason: '' }, signal())
      assert.ok(world().bans.has(Number(user.id)))
      for (const _ of [1, 2]) await connector.moderation?.unban(account, user, signal())
      assert.ok(!world().bans.has(Number(user.id)))
    }
    world().hasReasonInMessage = false
  })

  it('do not sign the account out for a 401 while Kick says that its token is good', async () => {
    const send = () => stage.app.call('send-message', { message: 'x', platform: 'PlatformA' }, { status: 'any' })
    const { auth, server } = stage.fake
    const introspections = () => server.count(/POST \/oauth\/token\/introspect/)
    world().refusesGoodTokens = true
    const renewals = auth.renewals()
    for (const count of [1, 2, 3]) {
      const { status, body } = await send()
      assert.deepEqual(
        [status, body.code, body.error],
        [502, 'platform_refused', 'Kick refused the request: Unauthorized.'],
      )
      assert.equal(introspections(), count)
    }
    assert.equal(auth.renewals() - renewals, 1, 'a token that is good is not renewed again and again')
    server.plan('500', { on: /introspect/ })
    assert.equal((await send()).body.code, 'platform_refused', 'no answer does not mean that the token is dead')
    world().refusesGoodTokens = false
    assert.equal((await send()).status, 200)
    world().refusesGoodTokens = true
    auth.callTokensDead(true)
    assert.equal((await send()).body.code, 'platform_reauth_required')
    auth.callTokensDead(false)
    world().refusesGoodTokens = false
    await stage.wire.connect()
    assert.equal((await send()).status, 200)
  })

  it('write as the bot account where there is one, else as the app’s bot, and receive neither as somebody’s words', async () => {
    await stage.app.call('send-bot-message', { message: 'from my account', platform: 'PlatformA' })
    assert.deepEqual(lastJson(/POST .*chat/), {
      content: 'from my account',
      type: 'user',
      broadcaster_user_id: world().broadcaster.id,
    })
    const owner = { channelId: stage.app.channel.id, service: 'kick', role: 'bot' } as const
    await stage.app.app.connecting.disconnect(owner)
    // Kick may report a message after the bot account that sent it is gone: it was not the app's bot.
    const { id: fromAccount } = world().lines.at(-1) ?? {}
    await stage.fake.webhooks.tell('chat.message.sent', chatEvent(world(), world().bot, 'from my account', fromAccount))
    const { status } = await stage.app.call('send-bot-message', { message: 'from the app', platform: 'PlatformA' })
    assert.equal(status, 200)
    assert.deepEqual(lastJson(/POST .*chat/), { content: 'from the app', type: 'bot' })
    await stage.act({ by: 'carol', kind: 'chat', text: 'after it' })
    const known = async (username: string) => stage.app.ctx.viewers.findKnown(stage.app.channel, 'kick', { username })
    await eventually('a line that came after it is heard', async () => (await known('carol')) !== undefined)
    assert.deepEqual([await known('AppBot'), await known(world().bot.name)], [undefined, undefined])
    const chatCalls = () => asked(/POST .*chat/).length
    const noteOf = async () => (await stage.listenerStatus())?.note
    world().isAppBotBroken = true
    for (const message of ['1', '2', '3', '4', '5', '6']) {
      const before = chatCalls()
      assert.equal((await stage.app.call('send-bot-message', { message, platform: 'PlatformA' })).status, 200)
      assert.deepEqual([world().lines.at(-1)?.by, world().lines.at(-1)?.text], ['Streamer', message])
      // After five errors the bot is left alone for a while; the account itself is not.
      assert.equal(chatCalls() - before, message === '6' ? 1 : 2, message)
    }
    assert.match(String(await noteOf()), /messages are sent from your own account/)
    const { body: shown } = await (await signInAsOwner(stage.app)).call('list-platforms')
    const kick = shown.services.find((one: { service: string }) => one.service === 'kick')
    assert.equal(kick.listening.note, String(await noteOf()))
    world().isAppBotBroken = false
    stage.clock.advance(10_000)
    await stage.app.call('send-bot-message', { message: 'again', platform: 'PlatformA' })
    assert.deepEqual([world().lines.at(-1)?.by, await noteOf()], ['AppBot', null])
    world().hasAppBot = false
    const { body } = await stage.app.call('send-bot-message', { message: 'x', platform: 'PlatformA' }, { status: 502 })
    // Kick says that it does not find the channel, as reported for apps without a bot (KickDevDocs).
    assert.equal(body.code, 'platform_refused')
    assert.match(body.error, /^Your Kick app has no bot\./)
    await stage.wire.connect({ role: 'bot' })
  })

  it('count as followers those who followed while we listened', async () => {
    const { body } = await stage.app.call('get-stream-meta', { platform: 'PlatformA' })
    assert.equal(Number.isInteger(body.followers_count), true)
  })

  it('make a clip through the extension, and say how to fix it when that is away', async () => {
    const made = await stage.app.call('clip', { platform: 'PlatformA', title: 'What a moment', duration: 45 })
    assert.match(made.body.clips.alpha, /^https:\/\/kick\.com\/streamer\/clips\/clip_/)
    assert.equal(made.body.durations.alpha, 45)
    await stage.closeExtension()
    await eventually('the extension is gone', async () => !connection.connector.clips?.isReady(connection.account))
    const { status, body } = await stage.app.call('clip', { platform: 'PlatformA' }, { status: 502 })
    assert.deepEqual([status, body.code], [502, 'extension_not_connected'])
    assert.match(body.error, /pair it in the panel/)
  })
})
