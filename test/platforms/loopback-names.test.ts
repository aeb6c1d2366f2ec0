import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { acceptedRedirect, underOtherName } from '../../src/platforms/sign-in/loopback-redirects.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { type FakeSpotify, startFakeSpotify } from '../fakes/spotify.ts'
import { type FakeTwitch, startFakeTwitch } from '../fakes/twitch.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from './follow-back.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about addresses and pages of a sign-in')

describe('a server on a laptop', () => {
  let twitch: FakeTwitch
  let spotify: FakeSpotify
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    twitch = await startFakeTwitch()
    spotify = await startFakeSpotify()
    app = await createTestApp({ config: { services: { twitch: twitch.settings, spotify: spotify.settings } } })
    owner = await signInAsOwner(app)
    for (const service of ['twitch', 'spotify'] as const) {
      const { body } = await owner.call('list-platforms')
      const shown = body.services.find((one: { service: string }) => one.service === service).redirect_address
      if (service === 'twitch') twitch.register(shown)
      else spotify.register(shown)
    }
  })
  after(async () => {
    await app?.close()
    await twitch?.close()
    await spotify?.close()
  })

  const approved = {
    twitch: (address: string) => twitch.auth.approve(address, twitch.world.broadcaster.id),
    spotify: (address: string) => {
      const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
      back.search = spotify.approve(address).toString()
      return back.href
    },
  }
  const begin = async (service: 'twitch' | 'spotify') =>
    String((await owner.call('begin-connecting', { service, role: 'broadcaster' })).body.address)

  for (const name of ['127.0.0.1', 'localhost']) {
    it(`connects Twitch and Spotify, each with the redirect that it accepts, to a panel at ${name}`, async () => {
      const home = app.url.replace('127.0.0.1', name)
      for (const service of ['twitch', 'spotify'] as const) {
        const response = await followBack(approved[service](await begin(service)), { cookie: owner.cookie, home })
        const to = response.headers.get('location') ?? ''
        assert.equal(to, `/settings/platforms?connected=${service}&as=broadcaster`)
        assert.equal(new URL(response.url).hostname, name)
      }
    })
  }

  it('sends a browser on once, and only with a sign-in that began here', async () => {
    const back = approved.twitch(await begin('twitch'))
    const nobody = await followBack(back, { cookie: '', home: app.url })
    assert.equal(nobody.headers.get('location'), '/sign-in-failed?code=invalid_parameter')
    const later = await followBack(back, { cookie: owner.cookie, home: app.url })
    assert.equal(later.headers.get('location'), '/sign-in-failed?code=invalid_parameter', 'used up by the first try')
    const forged = await fetch(`${app.url}/connect/twitch?code=x&state=1.${'x'.repeat(40)}`, { redirect: 'manual' })
    assert.equal(forged.headers.get('location'), '/sign-in-failed?code=invalid_parameter')
  })
})

describe('the redirect of a service', () => {
  it('changes its name on this machine only, and only where the service wants another', () => {
    const redirects = (base: string) =>
      (['twitch', 'spotify', 'kick', 'youtube'] as const).map((one) => new URL(acceptedRedirect(one, base)).origin)
    const [ip, name] = ['http://127.0.0.1:4400', 'http://localhost:4400']
    assert.deepEqual(redirects(ip), [name, ip, ip, ip])
    assert.deepEqual(redirects(name), [name, ip, name, name])
    assert.deepEqual(redirects('http://[::1]:4400'), [
      name,
      'http://[::1]:4400',
      'http://[::1]:4400',
      'http://[::1]:4400',
    ])
    for (const base of ['https://show.example.org', 'https://localhost:4400', 'http://192.168.1.5:4400']) {
      assert.deepEqual(new Set(redirects(base)), new Set([base]))
    }
  })

  it('is sent on from one name of this machine to the other, and nowhere else', () => {
    const other = (base: string, host: string) => underOtherName(base, { host, path: '/connect/x?code=1' })?.href
    const ip = 'http://127.0.0.1:4400/connect/x?code=1'
    const name = 'http://localhost:4400/connect/x?code=1'
    assert.equal(other('http://127.0.0.1:4400', 'localhost:4400'), ip)
    assert.equal(other('http://127.0.0.1:4400', '127.0.0.1:4400'), name)
    assert.equal(other('http://localhost:4400', 'localhost:4400'), ip)
    assert.equal(other('http://[::1]:4400', 'localhost:9'), 'http://[::1]:4400/connect/x?code=1')
    for (const [base, host] of [
      ['https://show.example.org', 'localhost:4400'],
      ['http://127.0.0.1:4400', 'show.example.org'],
      ['http://127.0.0.1:4400', 'localhost.example.org'],
      ['http://127.0.0.1:4400', ''],
    ] as const) {
      assert.equal(other(base, host), undefined, `${base} ${host}`)
    }
  })
})
