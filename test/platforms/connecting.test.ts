import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeTwitch } from '../fakes/twitch.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')

describe('a platform with credentials', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  it('is no longer on the sandbox, while the others still are', async () => {
    const connectorOf = async (platform: 'kick' | 'twitch') =>
      (await stage.app.ctx.platforms.find(stage.app.channel.id, platform))?.connector.name
    assert.deepEqual([await connectorOf('twitch'), await connectorOf('kick')], ['twitch', 'sandbox'])
    for (const platform of ['PlatformA', 'PlatformB']) {
      const { body } = await sandboxCall(stage.app, 'state', { platform }, { status: 404 })
      assert.equal(body.code, 'unknown_operation', 'nor can the sandbox be controlled for those')
    }
  })

  it('receives nothing of what a test key does', async () => {
    const { key } = await stage.app.makeKey(undefined, { isTest: true })
    const before = stage.fake.server.requests.length
    const { status } = await stage.app.call('send-message', { message: 'only a test', platform: 'PlatformB' }, { key })
    assert.equal(status, 200)
    assert.equal(stage.fake.server.requests.length, before)
    assert.equal((await sandboxCall(stage.app, 'state', { platform: 'PlatformB' }, { key })).body.chat.length > 0, true)
  })

  it('is signed in to by the account that said yes, with what it allowed', async () => {
    const { connecting } = stage.app.app
    assert.deepEqual(connecting.services, ['twitch'])
    const { account } = await stage.app.ctx.platforms.get(stage.app.channel.id, 'twitch')
    const { broadcaster } = stage.fake.world
    assert.deepEqual([account.accountId, account.username], [broadcaster.id, 'streamer'])
  })

  it('forgets an account and gives its token back', async () => {
    const { connecting } = stage.app.app
    const owner = { channelId: stage.app.channel.id, service: 'twitch', role: 'bot' } as const
    await connecting.disconnect(owner)
    assert.equal(stage.fake.server.count(/POST .*revoke/), 1)
    await connecting.disconnect(owner)
    assert.equal(stage.fake.server.count(/POST .*revoke/), 1)
    await stage.wire.connect({ role: 'bot' })
  })

  it('knows no service that has no credentials', async () => {
    const wanted = { channelId: stage.app.channel.id, role: 'broadcaster', preSession: 'x' } as const
    await assert.rejects(async () => stage.app.app.connecting.begin('spotify', wanted), { code: 'not_found' })
  })
})

describe('a server with credentials', () => {
  it('says that nobody is signed in, rather than play on in the sandbox', async (t) => {
    const fake = await startFakeTwitch()
    t.after(() => fake.close())
    const app = await createTestApp({ config: { services: { twitch: fake.settings } } })
    t.after(() => app.close())
    const { status, body } = await app.call('send-message', { message: 'x', platform: 'PlatformB' }, { status: 400 })
    assert.deepEqual([status, body.code], [400, 'platform_not_connected'])
    assert.equal(fake.server.requests.length, 0)
  })

  it('listens again after a restart, with what it kept', async (t) => {
    const first = await openTwitchStage()
    t.after(() => first.fake.close())
    await first.app.close({ keepFolder: true })
    await eventually('it has left', async () => first.fake.eventSub.openSessions === 0)
    const { folder } = first.app
    const again = await createTestApp({ folder, config: { services: { twitch: first.fake.settings } } })
    t.after(() => again.close())
    await first.isListening()
    assert.equal((await again.call('send-message', { message: 'back', platform: 'PlatformB' })).status, 200)
  })
})
