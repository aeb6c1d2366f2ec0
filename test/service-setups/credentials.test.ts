import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { GivenValues } from '../../src/platforms/services/service-settings.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeTwitch, startFakeTwitch, twitchApp } from '../fakes/twitch.ts'
import { openLink, type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from '../platforms/follow-back.ts'
import { readRows } from './stored-credentials.ts'

runsOn('sqlite', 'postgres')

/** The addresses of the fake, as an operator behind a proxy would set them. */
function addressesOf({ settings }: FakeTwitch): GivenValues {
  return {
    SHOWCALLER_TWITCH_API_URL: { text: settings.apiUrl, from: 'SHOWCALLER_TWITCH_API_URL' },
    SHOWCALLER_TWITCH_AUTH_URL: { text: settings.authUrl, from: 'SHOWCALLER_TWITCH_AUTH_URL' },
    SHOWCALLER_TWITCH_EVENTSUB_URL: { text: settings.eventSubUrl, from: 'SHOWCALLER_TWITCH_EVENTSUB_URL' },
  }
}

const entered = [
  { name: 'client_id', value: twitchApp.clientId },
  { name: 'client_secret', value: twitchApp.clientSecret },
]

describe('credentials that are entered in the panel', () => {
  let fake: FakeTwitch
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    fake = await startFakeTwitch()
    app = await createTestApp({ config: { given: addressesOf(fake) } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app.close()
    await fake.close()
  })

  async function setup(service = 'twitch', client = owner) {
    const { body } = await client.call('list-service-setups')
    return body.setups.find((one: { service: string }) => one.service === service)
  }

  async function connect(): Promise<string> {
    fake.register((await setup()).redirect)
    const { body } = await owner.call('begin-connecting', { service: 'twitch', role: 'broadcaster' })
    const back = fake.auth.approve(body.address, fake.world.broadcaster.id)
    return (await followBack(back, { cookie: owner.cookie, home: app.url })).headers.get('location') ?? ''
  }

  it('are not there at first: the platform is on the sandbox and its pages do not exist', async () => {
    const { configured, stored, fields } = await setup()
    assert.deepEqual([configured, stored], [false, false])
    assert.deepEqual(
      fields.map(({ name, set }: { name: string; set: boolean }) => [name, set]),
      [
        ['client_id', false],
        ['client_secret', false],
      ],
    )
    await owner.call('begin-connecting', { service: 'twitch', role: 'broadcaster' }, { status: 404 })
    assert.equal((await fetch(`${app.url}/connect/twitch`, { redirect: 'manual' })).status, 404)
    assert.equal((await fetch(`${app.url}/sign-in/twitch/begin`, { redirect: 'manual' })).status, 404)
    assert.deepEqual((await (await fetch(`${app.url}/sign-in/ways`)).json()).services, [])
  })

  it('are refused while one of two is missing, and nothing is stored', async () => {
    const { body } = await owner.call(
      'save-service-setup',
      { service: 'twitch', fields: entered.slice(1) },
      { status: 400 },
    )
    assert.equal(body.error, 'Set both Client ID and Client secret: only one of them is set.')
    assert.deepEqual(await readRows(app), [])
  })

  it('are in use as soon as they are saved, without a restart', async () => {
    await owner.call('save-service-setup', { service: 'twitch', fields: entered })
    assert.equal((await setup()).configured, true)
    assert.deepEqual((await (await fetch(`${app.url}/sign-in/ways`)).json()).services, ['twitch'])
    assert.match(await connect(), /connected=twitch/)
    await eventually('Twitch sends events', () => fake.eventSub.openSessions === 1)
    await app.call('send-message', { platform: 'PlatformB', message: 'with credentials of the panel' })
    assert.equal(fake.world.lines.at(-1)?.text, 'with credentials of the panel')
  })

  it('are encrypted at rest, and appear in no answer, no event and no line of the log', async () => {
    const [row] = await readRows(app)
    assert.equal(row?.service, 'twitch')
    assert.doesNotMatch(JSON.stringify(row), new RegExp(`${twitchApp.clientSecret}|${twitchApp.clientId}`))
    const answers = await Promise.all([
      owner.call('list-service-setups'),
      owner.call('list-platforms'),
      owner.call('list-audit', { limit: 50 }),
      owner.call('list-events', { limit: 50 }),
    ])
    assert.doesNotMatch(JSON.stringify(answers.map(({ body }) => body)), new RegExp(twitchApp.clientSecret))
    assert.doesNotMatch(app.logLines.join('\n'), new RegExp(twitchApp.clientSecret))
    const secret = (await setup()).fields.find(({ name }: { name: string }) => name === 'client_secret')
    assert.deepEqual(secret, {
      name: 'client_secret',
      set: true,
      set_by: null,
      value: twitchApp.clientSecret.slice(-4),
    })
  })

  it('are in the audit log with the names of the fields', async () => {
    const { body } = await owner.call('list-audit', { limit: 50 })
    const entry = body.entries.find(({ kind }: { kind: string }) => kind === 'service-setup.saved')
    assert.deepEqual(entry.data, { service: 'twitch', fields: ['client_id', 'client_secret'] })
  })

  it('keep a secret that is left out', async () => {
    await owner.call('save-service-setup', { service: 'twitch', fields: entered.slice(0, 1) })
    const { body } = await owner.call('check-service-setup', { service: 'twitch' })
    assert.deepEqual([body.working, body.message], [true, 'Twitch accepts these credentials.'])
  })

  it('that are replaced end the listener of the old ones, and a call under way is answered', async () => {
    const sessions = fake.eventSub.sessionsBegun
    fake.server.plan('slow', { on: /POST \/helix\/chat\/messages/ })
    const underWay = app.call('send-message', { platform: 'PlatformB', message: 'under way' })
    await owner.call('save-service-setup', { service: 'twitch', fields: entered })
    assert.equal((await underWay).status, 200)
    await eventually('a new listener is there', () => fake.eventSub.sessionsBegun > sessions)
    await eventually('only one listens', () => fake.eventSub.openSessions === 1)
    await app.call('send-message', { platform: 'PlatformB', message: 'afterwards' })
    assert.deepEqual(
      fake.world.lines.slice(-2).map(({ text }) => text),
      ['under way', 'afterwards'],
    )
  })

  it('that are removed end the connection at once', async () => {
    await owner.call('remove-service-setup', { service: 'twitch' })
    await eventually('nobody listens', () => fake.eventSub.openSessions === 0)
    assert.equal((await setup()).configured, false)
    assert.deepEqual(await readRows(app), [])
    const { body } = await app.call('send-message', { platform: 'PlatformB', message: 'too late' }, { status: 400 })
    assert.equal(body.code, 'platform_not_connected')
    await owner.call('remove-service-setup', { service: 'twitch' }, { status: 404 })
  })

  it('are for an owner of the first channel alone; others see what is set, without values', async () => {
    await owner.call('save-service-setup', { service: 'twitch', fields: entered })
    const { channel } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'another'))
    const cause = { ...app.cause, channel }
    const person = await app.ctx.db.write((tx) => app.ctx.people.invite(tx, cause, 'another owner', 'owner'))
    const other = await openLink(app, await app.ctx.sessions.makeLink(channel, person))
    const { body } = await other.call('list-service-setups')
    assert.equal(body.can_change, false)
    assert.deepEqual(
      (await setup('twitch', other)).fields.map(({ set, value }: { set: boolean; value: unknown }) => [set, value]),
      [
        [true, null],
        [true, null],
      ],
    )
    for (const [name, input] of [
      ['save-service-setup', { service: 'twitch', fields: entered }],
      ['remove-service-setup', { service: 'twitch' }],
      ['check-service-setup', { service: 'twitch' }],
    ] as const) {
      assert.equal((await other.call(name, input, { status: 403 })).body.code, 'missing_role', name)
    }
    const editor = await signInAs(app, 'editor')
    assert.equal(
      (await editor.call('save-service-setup', { service: 'twitch', fields: entered }, { status: 403 })).body.code,
      'missing_role',
    )
    await editor.call('check-service-setup', { service: 'twitch' }, { status: 403 })
  })
})
