import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeStreamElements, startFakeStreamElements } from '../fakes/streamelements.ts'
import { type FakeStreamlabs, startFakeStreamlabs } from '../fakes/streamlabs.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { donorsOf } from './donors.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the sockets of the services')
isSlow('connections wait before they try again')

const timings = { firstRetryMs: 20, longestRetryMs: 100, refusedRetryMs: 10 * 60_000 }

describe('donations that come over a line', () => {
  let labs: FakeStreamlabs
  let elements: FakeStreamElements
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    labs = await startFakeStreamlabs({ pingIntervalMs: 400, pingTimeoutMs: 3_000 })
    elements = await startFakeStreamElements()
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
    eventually(`${provider} is ${state}`, async () => (await sourceOf(provider)).state === state)
  const comes = async (username: string) => {
    await eventually(`${username} donates`, async () => (await donorsOf(app))[0]?.username === username)
    return (await donorsOf(app))[0]
  }

  it('of Streamlabs are reported once the token is entered', async () => {
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

  it('count once, and nothing else that Streamlabs reports counts', async () => {
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

  it('of Streamlabs name the donor, also in a test, where the name is that of the streamer', async () => {
    const fields = { amount: 99, isTest: true, name: 'Shackle', from: 'John', to: { name: 'Shackle' }, priority: 10 }
    const test = { ...fields, _id: 'f3d16e85636b8e2f', currency: 'GBP', message: 'This is a test donation.' }
    labs.donate(test)
    assert.equal((await comes('John'))?.is_test, 1)
    labs.send({ type: 'justgivingdonation', for: 'justgiving', message: [{ ...test, from: 'Joan' }] })
    await comes('Joan')
  })

  it('of Streamlabs count gifts to charity and merchandise that has a price', async () => {
    const before = (await donorsOf(app)).length
    const charity = {
      charityDonationId: '455768204817176347',
      formattedAmount: '€25.00',
      formatted_amount: '€25.00',
      currency: 'EUR',
      amount: '25.00',
      message: 'For a good cause',
      to: { name: 'Streamer' },
      memberId: '717456377752197490',
      from: 'Storm',
      // The number of a donation that was counted above.
      id: 101,
      userId: '717456361696403399',
      campaignId: '713449001231458231',
      createdAt: '2026-11-01 20:29:57',
      custom: [],
      _id: '34af89885d0532f7',
      priority: 10,
    }
    for (const _ of [1, 2]) labs.send({ type: 'streamlabscharitydonation', message: [charity], event_id: 'evt_c' })
    const donor = await comes('Storm')
    assert.deepEqual([donor?.amount, donor?.currency, donor?.is_test], [25, 'EUR', 0])
    const sale = {
      from: 'Mia',
      product: 'Mug',
      imageHref: '',
      condition: '',
      message: 'Nice',
      to: { name: 'Streamer' },
    }
    labs.send({ type: 'merch', message: [{ ...sale, _id: 'm1' }] })
    labs.send({ type: 'merch', message: [{ ...sale, _id: 'm2', from: 'Mika', amount: 14.99, currency: 'USD' }] })
    assert.equal((await comes('Mika'))?.amount, 14.99)
    assert.equal((await donorsOf(app)).length, before + 2)
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

  it('continue after the line was cut, and after it went silent', async () => {
    const cutAt = labs.connects
    labs.cut()
    await eventually('it connects again', async () => labs.connects > cutAt && labs.isConnected)
    labs.donate({ id: 104, name: 'Barbara', amount: 2, currency: 'EUR', message: '' })
    await comes('Barbara')
    await eventually('it says that it is there', async () => labs.pings.length > 0)
    const silentAt = labs.connects
    labs.stopAnswering(true)
    await eventually('it notices the silence', async () => labs.connects > silentAt)
    labs.stopAnswering(false)
    await isIn('streamlabs', 'connected')
    assert.deepEqual(labs.faults, [])
  })

  it('say so when the token is wrong, and continue when it is put right', async () => {
    await owner.call('save-donation-source', { provider: 'streamlabs', secret: 'a-wrong-token' })
    await isIn('streamlabs', 'needs_sign_in')
    assert.match((await sourceOf('streamlabs')).last_error, /refused the Socket API token/)
    await owner.call('save-donation-source', { provider: 'streamlabs', secret: labs.token })
    await isIn('streamlabs', 'connected')
  })

  it('of StreamElements are reported once the token is entered, which says whose it is', async () => {
    await owner.call('save-donation-source', { provider: 'streamelements', secret: elements.token })
    await isIn('streamelements', 'connected')
    const user = { username: 'Edsger', email: 'e@example.com', geo: 'NL' }
    elements.tip({ user, message: 'Neat', amount: 7, currency: 'EUR', paymentMethod: 'paypal' })
    const donor = await comes('Edsger')
    assert.deepEqual([donor?.provider, donor?.amount, donor?.is_test], ['streamelements', 7, 0])
    const tip = { user, message: 'x', amount: 7, currency: 'EUR' }
    elements.tip(tip, { status: 'pending' })
    for (const approved of ['rejected', 'denied', 'something new']) elements.tip(tip, { approved })
    elements.tip({ user: { username: 'Tony' }, message: '', amount: 1, currency: 'EUR' })
    await comes('Tony')
    assert.equal((await donorsOf(app))[1]?.username, 'Edsger')
    assert.deepEqual(elements.faults, [])
  })

  it('that wait for approval count when they get it, once', async () => {
    const before = (await donorsOf(app)).length
    const tip = (username: string) => ({ user: { username }, message: 'hm', amount: 2, currency: 'EUR' })
    const waiting = { _id: '67b5f39d07ecd4c594e60f73', approved: 'pending' }
    elements.tip(tip('Grete'), waiting)
    elements.decide(tip('Grete'), waiting)
    elements.tip(tip('Mallory'), { _id: '67b5f39d07ecd4c594e60f74', approved: 'pending' })
    elements.decide(tip('Mallory'), { _id: '67b5f39d07ecd4c594e60f74', approved: 'denied' })
    elements.tip(tip('Sentinel'))
    await comes('Sentinel')
    assert.equal((await donorsOf(app)).length, before + 1)
    for (const _ of [1, 2]) elements.decide(tip('Grete'), { ...waiting, approved: 'allowed' })
    elements.tip(tip('Grete'), { ...waiting, approved: 'allowed' })
    await comes('Grete')
    elements.tip(tip('Sentinel 2'))
    await comes('Sentinel 2')
    assert.equal((await donorsOf(app)).length, before + 3)
  })

  it('move to another connection when StreamElements asks', async () => {
    elements.move('resume-here')
    await eventually('it has moved', async () => elements.reconnectTokens.includes('resume-here'))
    await eventually('it listens there', async () => elements.isConnected)
    elements.tip({ user: { username: 'Radia' }, message: '', amount: 3, currency: 'USD' })
    await comes('Radia')
    await isIn('streamelements', 'connected')
    assert.deepEqual(elements.faults, [], 'it does not subscribe again: StreamElements restores what it had')
  })

  it('are back soon after StreamElements has refused one frame', async () => {
    for (const error of ['err_bad_request', 'err_unauthorized']) {
      const before = elements.connects
      elements.failNext(error)
      elements.cut()
      await eventually('it tries again', async () => elements.connects >= before + 2 && elements.isConnected)
      await isIn('streamelements', 'connected')
    }
    const { connects } = elements
    elements.refuseTopic('channel.tips.moderation')
    elements.cut()
    await eventually('it listens again', async () => elements.connects > connects && elements.isConnected)
    elements.tip({ user: { username: 'Hedy' }, message: '', amount: 3, currency: 'USD' })
    await comes('Hedy')
    elements.refuseTopic(undefined)
  })

  it('try again when StreamElements reports an error, and give up on a token that it refuses', async () => {
    elements.failNext('err_internal_error')
    const before = elements.connects
    elements.cut()
    await eventually('it tries again', async () => elements.connects >= before + 2 && elements.isConnected)
    elements.refuse(502)
    elements.cut()
    await eventually('it says why', async () =>
      String((await sourceOf('streamelements')).last_error).includes('status 502'),
    )
    elements.refuse(undefined)
    await isIn('streamelements', 'connected')
    const wrong = elements.token.replace('signature', 'another')
    await owner.call('save-donation-source', { provider: 'streamelements', secret: wrong })
    await isIn('streamelements', 'needs_sign_in')
    assert.match((await sourceOf('streamelements')).last_error, /refused the JWT token/)
  })

  it('need to know whose token it is', async () => {
    const secret = 'not-a-jwt-at-all'
    const { status, body } = await owner.call(
      'save-donation-source',
      { provider: 'streamelements', secret },
      { status: 400 },
    )
    assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
    const { token, account } = elements
    await owner.call('save-donation-source', { provider: 'streamelements', secret: token, account })
    await isIn('streamelements', 'connected')
  })

  it('are reported again after a restart, and no more once the source is removed', async () => {
    await app.close({ keepFolder: true })
    await eventually('nobody is on the line', async () => !labs.isConnected && !elements.isConnected)
    app = await start(app.folder)
    owner = await signInAsOwner(app)
    await isIn('streamlabs', 'connected')
    await isIn('streamelements', 'connected')
    await owner.call('remove-donation-source', { provider: 'streamlabs' })
    await eventually('the line is shut', async () => !labs.isConnected)
    assert.equal((await sourceOf('streamlabs')).state, 'off')
  })
})
