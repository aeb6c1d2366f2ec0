import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { alertedDonation, type FakeDonationAlerts, startFakeDonationAlerts } from '../fakes/donationalerts.ts'
import { type FakeStreamlabs, startFakeStreamlabs } from '../fakes/streamlabs.ts'
import { tiltifySecret } from '../fakes/tiltify.ts'
import { type FakeTipeeeStream, startFakeTipeeeStream, tipeeeDonation } from '../fakes/tipeeestream.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { donorsOf } from './donors.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the sockets of the services')
isSlow('connections wait before they try again')

const timings = { firstRetryMs: 20, longestRetryMs: 100, refusedRetryMs: 10 * 60_000 }

describe('donations of TipeeeStream and DonationAlerts', () => {
  let tipeee: FakeTipeeeStream
  let alerts: FakeDonationAlerts
  let labs: FakeStreamlabs
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    tipeee = await startFakeTipeeeStream()
    alerts = await startFakeDonationAlerts()
    labs = await startFakeStreamlabs()
    const urls = { tipeeestream: tipeee.url, donationalerts: alerts.url, streamlabs: labs.url }
    app = await createTestApp({ config: { donations: { urls, timings } } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await Promise.all([tipeee?.close(), alerts?.close(), labs?.close()])
  })

  const sourceOf = async (provider: string) =>
    (await owner.call('list-donation-sources')).body.sources.find(
      (one: { provider: string }) => one.provider === provider,
    )
  const isIn = (provider: string, state: string) =>
    eventually(`${provider} is ${state}`, async () => (await sourceOf(provider)).state === state)
  const comes = async (username: string) => {
    await eventually(`${username} donates`, async () => (await donorsOf(app))[0]?.username === username)
    const [donor] = await donorsOf(app)
    return [donor?.provider, donor?.amount, donor?.currency, donor?.message, donor?.is_test]
  }

  it('of TipeeeStream come from the socket that the lookup names, once each', async () => {
    await owner.call('save-donation-source', { provider: 'tipeeestream', secret: tipeee.key })
    await isIn('tipeeestream', 'connected')
    await eventually('the room is joined', () => tipeee.isConnected)
    assert.equal(tipeee.api.count(/site\/socket/), 1)
    const before = (await donorsOf(app)).length
    for (const _ of [1, 2]) tipeee.send(tipeeeDonation())
    tipeee.send({ ...tipeeeDonation({ username: 'Follower' }, { ref: 'TIP-2' }), type: 'follow' })
    assert.deepEqual(await comes('Camille'), ['tipeeestream', 12, 'EUR', 'Merci !', 0])
    tipeee.send(tipeeeDonation({ username: 'Sacha', amount: '3.50', message: null }, { ref: 4711 }))
    assert.deepEqual(await comes('Sacha'), ['tipeeestream', 3.5, 'EUR', '', 0])
    assert.equal((await donorsOf(app)).length, before + 2)
    assert.deepEqual(tipeee.faults, [])
  })

  it('of TipeeeStream go on without the lookup, and the key never goes to another host', async () => {
    tipeee.moveTo({ host: 'https://sso.example.org', port: '443' })
    tipeee.cut()
    await eventually('it asked again', () => tipeee.api.count(/site\/socket/) >= 2 && tipeee.isConnected)
    tipeee.api.plan('500', { on: /site\/socket/ })
    tipeee.cut()
    await eventually('it asked once more', () => tipeee.api.count(/site\/socket/) >= 3 && tipeee.isConnected)
    await isIn('tipeeestream', 'connected')
  })

  it('of TipeeeStream say so when the key is wrong', async () => {
    await owner.call('save-donation-source', { provider: 'tipeeestream', secret: 'a-wrong-key' })
    await isIn('tipeeestream', 'needs_sign_in')
    assert.equal((await sourceOf('tipeeestream')).last_error, 'TipeeeStream refused the API key.')
  })

  it('of DonationAlerts come over the channel for which the API gives the tokens, once each', async () => {
    await owner.call('save-donation-source', { provider: 'donationalerts', secret: alerts.token })
    await isIn('donationalerts', 'connected')
    for (const _ of [1, 2]) alerts.publish(alertedDonation())
    assert.deepEqual(await comes('Ivan'), ['donationalerts', 500, 'RUB', 'Hello!', 0])
    const recording = { message_type: 'audio', message: 'https://static.donationalerts.ru/audio.wav' }
    alerts.publish(alertedDonation({ id: 2, username: null, amount: 10.5, currency: 'USD', ...recording }))
    assert.deepEqual(await comes('Somebody'), ['donationalerts', 10.5, 'USD', '', 0])
    assert.equal((await donorsOf(app)).filter(({ provider }) => provider === 'donationalerts').length, 2)
    assert.deepEqual(alerts.faults, [])
  })

  it('of DonationAlerts are back after the line was cut and after its API failed', async () => {
    alerts.api.plan('503', { on: /user\/oauth/ })
    alerts.api.plan('cut', { on: /centrifuge\/subscribe/ })
    alerts.cut()
    await eventually('it is back', () => alerts.api.count(/user\/oauth/) >= 4 && alerts.isConnected)
    alerts.publish(alertedDonation({ id: 3, username: 'Olga' }))
    await comes('Olga')
  })

  it('of DonationAlerts say so when the token is refused or has expired', async () => {
    await owner.call('save-donation-source', { provider: 'donationalerts', secret: 'an-expired-token' })
    await isIn('donationalerts', 'needs_sign_in')
    assert.match((await sourceOf('donationalerts')).last_error, /^DonationAlerts refused the access token/)
    const fields = [{ name: 'secret', value: alerts.token }]
    const { body } = await owner.call('check-service-setup', { service: 'donationalerts', fields })
    assert.equal(body.message, 'DonationAlerts accepts the token. Donations there are received.')
  })

  it('of Tiltify that Streamlabs repeats count at Streamlabs only while Tiltify itself is not set up', async () => {
    await owner.call('save-donation-source', { provider: 'streamlabs', secret: labs.token })
    await isIn('streamlabs', 'connected')
    const repeat = (id: number, from: string) =>
      labs.send({ type: 'tiltifydonation', message: [{ id, from, amount: 5, currency: 'USD', message: '' }] })
    repeat(1, 'Ash')
    await comes('Ash')
    await owner.call('save-donation-source', { provider: 'tiltify', secret: tiltifySecret })
    repeat(2, 'Misty')
    labs.donate({ id: 3, name: 'Brock', amount: 1, currency: 'USD', message: '' })
    await comes('Brock')
    assert.equal((await donorsOf(app))[1]?.username, 'Ash')
  })
})
