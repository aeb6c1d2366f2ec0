import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Config } from '../../src/app/config/config.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { coffee, coffeeSecret, signCoffee } from '../fakes/buymeacoffee.ts'
import { type FakeKick, kickApp, startFakeKick } from '../fakes/kick.ts'
import {
  type FakeSpeech,
  type FakeSpeechService,
  pollyKeyId,
  speechKeys,
  startFakeSpeech,
} from '../fakes/speech-services.ts'
import { type FakeSpotify, spotifyApp, startFakeSpotify } from '../fakes/spotify.ts'
import { type FakeStreamElements, startFakeStreamElements } from '../fakes/streamelements.ts'
import { type FakeStreamlabs, startFakeStreamlabs } from '../fakes/streamlabs.ts'
import { type FakeBridge, startFakeBridge } from '../fakes/tiktok-bridge.ts'
import { eulerKey, eulerUser, type FakeEuler, startFakeEuler } from '../fakes/tiktok-euler.ts'
import { type FakeTwitch, startFakeTwitch, twitchApp } from '../fakes/twitch.ts'
import { type FakeYouTube, startFakeYouTube, youtubeApp } from '../fakes/youtube.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { givenValues } from './given-values.ts'

runsOn('sqlite', { because: 'a check stores nothing but its audit entry, which other tests store on both engines' })

const closed = 'http://127.0.0.1:9'
type Fields = Readonly<Record<string, string>>

function clientFor(config: Partial<Config>) {
  let app: TestApp | undefined
  let owner: PanelClient | undefined
  return {
    async open(): Promise<void> {
      app = await createTestApp({ config })
      owner = await signInAsOwner(app)
    },
    get app(): TestApp {
      return app ?? assert.fail()
    },
    get owner(): PanelClient {
      return owner ?? assert.fail()
    },
    async check(service: string, fields: Fields = {}) {
      const entered = Object.entries(fields).map(([name, value]) => ({ name, value }))
      const { body } = await this.owner.call('check-service-setup', { service, fields: entered })
      return body as { working: boolean; message: string; choices: { value: string; title: string }[] }
    },
    close: async () => app?.close(),
  }
}

describe('the check of an app', () => {
  let [kick, twitch, youtube, spotify] = [] as unknown as [FakeKick, FakeTwitch, FakeYouTube, FakeSpotify]
  let client: ReturnType<typeof clientFor>
  before(async () => {
    ;[kick, twitch, youtube, spotify] = await Promise.all([
      startFakeKick(),
      startFakeTwitch(),
      startFakeYouTube(),
      startFakeSpotify(),
    ])
    const given = givenValues({
      SHOWCALLER_KICK_API_URL: kick.settings.apiUrl,
      SHOWCALLER_KICK_AUTH_URL: kick.settings.authUrl,
      SHOWCALLER_TWITCH_AUTH_URL: twitch.settings.authUrl,
      SHOWCALLER_YOUTUBE_TOKEN_URL: youtube.settings.tokenUrl,
      SHOWCALLER_SPOTIFY_AUTH_URL: spotify.settings.authUrl,
    })
    client = clientFor({ given })
    await client.open()
  })
  after(async () => {
    await client.close()
    await Promise.all([kick, twitch, youtube, spotify].map((fake) => fake.close()))
  })

  const apps = {
    kick: [kickApp, 'Kick'],
    twitch: [twitchApp, 'Twitch'],
    youtube: [youtubeApp, 'Google'],
    spotify: [spotifyApp, 'Spotify'],
  } as const
  for (const [service, [{ clientId, clientSecret }, title]] of Object.entries(apps)) {
    it(`of ${title} says that the credentials are accepted, or which is wrong`, async () => {
      const right = { client_id: clientId, client_secret: clientSecret }
      assert.deepEqual(await client.check(service, right), {
        success: true,
        working: true,
        message: `${title} accepts these credentials.`,
        choices: [],
      })
      const wrongSecret = await client.check(service, { ...right, client_secret: 'a secret of another app' })
      assert.equal(wrongSecret.working, false)
      assert.match(wrongSecret.message, service === 'kick' ? /refuses these credentials/ : /refuses the client secret/)
      const wrongId = await client.check(service, { ...right, client_id: 'another-app' })
      assert.equal(wrongId.working, false)
      assert.match(wrongId.message, service === 'kick' ? /refuses these credentials/ : /does not know this client ID/)
    })
  }

  it('of an incomplete app sends nothing', async () => {
    const before = kick.server.requests.length
    assert.equal((await client.check('kick')).message, 'Enter the credentials of Kick first.')
    const half = await client.check('kick', { client_id: kickApp.clientId })
    assert.equal(half.message, 'Set both Client ID and Client secret: only one of them is set.')
    assert.equal(kick.server.requests.length, before)
  })

  it('of Twitch needs no secret, because accounts can be connected with a code', async () => {
    const { working, message } = await client.check('twitch', { client_id: twitchApp.clientId })
    assert.deepEqual([working, message], [true, 'Twitch accepts these credentials.'])
    const wrong = await client.check('twitch', { client_id: 'another-app' })
    assert.equal(wrong.working, false)
    assert.match(wrong.message, /does not know this client ID/)
  })

  it('says that a service cannot be reached', async () => {
    twitch.server.plan('503', { times: 1 })
    const { working, message } = await client.check('twitch', {
      client_id: twitchApp.clientId,
      client_secret: twitchApp.clientSecret,
    })
    assert.deepEqual([working, message], [false, 'Twitch has a server error (status 503).'])
  })

  it('stores nothing and names no secret', async () => {
    const { body } = await client.owner.call('list-service-setups')
    assert.ok(body.setups.every(({ stored }: { stored: boolean }) => !stored))
    assert.doesNotMatch(client.app.logLines.join('\n'), new RegExp(twitchApp.clientSecret))
  })
})

