import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type FakeKick, kickApp, startFakeKick } from '../fakes/kick.ts'
import { type FakeSpeech, speechKeys, startFakeSpeech } from '../fakes/speech-services.ts'
import { type FakeSpotify, spotifyApp, startFakeSpotify } from '../fakes/spotify.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from '../platforms/follow-back.ts'
import { givenValues } from './given-values.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server and the fakes of four services')

describe('a service whose credentials change while the server runs', () => {
  let app: TestApp
  let owner: PanelClient
  let [kick, spotify, piper, elevenlabs] = [] as unknown as [FakeKick, FakeSpotify, FakeSpeech, FakeSpeech]
  before(async () => {
    ;[kick, spotify, piper, elevenlabs] = await Promise.all([
      startFakeKick(),
      startFakeSpotify(),
      startFakeSpeech('piper'),
      startFakeSpeech('elevenlabs'),
    ])
    const given = givenValues({
      SHOWCALLER_KICK_API_URL: kick.settings.apiUrl,
      SHOWCALLER_KICK_AUTH_URL: kick.settings.authUrl,
      SHOWCALLER_SPOTIFY_API_URL: spotify.settings.apiUrl,
      SHOWCALLER_SPOTIFY_AUTH_URL: spotify.settings.authUrl,
    })
    app = await createTestApp({ config: { given } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app.close()
    await Promise.all([kick, spotify, piper, elevenlabs].map((fake) => fake.close()))
  })

  const save = (service: string, fields: Readonly<Record<string, string>>) =>
    owner.call('save-service-setup', {
      service,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    })
  const appFields = (app: { readonly clientId: string; readonly clientSecret: string }) => ({
    client_id: app.clientId,
    client_secret: app.clientSecret,
  })

  it('receives webhooks from then on', async () => {
    const deliver = async () => (await fetch(`${app.url}/webhooks/kick`, { method: 'POST', body: '{}' })).json()
    assert.equal((await deliver()).code, 'not_found')
    await save('kick', appFields(kickApp))
    const { code, error } = await deliver()
    assert.deepEqual([code, error], ['invalid_request', 'This is not a Kick webhook delivery: headers are missing.'])
    await owner.call('remove-service-setup', { service: 'kick' })
    assert.equal((await deliver()).code, 'not_found')
  })

  it('is the player of the music, and no longer when its credentials are gone', async () => {
    const player = async () => (await owner.call('get-music-player')).body.spotify.available
    assert.equal(await player(), false)
    await save('spotify', appFields(spotifyApp))
    assert.equal(await player(), true)
    const { body } = await owner.call('list-service-setups')
    spotify.register(body.setups.find(({ service }: { service: string }) => service === 'spotify').redirect)
    const { address } = (await owner.call('begin-connecting', { service: 'spotify', role: 'broadcaster' })).body
    const back = `${app.url}/connect/spotify?${spotify.approve(address)}`
    await followBack(back, { cookie: owner.cookie, home: app.url })
    await owner.call('set-music-player', { player: 'spotify' })
    await app.call('start-song')
    assert.deepEqual(spotify.world.commands, ['PUT play'])
    await owner.call('remove-service-setup', { service: 'spotify' })
    assert.equal(await player(), false)
    await app.call('skip-song', {}, { status: 400 })
    await save('spotify', appFields(spotifyApp))
    await app.call('skip-song')
    assert.deepEqual(spotify.world.commands, ['PUT play', 'POST next'])
  })

  it('speaks with its own voices, and a line under way is spoken by the engine that began it', async () => {
    const voices = async (): Promise<string[]> =>
      (await owner.call('list-voices')).body.voices.map(({ id }: { id: string }) => id)
    const speak = (voice: string) => owner.call('preview-voice', { text: 'Hello there.', voice })
    assert.ok(!(await voices()).some((id) => id.startsWith('piper:')))
    await save('speech_piper', { url: piper.url })
    assert.ok((await voices()).includes('piper:nl_BE-nathalie-medium'))
    assert.equal((await speak('piper:nl_BE-nathalie-medium')).body.engine, 'piper')

    piper.server.plan('slow', { on: /synthesize/ })
    const underWay = speak('piper:nl_BE-nathalie-medium')
    await save('speech_elevenlabs', { url: elevenlabs.url, key: speechKeys.elevenlabs })
    assert.equal((await underWay).body.engine, 'piper')
    assert.equal((await speak('elevenlabs:zrHiDhphv9ZnVXBqCLjz')).body.engine, 'elevenlabs')

    await owner.call('remove-service-setup', { service: 'speech_piper' })
    assert.ok(!(await voices()).some((id) => id.startsWith('piper:')))
    const { engines } = (await owner.call('get-speech-settings')).body
    assert.ok(engines.includes('elevenlabs') && engines.includes('flite') && !engines.includes('piper'))
  })
})
