import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type FakeSpeech, startFakeSpeech } from '../fakes/speech-services.ts'
import { type FakeTwitch, startFakeTwitch, twitchApp } from '../fakes/twitch.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { readRows } from './stored-credentials.ts'

runsOn('sqlite', 'postgres')

interface FieldView {
  readonly name: string
  readonly set: boolean
  readonly set_by: string | null
  readonly value: string | null
}

describe('settings of the environment', () => {
  let twitch: FakeTwitch
  let openai: FakeSpeech
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    ;[twitch, openai] = await Promise.all([startFakeTwitch(), startFakeSpeech('openai')])
    const env = {
      SHOWCALLER_TWITCH_CLIENT_ID: twitchApp.clientId,
      SHOWCALLER_TWITCH_CLIENT_SECRET: twitchApp.clientSecret,
      SHOWCALLER_TWITCH_AUTH_URL: twitch.settings.authUrl,
      SHOWCALLER_SPEECH_OPENAI_KEY: 'sk-of-the-environment-0123456789',
    }
    const { services, given, speech } = await readConfig(env, '/nowhere')
    app = await createTestApp({ config: { ...(services && { services }), ...(given && { given }), speech } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app.close()
    await Promise.all([twitch.close(), openai.close()])
  })

  async function fieldsOf(service: string): Promise<FieldView[]> {
    const { body } = await owner.call('list-service-setups')
    return body.setups.find((one: { service: string }) => one.service === service).fields
  }
  const save = (service: string, fields: Readonly<Record<string, string>>, status: number) =>
    owner.call(
      'save-service-setup',
      { service, fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
      { status },
    )

  it('are shown as such, with the last characters of a secret at most', async () => {
    assert.deepEqual(await fieldsOf('twitch'), [
      { name: 'client_id', set: true, set_by: 'SHOWCALLER_TWITCH_CLIENT_ID', value: twitchApp.clientId },
      {
        name: 'client_secret',
        set: true,
        set_by: 'SHOWCALLER_TWITCH_CLIENT_SECRET',
        value: twitchApp.clientSecret.slice(-4),
      },
    ])
  })

  it('win: the panel cannot change them', async () => {
    const { body } = await save('twitch', { client_id: 'another' }, 400)
    assert.equal(body.error, 'Client ID is set by SHOWCALLER_TWITCH_CLIENT_ID, which wins. Change it there.')
    assert.deepEqual(await readRows(app), [])
  })

  it('are checked like any others', async () => {
    const { body } = await owner.call('check-service-setup', { service: 'twitch' })
    assert.deepEqual([body.working, body.message], [true, 'Twitch accepts these credentials.'])
  })

  it('leave the other fields to the panel', async () => {
    await save('speech_openai', { voice: 'coral' }, 200)
    const voice = (await fieldsOf('speech_openai')).find(({ name }) => name === 'voice')
    assert.deepEqual(voice, { name: 'voice', set: true, set_by: null, value: 'coral' })
  })

  it('never send a secret to an address of the panel', async () => {
    const { body } = await save('speech_openai', { url: openai.url }, 400)
    assert.equal(body.error, 'The address cannot be changed here while API key is set by SHOWCALLER_SPEECH_OPENAI_KEY.')
    const checked = await owner.call('check-service-setup', {
      service: 'speech_openai',
      fields: [{ name: 'url', value: openai.url }],
    })
    assert.equal(checked.body.working, false)
    assert.equal(openai.server.requests.length, 0)
  })
})

describe('an address that is entered in the panel', () => {
  let app: TestApp
  let owner: PanelClient
  let [first, second] = [] as unknown as [FakeSpeech, FakeSpeech]
  before(async () => {
    ;[first, second] = await Promise.all([startFakeSpeech('elevenlabs'), startFakeSpeech('elevenlabs')])
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app.close()
    await Promise.all([first.close(), second.close()])
  })
  const save = (fields: Readonly<Record<string, string>>, status: number) =>
    owner.call(
      'save-service-setup',
      { service: 'speech_elevenlabs', fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
      { status },
    )

  it('gets no secret that was entered for another one', async () => {
    await save({ key: 'sk_0123456789abcdef', url: first.url }, 200)
    assert.equal(
      (await save({ url: second.url }, 400)).body.error,
      'Enter API key again: it was entered for another address.',
    )
    const { body } = await owner.call('check-service-setup', {
      service: 'speech_elevenlabs',
      fields: [{ name: 'url', value: second.url }],
    })
    assert.deepEqual([body.working, second.server.requests.length], [false, 0])
    await save({ url: second.url, key: 'sk_fedcba9876543210' }, 200)
  })

  for (const url of [
    'http://169.254.169.254/latest',
    'http://2852039166/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://metadata.google.internal/',
  ]) {
    it(`is refused where clouds keep their own secrets: ${url}`, async () => {
      const { body } = await save({ url, key: 'sk_0123456789abcdef' }, 400)
      assert.match(body.error, /^Address must not be a link-local address/)
    })
  }

  it('has to be an address, and a text one line', async () => {
    assert.match((await save({ url: 'ftp://x', key: 'sk_0123456789abcdef' }, 400)).body.error, /begins with http/)
    assert.match((await save({ key: 'two\nlines' }, 400)).body.error, /^API key must be one line/)
    assert.match((await save({ shoe_size: '44' }, 400)).body.error, /^fields has no shoe_size/)
  })
})
