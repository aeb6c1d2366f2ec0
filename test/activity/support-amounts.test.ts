import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readTotals } from '../../src/capabilities/events/event-totals.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { inDollars, inUnit } from '../../src/kernel/storage/migrations/0062-units-of-support.ts'
import { makeAutomation, removeAutomations, runsOf, settled } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const nothing = [{ type: 'wait', seconds: 0 }]
const withoutUnit = sql<{ channel: number; seq: number; data: string }>(
  'UPDATE events SET data = :data WHERE channel_id = :channel AND seq = :seq',
)

describe('what viewers support a channel with', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
    await removeAutomations(app)
  })
  after(() => app.close())

  const happen = async (action: string, given: object) => {
    assert.equal((await sandboxCall(app, action, { username: 'erin', ...given })).status, 200)
    await settled(app)
  }
  const newest = async () => {
    const all = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000))
    const found = all.filter(({ kind }) => kind === 'bits').at(-1)
    assert.ok(found)
    return found
  }

  it('is added up for each unit and each currency', async () => {
    await happen('bits', { platform: 'PlatformA', amount: 100 })
    await happen('bits', { platform: 'PlatformB', amount: 250 })
    await happen('super-chat', { amount: 75_000, currency: 'JPY' })
    await happen('super-chat', { amount: 499 })
    const totals = await readTotals(app.ctx.db, app.channel.id)
    const of = (name: string) => (totals.get(name) ?? 0) / 100
    assert.deepEqual([of('kicks'), of('bits'), of('super-chats:JPY'), of('super-chats:USD')], [100, 250, 750, 4.99])
  })

  it('is compared in US dollars, whatever it was', async () => {
    const where = { amount_usd: { at_least: 5 } }
    const large = await makeAutomation(app, { type: 'event', event: 'bits', where }, nothing)
    await happen('super-chat', { amount: 75_000, currency: 'KRW' })
    assert.equal((await runsOf(app, large)).length, 0)
    await happen('super-chat', { amount: 75_000, currency: 'JPY' })
    await happen('bits', { platform: 'PlatformB', amount: 500 })
    assert.equal((await runsOf(app, large)).length, 2)
  })

  it('stands in get-recent-activity beside the amount as it was', async () => {
    await happen('bits', { platform: 'PlatformB', amount: 500 })
    const key = (await app.makeKey()).key
    const donation = { username: 'Ann', amount: 750, currency: '¥', provider: 'ProviderC' }
    assert.equal((await app.call('send-donation', donation, { key })).status, 200)
    const { body } = await app.call('get-recent-activity', { limit: 1 })
    const [bits] = body.latest_beta_bits
    assert.deepEqual([bits.amount, bits.unit, bits.currency, bits.value, bits.amount_usd], [500, 'bits', null, 500, 5])
    const [donor] = body.latest_donors
    assert.deepEqual(
      [donor.amount, donor.currency, donor.unit, donor.value, donor.amount_usd],
      [750, '¥', 'money', 750, 5],
    )
  })

  it('has a unit in rows of older versions as well, and no rate', async () => {
    await happen('super-chat', { amount: 499, message: 'before' })
    const { seq, data } = await newest()
    const { unit: _unit, currency: _currency, value: _value, amount_usd: _usd, ...older } = data
    await app.ctx.db.write((tx) =>
      tx.run(withoutUnit, { channel: app.channel.id, seq, data: JSON.stringify(older) }).then(() => undefined),
    )
    const { data: read } = await newest()
    assert.deepEqual([read.unit, read.currency, read.value, read.amount_usd], ['money', null, 4.99, null])
  })

  it('chooses the variants of converted alerts by US dollars', () => {
    const step = { type: 'show_alert', text: 'x', amount: '$(event.amount)', variants: [{ at_least: 500 }] }
    const alert = { trigger: { type: 'event', event: 'bits', where: { platform: 'PlatformC' } }, steps: [step] }
    const [changed] = JSON.parse(inDollars(JSON.stringify(alert)) ?? '{}').steps
    assert.deepEqual([changed.amount, changed.variants], ['$(event.amount_usd)', [{ at_least: 5 }]])
    const cheer = { ...alert, trigger: { ...alert.trigger, where: { platform: 'PlatformB' } } }
    assert.equal(inDollars(JSON.stringify(cheer)), undefined)
  })

  it('leaves a goal of an older version with the unit that its channel receives', () => {
    assert.equal(inUnit('{"what":"bits","target":500}', 'kicks'), '{"what":"bits","target":500,"unit":"kicks"}')
    assert.equal(inUnit('{"what":"bits","unit":"coins"}', 'kicks'), undefined)
    assert.equal(inUnit('{"what":"follows"}', 'kicks'), undefined)
  })
})
