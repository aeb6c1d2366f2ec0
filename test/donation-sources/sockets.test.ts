import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { type StreamElementsStandIn, startStreamElementsStandIn } from '../stand-ins/streamelements.ts'
import { type StreamlabsStandIn, startStreamlabsStandIn } from '../stand-ins/streamlabs.ts'
import { donorsOf } from './donors.ts'

const timings = { firstRetryMs: 20, longestRetryMs: 100, refusedRetryMs: 200 }

describe('donations that come over a line', () => {
  let labs: StreamlabsStandIn
  let elements: StreamElementsStandIn
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    labs = await startStreamlabsStandIn({ pingIntervalMs: 400, pingTimeoutMs: 3_000 })
    elements = await startStreamElementsStandIn()
    app = await start()
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await labs?.close()
    await elements?.close()
  })

  const start = (folder?: string) =>
    createTestApp({
      ...(folder !== undefined && { folder }),
      config: { donations: { urls: { streamlabs: labs.url, streamelements: elements.url }, timings } },
    })
  const sourceOf = async (provider: string) =>
    (await owner.call('list-donation-sources')).body.sources.find(
      (one: { provider: string }) => one.provider === provider,
    )
  const isIn = (provider: string, state: string) =>
    eventually(`${provider} is ${state}`, async () => (await sourceOf(provider)).state === state, 10_000)
  const comes = async (username: string) => {
    await eventually(`${username} donates`, async () => (await donorsOf(app))[0]?.username === username, 10_000)
    return (await donorsOf(app))[0]
  }

  it('of Streamlabs are told once the token is entered', async () => {
    assert.equal((await sourceOf('streamlabs')).state, 'off')
    const { body } = await owner.call('save-donation-source', { provider: 'streamlabs', secret: labs.token })
    assert.deepEqual([body.source.state, body.source.webhook_url], ['connecting', null])
    await isIn('streamlabs', 'connected')
    labs.donate({
      id: 101,
      name: 'Ada',
      amount: '12.50',
      formatted_amount: '$12.50',
      currency: 'USD',
      message: 'Bravo',
    })
    const donor = await comes('Ada')
    assert.deepEqual(
      [donor?.provider, donor?.amount, donor?.currency, donor?.message, donor?.is_test],
      ['streamlabs', 12.5, 'USD', 'Bravo', 0],
    )
  })

  it('count once, and nothing else that Streamlabs tells counts', async () => {
    const before = (await donorsOf(app)).length
    labs.donate({ id: 101, name: 'Ada', amount: 12.5, currency: 'USD', message: 'Bravo' })
    labs.send({ type: 'follow', for: 'twitch_account', message: [{ name: 'Somebody' }] })
    labs.send({ type: 'bits', for: 'twitch_account', message: [{ name: 'Bo', amount: 100, currency: 'BITS', id: 9 }] })
    labs.donate({ id: 102, name: 'Relay', amount: 5, currency: 'USD' }, { for: 'youtube_account' })
    labs.donate({ _id: 'abc', from: 'Grace', amount: 1, currency: 'GBP', message: 'try', isTest: true })
    const donor = await comes('Grace')
    assert.equal(donor?.is_test, 1)
    assert.equal((await donorsOf(app)).length, before + 1)
  })

  it('survive what cannot be read', async () => {
    const { connects } = labs
    for (const frame of [
      '42{',
      '42["event"]',
      '42["event",5]',
      '9',
      '',
      '42["event",{"type":"donation","message":[{}]}]',
    ]) {
      labs.sendRaw(frame)
    }
    labs.donate({ id: 103, name: 'Linus', amount: 2, currency: 'EUR', message: '' })
    await comes('Linus')
    assert.equal(labs.connects, connects)
    assert.match((await sourceOf('streamlabs')).last_error, /unexpected/)
  })

  it('go on after the line was cut, and after it went silent', async () => {
    const cutAt = labs.connects
    labs.cut()
    await eventually('it connects again', async () => labs.connects > cutAt && labs.isConnected, 10_000)
    labs.donate({ id: 104, name: 'Barbara', amount: 2, currency: 'EUR', message: '' })
    await comes('Barbara')
    await eventually('it says that it is there', async () => labs.pings.length > 0, 10_000)
    const silentAt = labs.connects
    labs.stopAnswering(true)
    await eventually('it notices the silence', async () => labs.connects > silentAt, 10_000)
    labs.stopAnswering(false)
    await isIn('streamlabs', 'connected')
    assert.deepEqual(labs.faults, [])
  })

  it('say so when the token is wrong, and go on when it is put right', async () => {
    await owner.call('save-donation-source', { provider: 'streamlabs', secret: 'a-wrong-token' })
    await isIn('streamlabs', 'failed')
    assert.match((await sourceOf('streamlabs')).last_error, /refused the Socket API token/)
    await owner.call('save-donation-source', { provider: 'streamlabs', secret: labs.token })
    await isIn('streamlabs', 'connected')
  })

  it('of StreamElements are told once the token is entered, which says whose it is', async () => {
    await owner.call('save-donation-source', { provider: 'streamelements', secret: elements.token })
    await isIn('streamelements', 'connected')
    const user = { username: 'Edsger', email: 'e@example.com', geo: 'NL' }
    elements.tip({ user, message: 'Neat', amount: 7, currency: 'EUR', paymentMethod: 'paypal' })
    const donor = await comes('Edsger')
    assert.deepEqual([donor?.provider, donor?.amount, donor?.is_test], ['streamelements', 7, 0])
    elements.tip({ user, message: 'Neat', amount: 7, currency: 'EUR' })
    elements.tip({ user, message: 'x', amount: 7, currency: 'EUR' }, { transactionId: 'tx-2', status: 'pending' })
    elements.tip({ user, message: 'x', amount: 7, currency: 'EUR' }, { transactionId: 'tx-3', approved: 'rejected' })
    elements.tip({ user: { username: 'Tony' }, message: '', amount: 1, currency: 'EUR' }, { transactionId: 'tx-4' })
    await comes('Tony')
    assert.equal((await donorsOf(app))[1]?.username, 'Edsger')
    assert.deepEqual(elements.faults, [])
  })

  it('move to another connection when StreamElements asks', async () => {
    elements.move('resume-here')
    await eventually('it has moved', async () => elements.reconnectTokens.includes('resume-here'), 10_000)
    await eventually('it listens there', async () => elements.isConnected, 10_000)
    elements.tip({ user: { username: 'Radia' }, message: '', amount: 3, currency: 'USD' }, { transactionId: 'tx-5' })
    await comes('Radia')
  })

  it('try again when StreamElements is reports an error, and give up on a token that it refuses', async () => {
    elements.failNext('err_internal_error')
    const before = elements.connects
    elements.cut()
    await eventually('it tries again', async () => elements.connects >= before + 2 && elements.isConnected, 10_000)
    elements.refuse(502)
    elements.cut()
    await eventually(
      'it says why',
      async () => String((await sourceOf('streamelements')).last_error).includes('status 502'),
      10_000,
    )
    elements.refuse(undefined)
    await isIn('streamelements', 'connected')
    const wrong = elements.token.replace('signature', 'another')
    await owner.call('save-donation-source', { provider: 'streamelements', secret: wrong })
    await isIn('streamelements', 'failed')
    assert.match((await sourceOf('streamelements')).last_error, /refused the JWT token/)
  })

  it('need to know whose token it is', async () => {
    const secret = 'not-a-jwt-at-all'
    const { status, body } = await owner.call('save-donation-source', { provider: 'streamelements', secret })
    assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
    const { token, account } = elements
    await owner.call('save-donation-source', { provider: 'streamelements', secret: token, account })
    await isIn('streamelements', 'connected')
  })

  it('are told again after a restart, and no more once the source is removed', async () => {
    await app.close({ keepFolder: true })
    await eventually('nobody is on the line', async () => !labs.isConnected && !elements.isConnected, 10_000)
    app = await start(app.folder)
    owner = await signInAsOwner(app)
    await isIn('streamlabs', 'connected')
    await isIn('streamelements', 'connected')
    await owner.call('remove-donation-source', { provider: 'streamlabs' })
    await eventually('the line is shut', async () => !labs.isConnected, 10_000)
    assert.equal((await sourceOf('streamlabs')).state, 'off')
  })
})
