import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { WebhookDelivery } from '../../src/capabilities/webhooks/delivery-rows.ts'
import type { Scope } from '../../src/kernel/operation/contract/scopes.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openSession, type PanelClient } from '../panel/panel-client.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'
import { type Receiver, startReceiver } from './receiver.ts'

runsOn('sqlite', 'postgres')

const elsewhere = 'https://elsewhere.example/'
const setScopes = sql<{ id: string; scopes: string }>('UPDATE event_webhooks SET scopes = :scopes WHERE id = :id')

describe('a webhook that carries more than a key may read', () => {
  const clock = createTestClock()
  let app: TestApp
  let receiver: Receiver
  let answer = 204
  let owner: PanelClient
  let narrow: string
  let url = ''
  before(async () => {
    receiver = await startReceiver(() => answer)
    url = `${receiver.url}?token=secret`
    app = await createTestApp({ clock, config: { outgoingAllow: ['127.0.0.0/8'] } })
  })
  beforeEach(async () => {
    answer = 204
    // What one test calls does not count for the limits of the next, and changes need a recent sign-in.
    clock.advance(minuteMs)
    owner = await openSession(app, await app.ctx.sessions.makeLink(app.channel))
    narrow = await keyWith('points:read')
    for (const { id } of (await app.call('list-webhooks')).body.webhooks) await app.call('delete-webhook', { id })
  })
  after(async () => {
    await app.close()
    await receiver.close()
  })

  const keyWith = async (...scopes: Scope[]) => (await app.makeKey(['webhooks:manage', ...scopes])).key
  const create = async (types?: readonly string[], key = app.key): Promise<string> =>
    (await app.call('create-webhook', { url, ...(types && { types }) }, { key })).body.id
  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })
  const changeTitle = (title: string) => app.call('title', { title, platform: 'PlatformA' })
  /** Newest first, and without a limit of calls. */
  const listed = (id: string) => app.ctx.webhooks.deliveries(app.cause, id, Number.MAX_SAFE_INTEGER, 50)
  const urlFor = async (key: string) => (await app.call('list-webhooks', {}, { key })).body.webhooks[0].url
  /** The delivery of this type, once it was tried. */
  async function tried(id: string, type: string): Promise<WebhookDelivery> {
    const find = async () => (await listed(id)).find((one) => one.type === type && one.attempts > 0)
    await eventually(`a delivery of ${type}`, async () => (await find()) !== undefined)
    return (await find()) ?? assert.fail()
  }

  const uses = [
    ['update-webhook', { types: ['points.changed'] }],
    ['update-webhook', { url: elsewhere }],
    ['update-webhook', { url: elsewhere, types: ['points.changed'] }],
    ['update-webhook', { name: 'Mine' }],
    ['update-webhook', { active: 0 }],
    ['update-webhook', { active: 1 }],
    ['roll-webhook-secret', {}],
    ['list-webhook-deliveries', {}],
    ['resend-webhook-delivery', { delivery_id: 1 }],
  ] as const
  async function refusesAll(id: string, key: string, scope: string): Promise<void> {
    const before = (await app.call('list-webhooks')).body.webhooks
    for (const [operation, more] of uses) {
      const { body } = await app.call(operation, { id, ...more }, { key, status: 403 })
      assert.deepEqual([body.code, body.required_scope], ['missing_scope', scope], operation)
    }
    assert.deepEqual((await app.call('list-webhooks')).body.webhooks, before, 'nothing was changed')
  }

  it('is not changed, rolled, listed or sent again by this key, whatever its types are', async () => {
    for (const types of [undefined, ['points.*', 'stream.*'], ['points.changed', 'stream.title-changed']]) {
      const id = await create(types)
      const scope = (await app.call('roll-webhook-secret', { id }, { key: narrow, status: 403 })).body.required_scope
      assert.ok(types === undefined || scope === 'stream:read')
      await refusesAll(id, narrow, scope)
      await app.call('delete-webhook', { id })
    }
  })

  it('shows this key no more of its address than scheme and host', async () => {
    await create()
    assert.equal(await urlFor(narrow), new URL(url).origin)
    assert.equal(await urlFor(app.key), url)
    const panel = (await owner.call('list-webhooks')).body.webhooks
    assert.equal(panel[0].url, url)
  })

  it('can be tested and deleted by it, which sends no event', async () => {
    const id = await create()
    const sent = await app.call('test-webhook', { id }, { key: narrow })
    assert.equal(sent.body.delivered, true)
    assert.ok(!JSON.stringify(sent.body).includes('secret'))
    await app.call('delete-webhook', { id }, { key: narrow })
    assert.deepEqual((await app.call('list-webhooks')).body.webhooks, [])
  })

  it('stays closed to it after its types were narrowed, for as long as earlier deliveries are kept', async () => {
    const id = await create(['points.*', 'stream.*'])
    await changeTitle('Kept')
    const { id: delivery_id } = await tried(id, 'stream.title-changed')
    await app.call('update-webhook', { id, types: ['points.changed'] })
    await refusesAll(id, narrow, 'stream:read')
    await app.call('resend-webhook-delivery', { id, delivery_id }, { key: narrow, status: 403 })
    assert.equal(await urlFor(narrow), new URL(url).origin)
    clock.advance(8 * dayMs)
    await app.ctx.webhooks.prune()
    assert.equal(await urlFor(narrow), url)
    await app.call('update-webhook', { id, name: 'Now it may' }, { key: narrow })
    assert.deepEqual((await app.call('list-webhook-deliveries', { id }, { key: narrow })).body.deliveries, [])
  })

  it('stays closed to it while a delivery of an earlier type waits', async () => {
    answer = 500
    const id = await create(['stream.*', 'points.*'])
    await changeTitle('Waits')
    assert.equal((await tried(id, 'stream.title-changed')).state, 'pending')
    await app.call('update-webhook', { id, types: ['points.changed'] })
    await app.call('update-webhook', { id, url: elsewhere }, { key: narrow, status: 403 })
  })

  it('is narrowed by a key that may read all of it, and widened by none', async () => {
    const id = await create(['points.*', 'stream.title-changed'])
    const refused = async (types: readonly string[], key: string, status: number) =>
      (await app.call('update-webhook', { id, types }, { key, status })).body
    // Without a name that covers them: a type, an area, and the area of a type that is sent, which may grow.
    for (const types of [['clip.created'], ['points.*', 'clip.*'], ['stream.*']]) {
      assert.match((await refused(types, app.key, 400)).error, /^types: .*The owner adds/)
    }
    const reader = await keyWith('points:read', 'stream:read')
    assert.equal((await refused(['channel.follow'], reader, 403)).required_scope, 'activity:read')
    await app.call('update-webhook', { id, types: ['points.changed', 'points.transferred'] }, { key: reader })
    assert.match((await refused(['points.*'], reader, 400)).error, /points\.\*/)
    await app.call('update-webhook', { id, types: ['points.changed'], url: receiver.url }, { key: narrow })
    assert.equal((await app.call('list-webhooks')).body.webhooks[0].url, receiver.url)
  })

  it('of another key is not widened by a key that may read more than its creator', async () => {
    const id = await create(undefined, narrow)
    const refused = await app.call('update-webhook', { id, types: ['stream.online'] }, { status: 400 })
    assert.match(refused.body.error, /The owner adds stream\.online/)
    await app.call('update-webhook', { id, url: receiver.url, name: 'Renamed' })
    const before = receiver.deliveries.length
    await changeTitle('Hidden')
    await points(1)
    await receiver.until(before + 1)
    assert.equal(receiver.deliveries.at(-1)?.event.type, 'points.changed')
  })

  it('of this key is widened by the owner in the panel, and from then on closed to the key', async () => {
    const id = await create(['points.changed'], narrow)
    const before = receiver.deliveries.length
    await owner.call('update-webhook', { id, types: ['points.changed', 'stream.title-changed'] })
    await changeTitle('Wider')
    await receiver.until(before + 1)
    await tried(id, 'stream.title-changed')
    assert.equal(receiver.deliveries.at(-1)?.event.type, 'stream.title-changed')
    await refusesAll(id, narrow, 'stream:read')
    assert.equal(await urlFor(narrow), new URL(url).origin)
    await app.call('delete-webhook', { id }, { key: narrow })
  })

  it('of this key receives no more after the owner saved it without other types', async () => {
    const reader = await keyWith('activity:read')
    const id = await create(['chat.*'], reader)
    await owner.call('update-webhook', { id, name: 'Renamed', types: ['chat.*'] })
    await app.call('update-webhook', { id, name: 'Still mine' }, { key: reader })
    assert.equal(await urlFor(reader), url)
  })

  it('does the same on the test channel', async () => {
    const all = (await app.makeKey(undefined, { isTest: true })).key
    const some = (await app.makeKey(['webhooks:manage', 'points:read'], { isTest: true })).key
    const { id } = (await app.call('create-webhook', { url }, { key: all })).body
    for (const [operation, more] of uses) await app.call(operation, { id, ...more }, { key: some, status: 403 })
    assert.equal(await urlFor(some), new URL(url).origin)
    await app.call('update-webhook', { id }, { key: narrow, status: 400 })
    await app.call('update-webhook', { id, name: 'x' }, { key: app.key, status: 404 })
    await app.call('delete-webhook', { id }, { key: all })
  })

  it('sends nothing that its own scopes may not read, not even again', async () => {
    answer = 500
    const id = await create(['stream.title-changed', 'points.changed'])
    await changeTitle('Waiting')
    const { id: delivery_id } = await tried(id, 'stream.title-changed')
    // As it was left by a key that took it over before that was refused.
    await app.app.webhookDeliverer.stop()
    await app.ctx.db.write((tx) => tx.run(setScopes, { id, scopes: JSON.stringify(['points:read']) }))
    answer = 204
    await app.app.webhookDeliverer.start()
    await owner.call('resend-webhook-delivery', { id, delivery_id })
    clock.advance(10_000)
    app.app.webhookDeliverer.wakeAll()
    await eventually('both to be given up', async () => (await listed(id)).every(({ state }) => state === 'failed'))
    assert.deepEqual(
      (await listed(id)).map(({ error }) => String(error)),
      Array(2).fill('The scopes of this webhook do not include stream:read, which stream.title-changed needs.'),
    )
    assert.ok(receiver.accepted().every(({ event }) => event.data.title !== 'Waiting'))
    await points(1)
    assert.equal((await tried(id, 'points.changed')).state, 'delivered')
  })
})