describe('the check of TikTok', () => {
  let [euler, bridge] = [] as unknown as [FakeEuler, FakeBridge]
  let client: ReturnType<typeof clientFor>
  before(async () => {
    ;[euler, bridge] = await Promise.all([startFakeEuler(), startFakeBridge({ token: 'bridge-token' })])
    client = clientFor({ given: givenValues({ SHOWCALLER_TIKTOK_EULER_URL: euler.url }) })
    await client.open()
  })
  after(async () => {
    await client.close()
    await Promise.all([euler.close(), bridge.close()])
  })

  it('connects to Euler Stream, also while nobody is live', async () => {
    const right = { username: eulerUser, euler_key: eulerKey }
    assert.equal((await client.check('tiktok', right)).message, 'Euler Stream is connected.')
    euler.setLive(false)
    const offline = await client.check('tiktok', right)
    assert.deepEqual([offline.working, offline.message.slice(0, 17)], [true, 'You are not live.'])
    euler.setLive(true)
    const wrong = await client.check('tiktok', { ...right, euler_key: 'another key' })
    assert.deepEqual(
      [wrong.working, wrong.message],
      [false, 'Euler Stream rejected the key or the username of this server.'],
    )
    assert.equal(euler.connections, 0, 'nothing stays connected')
  })

  it('connects to a bridge, with its token', async () => {
    const right = { bridge_url: bridge.url, bridge_token: 'bridge-token' }
    assert.equal((await client.check('tiktok', right)).message, 'The TikTok bridge is connected.')
    const wrong = await client.check('tiktok', { ...right, bridge_token: 'another token' })
    assert.equal(wrong.message, 'The TikTok bridge rejected the token of this server.')
    const away = await client.check('tiktok', { bridge_url: 'ws://127.0.0.1:9' })
    assert.equal(away.message, 'The TikTok bridge cannot be reached. Is it running?')
    const both = await client.check('tiktok', { ...right, username: eulerUser, euler_key: eulerKey })
    assert.match(both.message, /^Set either Bridge address or Euler Stream API key/)
  })
})

