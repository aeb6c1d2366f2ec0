import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from './follow-back.ts'
import { type KickStage, openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about addresses and pages of a sign-in')

const ageSessions = sql<{ person: string }>(
  'UPDATE sessions SET created_at = created_at - 3700000 WHERE person_id = :person',
)

describe('connecting an account at the panel', () => {
  let stage: KickStage
  let owner: PanelClient
  before(async () => {
    stage = await openKickStage()
    owner = await signInAsOwner(stage.app)
  })
  after(() => stage.close())

  const events = async (wanted: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind }) => kind === wanted)
  }
  const begin = async (role = 'broadcaster', by = owner) => {
    const { status, body } = await by.call('begin-connecting', { service: 'kick', role })
    assert.equal(status, 200, body.error)
    return String(body.address)
  }
  const sayYes = (address: string, who = stage.fake.world.broadcaster.id) => stage.fake.auth.approve(address, who)
  /** The browser follows the address the service sends it to. */
  const follow = async (address: string, cookie = owner.cookie) => {
    const response = await followBack(address, { cookie, home: stage.app.url })
    return { status: response.status, to: response.headers.get('location') ?? '' }
  }
  const kick = async () => {
    const { body } = await owner.call('list-platforms')
    return body.services.find(({ service }: { service: string }) => service === 'kick')
  }

  it('leads to the service with PKCE, the least scopes and the exact address to come back to', async () => {
    const { searchParams: asked } = new URL(await begin())
    assert.equal(asked.get('redirect_uri'), `${stage.app.url}/connect/kick`)
    assert.deepEqual([asked.get('response_type'), asked.get('code_challenge_method')], ['code', 'S256'])
    assert.match(asked.get('code_challenge') ?? '', /^[\w-]{43}$/)
    assert.deepEqual(asked.get('scope')?.split(' '), [
      'user:read',
      'channel:read',
      'channel:write',
      'chat:write',
      'events:subscribe',
      'moderation:ban',
      'moderation:chat_message:manage',
      'channel:rewards:read',
      'channel:rewards:write',
      'kicks:read',
    ])
    const { searchParams: bot } = new URL(await begin('bot'))
    assert.equal(bot.get('scope'), 'user:read chat:write')
  })

  it('ends on the settings page, with an entry in the history that names who did it', async () => {
    const before = (await events('platform.connected')).length
    const { status, to } = await follow(sayYes(await begin()))
    assert.deepEqual([status, to], [303, '/settings/platforms?connected=kick&as=broadcaster'])
    const connected = await events('platform.connected')
    assert.equal(connected.length, before + 1)
    assert.deepEqual(connected.at(-1)?.data, { service: 'kick', role: 'broadcaster', username: 'Streamer' })
    assert.match(String(connected.at(-1)?.actor), /^person:/)
  })

  it('takes what comes back once, in the session that began it, and only what was begun', async () => {
    const otherSession = await signInAsOwner(stage.app)
    const back = sayYes(await begin())
    assert.equal((await follow(back, otherSession.cookie)).to, '/sign-in-failed?code=invalid_parameter')
    assert.match((await follow(back)).to, /failed=kick/, 'whoever tries a state has used it up')
    const again = sayYes(await begin())
    assert.match((await follow(again)).to, /connected=kick/)
    assert.match((await follow(again)).to, /failed=kick/)
    const forged = new URL(sayYes(await begin()))
    forged.searchParams.set('state', `${stage.app.channel.id}.${'x'.repeat(40)}`)
    assert.match((await follow(forged.href)).to, /failed=kick/)
    assert.equal((await follow(sayYes(await begin()), '')).to, '/sign-in-failed?code=invalid_parameter')
  })

  it('is for owners alone', async () => {
    for (const role of ['viewer', 'moderator', 'editor'] as const) {
      const person = await signInAs(stage.app, role)
      const answers = [
        await person.call('begin-connecting', { service: 'kick', role: 'broadcaster' }, { status: 403 }),
        await person.call('disconnect-platform', { service: 'kick', role: 'broadcaster' }, { status: 403 }),
        await person.call('check-platform', { service: 'kick' }, { status: 403 }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [403, 403, 403],
      )
      assert.equal((await person.call('list-platforms')).status, 200)
      assert.match((await follow(sayYes(await begin()), person.cookie)).to, /code=missing_role/)
    }
    assert.equal((await kick()).accounts[0].state, 'connected')
  })

  it('works without a script too, from a page of ours and no other', async () => {
    const post = (headers: Record<string, string>, as = 'bot') =>
      fetch(`${stage.app.url}/connect/kick?as=${as}`, {
        method: 'POST',
        headers: { Cookie: owner.cookie, ...headers },
        redirect: 'manual',
      })
    const own = await post({ 'Sec-Fetch-Site': 'same-origin' })
    assert.equal(own.status, 200)
    const [, address = ''] = /url=(.*)$/.exec(own.headers.get('refresh') ?? '') ?? []
    const { to } = await follow(sayYes(address, stage.fake.world.bot.id))
    assert.equal(to, '/settings/platforms?connected=kick&as=bot')
    assert.equal((await post({ 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    assert.equal((await post({ Origin: 'https://evil.example' })).status, 403)
    assert.equal((await post({ 'Sec-Fetch-Site': 'same-origin' }, 'nobody')).status, 400)
  })

  it('asks for a sign-in within the last hour, also without a script', async () => {
    const person = await signInAs(stage.app, 'owner')
    await stage.app.ctx.db.write((tx) => tx.run(ageSessions, { person: person.personId }))
    const { body } = await person.call('begin-connecting', { service: 'kick', role: 'bot' }, { status: 401 })
    assert.deepEqual([body.code, body.sign_in_again], ['sign_in_required', true])
    const post = await fetch(`${stage.app.url}/connect/kick?as=bot`, {
      method: 'POST',
      headers: { Cookie: person.cookie, 'Sec-Fetch-Site': 'same-origin' },
      redirect: 'manual',
    })
    assert.equal(post.headers.get('location'), '/settings/platforms?failed=kick&code=sign_in_required')
  })

  it('leads who is not signed in to the sign-in, with the reason', async () => {
    const post = await fetch(`${stage.app.url}/connect/kick?as=bot`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      redirect: 'manual',
    })
    assert.equal(post.headers.get('location'), '/sign-in-failed?code=not_signed_in')
  })

  it('says what became of a try that failed, until one does not', async () => {
    const cancelled = `${stage.app.url}/connect/kick?error=access_denied&state=x`
    await owner.call('disconnect-platform', { service: 'kick', role: 'bot' })
    await begin('bot')
    assert.match((await follow(cancelled)).to, /failed=kick&code=cancelled/)
    const bot = async () => (await kick()).accounts.find(({ role }: { role: string }) => role === 'bot')
    assert.deepEqual([(await bot()).state, (await bot()).reason], ['not_connected', 'The sign-in was cancelled.'])
    await follow(sayYes(await begin('bot'), stage.fake.world.bot.id))
    assert.deepEqual([(await bot()).state, (await bot()).reason], ['connected', null])
  })

  it('shows who is connected since when, what was not allowed, what it receives and what it can do', async () => {
    const { accounts, listening, capabilities, ...rest } = await kick()
    assert.deepEqual(rest, {
      service: 'kick',
      title: 'Kick',
      ways: ['redirect'],
      configured: true,
      on_sandbox: false,
      settings: ['SHOWCALLER_KICK_CLIENT_ID', 'SHOWCALLER_KICK_CLIENT_SECRET'],
      redirect_address: `${stage.app.url}/connect/kick`,
      webhook_address: `${stage.app.url}/webhooks/kick`,
      guide: 'docs/platforms/kick.md',
    })
    const [broadcaster] = accounts
    assert.deepEqual(
      [broadcaster.role, broadcaster.state, broadcaster.username],
      ['broadcaster', 'connected', 'Streamer'],
    )
    assert.ok(Math.abs(Date.now() - broadcaster.authorised_at) < 60_000 && broadcaster.refreshed_at > 0)
    assert.deepEqual(broadcaster.missing_permissions, [])
    assert.ok(listening !== null)
    const can = (name: string) => capabilities.find((one: { name: string }) => one.name === name)
    assert.deepEqual([can('title').can, can('clear chat').can, can('raids').can], [true, false, false])
    assert.match(can('clips').note, /extension/)
    const { body } = await owner.call('list-platforms')
    const others = body.services.filter(({ service }: { service: string }) => service !== 'kick')
    assert.deepEqual(
      others.map((one: { service: string; configured: boolean; on_sandbox: boolean }) => [
        one.service,
        one.configured,
        one.on_sandbox,
      ]),
      [
        ['twitch', false, true],
        ['youtube', false, true],
        ['tiktok', false, true],
        ['spotify', false, false],
      ],
    )
  })

  it('notices when a permission was left out, and when a sign-in has ended', async () => {
    await stage.wire.connect({ without: ['channel:write'] })
    assert.deepEqual((await kick()).accounts[0].missing_permissions, [
      { scope: 'channel:write', title: 'Change the title and the category' },
    ])
    stage.fake.auth.expireTokens()
    stage.fake.auth.refuseRenewals(true)
    await stage.app.call('send-message', { message: 'x', platform: 'PlatformA' }, { status: 502 })
    const { state, reason, username } = (await kick()).accounts[0]
    assert.deepEqual([state, username], ['needs_reconnect', 'Streamer'])
    assert.match(reason, /^Kick no longer accepts this sign-in \(.*invalid_grant.*\)\.$/)
    stage.fake.auth.refuseRenewals(false)
    await follow(sayYes(await begin()))
    assert.equal((await kick()).accounts[0].state, 'connected')
  })

  it('can be looked at again on the spot', async () => {
    await stage.isListening()
    stage.fake.webhooks.drop('channel.followed')
    const { status, body } = await owner.call('check-platform', { service: 'kick' })
    assert.deepEqual([status, body.listening.state], [200, 'connected'])
    assert.ok(stage.fake.webhooks.topics.includes('channel.followed'))
    assert.equal((await owner.call('check-platform', { service: 'tiktok' })).status, 200)
  })

  it('is undone by the owner: forgotten here, given back there, and nothing is reported any more', async () => {
    await stage.isListening()
    assert.equal((await owner.call('disconnect-platform', { service: 'kick', role: 'broadcaster' })).status, 200)
    assert.deepEqual(stage.fake.webhooks.topics, [])
    assert.ok(stage.fake.server.count(/POST .*revoke/) > 0)
    const { data } = (await events('platform.disconnected')).at(-1) ?? {}
    assert.deepEqual(data, { service: 'kick', role: 'broadcaster', username: 'Streamer' })
    await eventually('nothing is listened to', async () => (await kick()).listening === null)
    assert.equal((await kick()).accounts[0].state, 'not_connected')
    assert.equal((await owner.call('disconnect-platform', { service: 'kick', role: 'broadcaster' })).status, 200)
    assert.equal(
      (await owner.call('disconnect-platform', { service: 'twitch', role: 'bot' }, { status: 404 })).status,
      404,
    )
  })
})
