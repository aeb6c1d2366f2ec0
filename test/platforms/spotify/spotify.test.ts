import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { type FakeSpotify, startFakeSpotify } from '../../fakes/spotify.ts'
import { loose } from '../../loose-events.ts'
import { openPage } from '../../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../../panel/panel-client.ts'
import { createTimeLimits } from '../time-limits.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server and a fake of Spotify for most tests')

describe('Spotify as the player', () => {
  let spotify: FakeSpotify
  let app: TestApp
  let owner: PanelClient
  const limits = createTimeLimits()
  before(async () => {
    spotify = await startFakeSpotify()
    spotify.server.onHang(limits.end)
    app = await createTestApp({ timeLimit: limits.start, config: { services: { spotify: spotify.settings } } })
    spotify.register(`${app.url}/connect/spotify`)
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await spotify?.close()
  })
  beforeEach(() => {
    const devices = [{ id: 'device-1', is_active: true, is_restricted: false, name: 'Laptop', type: 'Computer' }]
    Object.assign(spotify.world, {
      playing: false,
      isPremium: true,
      isOver: false,
      nextAnswer: undefined,
      at: 0,
      progressMs: 12_000,
      devices,
    })
    spotify.world.commands.splice(0)
  })

  const look = async () => (await owner.call('get-music-player')).body
  const connectionState = async () => {
    const { body } = await owner.call('list-connections')
    return body.connections.find(({ id }: { id: string }) => id === 'spotify/broadcaster')?.state
  }
  async function connect(): Promise<void> {
    const preSession = 'held by this browser alone'
    const wanted = { channelId: app.channel.id, role: 'broadcaster', preSession } as const
    const back = spotify.approve(await app.app.connecting.begin('spotify', wanted))
    const [code, state] = [back.get('code') ?? '', back.get('state') ?? '']
    await app.app.connecting.finish('spotify', { code, state, preSession })
  }
  const fails = async (operation: string) => {
    const { status, body } = await app.call(operation, {}, { status: 502 })
    return [status, body.code, body.error]
  }

  it('cannot be chosen before it is connected', async () => {
    assert.deepEqual((await look()).spotify, { available: true, account: null, needs_sign_in: false })
    const { status, body } = await owner.call('set-music-player', { player: 'spotify' }, { status: 400 })
    assert.deepEqual([status, body.code], [400, 'platform_not_connected'])
  })

  it('receives nothing while the built-in player is the one that is driven', async () => {
    await connect()
    assert.equal((await app.call('start-song')).status, 200)
    assert.equal((await app.call('stop-song')).status, 200)
    assert.deepEqual(spotify.world.commands, [])
    assert.deepEqual((await look()).spotify, { available: true, account: 'The Streamer', needs_sign_in: false })
  })

  it('is started, paused and skipped by the operations once it is chosen', async () => {
    assert.equal((await owner.call('set-music-player', { player: 'spotify' })).status, 200)
    for (const operation of ['start-song', 'skip-song', 'stop-song']) {
      assert.equal((await app.call(operation)).status, 200, operation)
    }
    assert.deepEqual(spotify.world.commands, ['PUT play', 'POST next', 'PUT pause'])
    const event = (await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000))).at(-1)
    assert.deepEqual([event?.kind, event?.data], ['music.paused', { player: 'spotify' }])
  })

  it('is driven by chat commands too', async () => {
    await app.ctx.db.write(await app.ctx.musicControl.drive(app.cause, 'start'))
    assert.deepEqual(spotify.world.commands, ['PUT play'])
  })

  it('takes it well to be asked for what it does already', async () => {
    assert.equal((await app.call('stop-song')).status, 200)
    assert.equal((await app.call('start-song')).status, 200)
    assert.equal((await app.call('start-song')).status, 200)
    assert.deepEqual(spotify.world.commands, ['PUT play'])
  })

  it('wakes a device that is open but idle', async () => {
    spotify.world.devices = [
      { id: 'locked', is_active: false, is_restricted: true, name: 'TV', type: 'TV' },
      { id: 'device-2', is_active: false, is_restricted: false, name: 'Phone', type: 'Smartphone' },
    ]
    assert.equal((await app.call('start-song')).status, 200)
    assert.deepEqual(spotify.world.commands, ['PUT play on device-2'])
  })

  it('says what to do when it is not open anywhere, and that what does not play is paused', async () => {
    spotify.world.devices = []
    assert.deepEqual(await fails('start-song'), [
      502,
      'platform_refused',
      'Spotify is not open on any device. Open it, play a song there once, and try again.',
    ])
    assert.equal((await app.call('stop-song')).status, 200)
  })

  it('says that it takes a Premium account', async () => {
    spotify.world.isPremium = false
    assert.deepEqual(await fails('skip-song'), [
      502,
      'platform_refused',
      'Spotify lets other software control playback only with a Premium account.',
    ])
  })

  it('reports an error in words, and passes on the wish for a pause', async () => {
    spotify.world.nextAnswer = { status: 500 }
    assert.deepEqual((await fails('start-song')).slice(0, 2), [502, 'platform_unavailable'])
    spotify.world.nextAnswer = { status: 403, body: { error: { status: 403, message: 'Not here' } } }
    assert.deepEqual(await fails('start-song'), [502, 'platform_refused', 'Spotify refused the request: Not here.'])
    spotify.world.nextAnswer = { status: 429, headers: { 'Retry-After': '1' } }
    const { status, headers } = await app.call('start-song', {}, { status: 502 })
    assert.deepEqual([status, headers.get('retry-after')], [502, '1'])
    assert.equal(await connectionState(), 'rate_limited')
    // Not by the operation, which has a limit of its own.
    const start = () =>
      app.ctx.musicControl.drive(app.cause, 'start').then(
        () => true,
        () => false,
      )
    await eventually('the pause is over', start)
    assert.equal(await connectionState(), 'connected')
  })

  it('renews its token by itself, once for all who wait', async () => {
    const before = spotify.renewals
    spotify.expireTokens()
    const answers = await Promise.all(['start-song', 'skip-song', 'skip-song'].map((operation) => app.call(operation)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(spotify.renewals, before + 1)
  })

  it('shows its song on the overlay, without a sound, and follows what is done at the device', async () => {
    spotify.world.playing = true
    const page = await openPage(app, { only: 'song' })
    const shown = () => page.players.at(-1)
    const isThere = () => shown()?.song?.title === 'First Light' && (shown()?.positionMs ?? 0) >= 12_000
    await page.until(isThere, 'the song where it is')
    const state = shown()
    assert.deepEqual(
      [state?.playing, state?.song?.artist, state?.song?.seconds, state?.song?.url],
      [true, 'The Wings, Ada', 200, undefined],
    )
    assert.equal((await app.call('skip-song')).status, 200)
    await page.until(() => page.players.at(-1)?.song?.title === 'Second Wind', 'the next song')
    // By hand, at the device: nobody tells, so it is found out.
    spotify.world.at = 0
    await page.until(() => page.players.at(-1)?.song?.title === 'First Light', 'the song chosen by hand')
    await owner.call('set-music-player', { player: 'built_in' })
    await page.until(() => page.players.at(-1)?.song?.source !== 'spotify', 'the built-in player')
    await owner.call('set-music-player', { player: 'spotify' })
    await page.until(() => page.players.at(-1)?.song?.source === 'spotify', 'Spotify again')
    page.cut()
  })

  it('sends a page its song as soon as it answers again', async () => {
    // What was done to it a moment ago makes everything that was known worthless.
    await app.ctx.musicControl.drive(app.cause, 'start')
    spotify.server.plan('hang', { on: /GET \/v1\/me\/player/ })
    const page = await openPage(app)
    await page.until(() => page.players.length > 0, 'a state of the player')
    assert.equal(page.players[0]?.song, null)
    await page.until(() => page.players.at(-1)?.song?.title === 'First Light', 'the song')
    page.cut()
  })

  it('asks to be connected again when it no longer takes the sign-in', async () => {
    spotify.expireTokens()
    spotify.world.isOver = true
    const { status, body } = await app.call('start-song', {}, { status: 502 })
    assert.deepEqual([status, body.code], [502, 'platform_reauth_required'])
    assert.match(body.error, /Spotify/)
    assert.equal((await look()).spotify.needs_sign_in, true)
    assert.equal(await connectionState(), 'needs_sign_in')
    spotify.world.isOver = false
    await connect()
    assert.equal((await app.call('start-song')).status, 200)
  })

  it('is never touched by a test key', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    assert.equal((await app.call('start-song', {}, { key })).status, 200)
    assert.deepEqual(spotify.world.commands, [])
  })
})

describe('a server without credentials for Spotify', () => {
  it('says so, and plays on with its own player', async (t) => {
    const app = await createTestApp()
    t.after(() => app?.close())
    const owner = await signInAsOwner(app)
    const { player, spotify } = (await owner.call('get-music-player')).body
    assert.deepEqual([player, spotify.available], ['built_in', false])
    assert.equal((await owner.call('set-music-player', { player: 'spotify' }, { status: 400 })).status, 400)
    assert.equal((await app.call('start-song')).status, 200)
    // As it is after the credentials were taken out again.
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'music', { player: 'spotify' }))
    const { status, body } = await app.call('start-song', {}, { status: 400 })
    assert.deepEqual([status, body.code], [400, 'platform_not_connected'])
    assert.match(body.error, /no credentials/)
  })
})