describe('the check of a speech engine', () => {
  const names = ['openai', 'piper', 'elevenlabs', 'google', 'azure', 'polly'] as const
  const fakes = new Map<FakeSpeechService, FakeSpeech>()
  const client = clientFor({})
  before(async () => {
    for (const name of names) fakes.set(name, await startFakeSpeech(name))
    await client.open()
  })
  after(async () => {
    await client.close()
    for (const fake of fakes.values()) await fake.close()
  })

  const urlOf = (name: FakeSpeechService) => fakes.get(name)?.url ?? assert.fail()
  const fieldsOf = (name: FakeSpeechService): Fields => ({
    url: urlOf(name),
    ...(name !== 'piper' && { key: speechKeys[name] }),
    ...(name === 'azure' && { region: 'westeurope' }),
    ...(name === 'polly' && { region: 'eu-central-1', key_id: pollyKeyId }),
  })
  const voices = {
    openai: ['alloy', 'Alloy'],
    piper: ['nl_BE-nathalie-medium', 'nl_BE-nathalie-medium · nl-BE'],
    elevenlabs: ['zrHiDhphv9ZnVXBqCLjz', 'My own voice'],
    google: ['vi-VN-Chirp3-HD-Achernar', 'vi-VN-Chirp3-HD-Achernar · vi-VN'],
    azure: ['af-ZA-AdriNeural', 'Adri · af-ZA'],
    polly: ['Lotte', 'Lotte · nl-NL'],
  } as const

  for (const name of names) {
    it(`of ${name} lists the voices of the service itself`, async () => {
      const { working, message, choices } = await client.check(`speech_${name}`, fieldsOf(name))
      assert.equal(working, true, message)
      assert.match(message, / works and has \d+ voices?\.$/)
      const [value, title] = voices[name]
      assert.deepEqual(
        choices.find((choice) => choice.value === value),
        { value, title },
      )
    })
  }

  for (const name of names.filter((one) => one !== 'piper')) {
    it(`of ${name} says that the key is refused`, async () => {
      const wrong = { ...fieldsOf(name), key: 'a-wrong-key', ...(name === 'polly' && { key_id: 'AKIAANOTHER' }) }
      const { working, message } = await client.check(`speech_${name}`, wrong)
      assert.equal(working, false)
      assert.match(
        message,
        name === 'google' ? /refuses the request\. Check the key/ : /refuses the key\. Copy it again/,
      )
    })
  }

  it('says that a service has no credit, is another service, or is not there', async () => {
    const eleven = fakes.get('elevenlabs') ?? assert.fail()
    eleven.server.plan('503')
    assert.match((await client.check('speech_elevenlabs', fieldsOf('elevenlabs'))).message, /status 503/)
    const other = await client.check('speech_piper', { url: `${urlOf('azure')}/nothing` })
    assert.equal(other.working, false)
    const away = await client.check('speech_piper', { url: closed })
    assert.match(away.message, /^Piper could not be reached/)
  })
})

describe('the check of a donation service', () => {
  let [labs, elements] = [] as unknown as [FakeStreamlabs, FakeStreamElements]
  let client: ReturnType<typeof clientFor>
  before(async () => {
    ;[labs, elements] = await Promise.all([startFakeStreamlabs(), startFakeStreamElements()])
    client = clientFor({ donations: { urls: { streamlabs: labs.url, streamelements: elements.url } } })
    await client.open()
  })
  after(async () => {
    await client.close()
    await Promise.all([labs.close(), elements.close()])
  })

  it('connects with a socket token before it is stored', async () => {
    const works = await client.check('streamlabs', { secret: labs.token })
    assert.deepEqual(
      [works.working, works.message],
      [true, 'Streamlabs accepts the token. Donations there are received.'],
    )
    const wrong = await client.check('streamlabs', { secret: 'another token' })
    assert.equal(wrong.working, false)
    assert.equal((await client.check('streamelements', { secret: elements.token })).working, true)
    assert.equal((await client.check('streamelements', { secret: 'not a token' })).message.slice(0, 7), 'account')
    assert.equal((await client.check('streamlabs')).message, 'Enter the socket api token of Streamlabs first.')
  })

  it('of a webhook says whether a delivery has arrived, and with which secret', async () => {
    const { owner, app } = client
    const provider = 'buymeacoffee'
    const { body } = await owner.call('prepare-donation-source', { provider })
    assert.match((await client.check(provider, { secret: coffeeSecret })).message, /^Save the signing secret first\./)
    await owner.call('save-donation-source', { provider, secret: coffeeSecret })
    assert.match((await client.check(provider)).message, /cannot reach this server at http:\/\/127\.0\.0\.1/)
    const deliver = (secret: string) => {
      const text = coffee()
      const headers = { 'x-signature-sha256': signCoffee(text, secret), 'Content-Type': 'application/json' }
      return fetch(body.source.webhook_url, { method: 'POST', headers, body: text })
    }
    assert.equal((await deliver('another secret')).status, 403)
    assert.match((await client.check(provider)).message, /^A delivery came with another signing secret/)
    assert.equal((await deliver(coffeeSecret)).status, 200)
    const arrived = await client.check(provider)
    assert.deepEqual(
      [arrived.working, arrived.message],
      [true, 'A delivery of Buy Me a Coffee arrived and was accepted.'],
    )
    assert.doesNotMatch(app.logLines.join('\n'), new RegExp(coffeeSecret))
  })
})
