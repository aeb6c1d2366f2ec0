import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeTwitch, startFakeTwitch } from '../fakes/twitch.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about addresses and pages of a sign-in')

const ageSessions = sql('UPDATE sessions SET created_at = created_at - 3700000')

describe('connecting Twitch with a code', () => {
  let fake: FakeTwitch
  let app: TestApp
  let clock: TestClock
  let owner: PanelClient
  before(async () => {
    fake = await startFakeTwitch({ isPublic: true })
    clock = createTestClock()
    app = await createTestApp({ clock, config: { services: { twitch: fake.settings } } })
    owner = await signInAsOwner(app)
  })
  beforeEach(() => fake.auth.refusePolls())
  after(async () => {
    await app?.close()
    await fake?.close()
  })

  const begin = async (more: object = {}, by = owner) =>
    (await by.call('begin-device-sign-in', { service: 'twitch', role: 'broadcaster', ...more })).body
  /** As the panel does: it waits before it asks. */
  const poll = async (id: string, seconds = 5) => {
    clock.advance(seconds * 1000)
    return (await owner.call('poll-device-sign-in', { service: 'twitch', id })).body
  }
  const polls = () => fake.server.count(/^POST \/oauth2\/token/)
  const twitch = async () => {
    const { body } = await owner.call('list-platforms')
    return body.services.find(({ service }: { service: string }) => service === 'twitch')
  }

  it('needs a client id alone, and offers nothing that would need a secret', async () => {
    const { configured, ways } = await twitch()
    assert.deepEqual([configured, ways], [true, ['code']])
    assert.deepEqual(app.ctx.signingIn.services, [])
    const { body } = await owner.call('begin-connecting', { service: 'twitch', role: 'broadcaster' }, { status: 400 })
    assert.equal(body.error, 'Without a client secret, Twitch can only be connected with a code.')
  })

  it('shows where to enter which code, and connects the account once somebody has', async () => {
    const begun = await begin()
    assert.equal(begun.wait_seconds, 5)
    assert.match(begun.address, /^https:\/\/www\.twitch\.tv\/activate/)
    assert.ok(begun.expires_at > clock.now())
    assert.deepEqual(await poll(begun.id), { success: true, state: 'waiting', wait_seconds: 5, username: null })
    fake.auth.enterCode(begun.user_code, fake.world.broadcaster.id)
    assert.deepEqual(await poll(begun.id), {
      success: true,
      state: 'connected',
      wait_seconds: null,
      username: 'streamer',
    })
    const { accounts } = await twitch()
    assert.deepEqual([accounts[0].username, accounts[0].missing_permissions], ['streamer', []])
    await eventually('its events are received', async () => fake.eventSub.openSessions === 1)
    assert.equal((await app.call('send-message', { message: 'hello', platform: 'PlatformB' })).status, 200)
    const { body } = await owner.call('poll-device-sign-in', { service: 'twitch', id: begun.id }, { status: 404 })
    assert.equal(body.error, 'This code is no longer valid. Start again.')
  })

  it('asks Twitch at its interval, however many tabs wait', async () => {
    const { id } = await begin()
    const before = polls()
    const tooEarly = await owner.call('poll-device-sign-in', { service: 'twitch', id })
    assert.deepEqual([tooEarly.body.state, tooEarly.body.wait_seconds, polls()], ['waiting', 5, before])
    clock.advance(5_000)
    await Promise.all([1, 2, 3].map(() => owner.call('poll-device-sign-in', { service: 'twitch', id })))
    assert.equal(polls(), before + 1)
    fake.auth.refusePolls('slow_down')
    assert.equal((await poll(id)).wait_seconds, 10)
    const asked = polls()
    assert.equal((await poll(id)).state, 'waiting')
    assert.equal(polls(), asked, 'five seconds are too early now')
    assert.equal((await poll(id)).wait_seconds, 10)
    assert.equal(polls(), asked + 1)
  })

  it('outlives an outage of Twitch', async () => {
    const begun = await begin()
    fake.server.plan('503', { times: 1, on: /oauth2\/token/ })
    assert.equal((await poll(begun.id)).state, 'waiting')
    fake.auth.enterCode(begun.user_code, fake.world.broadcaster.id)
    assert.equal((await poll(begun.id, 10)).state, 'connected')
  })

  it('says when somebody declined, and when the code has expired', async () => {
    const declined = await begin()
    fake.auth.denyCode(declined.user_code)
    assert.equal((await poll(declined.id)).state, 'denied')
    const expired = await begin()
    const before = polls()
    assert.equal((await poll(expired.id, 1801)).state, 'expired')
    assert.equal(polls(), before, 'nobody needs to be asked about it')
    const unknown = await begin()
    fake.auth.refusePolls('invalid device code')
    assert.equal((await poll(unknown.id)).state, 'expired')
  })

  it('connects nothing after it was cancelled', async () => {
    const begun = await begin({ role: 'bot' })
    await owner.call('cancel-device-sign-in', { service: 'twitch', id: begun.id })
    fake.auth.enterCode(begun.user_code, fake.world.bot.id)
    clock.advance(5_000)
    await owner.call('poll-device-sign-in', { service: 'twitch', id: begun.id }, { status: 404 })
    assert.equal((await twitch()).accounts[1].state, 'not_connected')
  })

  it('belongs to the session that began it, to owners, and to a recent sign-in', async () => {
    const begun = await begin({ role: 'bot' })
    fake.auth.enterCode(begun.user_code, fake.world.bot.id)
    clock.advance(5_000)
    const other = await signInAsOwner(app)
    await other.call('poll-device-sign-in', { service: 'twitch', id: begun.id }, { status: 404 })
    assert.equal((await twitch()).accounts[1].state, 'not_connected')
    const editor = await signInAs(app, 'editor')
    for (const name of ['begin-device-sign-in', 'poll-device-sign-in', 'cancel-device-sign-in']) {
      await editor.call(name, { service: 'twitch', role: 'bot', id: begun.id }, { status: 403 })
    }
    await app.ctx.db.write((tx) => tx.run(ageSessions, {}))
    const { body } = await owner.call('begin-device-sign-in', { service: 'twitch', role: 'bot' }, { status: 401 })
    assert.equal(body.sign_in_again, true)
    owner = await signInAsOwner(app)
  })

  it('never adds a sign-in to the panel, and is not offered by other services', async () => {
    const { body } = await owner.call('begin-device-sign-in', { service: 'kick', role: 'bot' }, { status: 404 })
    assert.equal(body.error, 'This server has no credentials for Kick.')
    assert.deepEqual((await owner.call('list-sign-ins')).body.accounts, [])
  })

  it('keeps the account over renewals: each refresh token is used once, without a secret', async () => {
    const renewals = fake.auth.renewals()
    for (const round of [1, 2, 3]) {
      fake.auth.expireTokens()
      const { status, body } = await app.call('send-message', { message: `round ${round}`, platform: 'PlatformB' })
      assert.equal(status, 200, body.error)
    }
    assert.equal(fake.auth.renewals(), renewals + 3)
    const forms = fake.server.requests.filter(({ path }) => path === '/oauth2/token').map(({ text }) => text)
    assert.ok(forms.every((text) => !text.includes('client_secret')))
    assert.equal((await twitch()).accounts[0].state, 'connected')
  })

  it('stores no code and no token in the open, and logs neither', async () => {
    const begun = await begin()
    const rows = await app.ctx.db.all(
      sql<Record<never, never>, { sealed_code: string }>('SELECT sealed_code FROM device_sign_ins'),
      {},
    )
    assert.equal(rows.length > 0, true)
    const kept = JSON.stringify(rows) + app.logLines.join('\n') + JSON.stringify(begun)
    for (const secret of fake.auth.secrets) assert.equal(kept.includes(secret), false)
  })
})
