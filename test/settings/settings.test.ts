import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import { type SettingName, settingNames } from '../../src/registry/setting-schemas.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the settings of a channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const set = (name: SettingName, value: unknown) =>
    app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, name, value))

  it('are as their defaults say until somebody sets them', async () => {
    assert.deepEqual(await app.ctx.settings.of(app.channel.id), defaultSettings())
    assert.equal(defaultSettings().commands.prefix, '!')
  })

  it('leave all earning and every automatic rule off by default', () => {
    const { earning, auto_moderation: rules } = defaultSettings()
    assert.equal(earning.enabled, false)
    for (const name of ['links', 'caps', 'repeats', 'words'] as const) assert.equal(rules[name].enabled, false, name)
  })

  it('hold at once, are logged, and what is left out goes back to its default', async () => {
    const seq = await lastSeq(app)
    await set('earning', { enabled: true, per_minute: 2 })
    const { earning } = await app.ctx.settings.of(app.channel.id)
    assert.deepEqual([earning.enabled, earning.per_minute, earning.per_message], [true, 2, 0])
    const [event] = await eventsSince(app, seq)
    assert.deepEqual([event?.kind, event?.data.name], ['setting.changed', 'earning'])
    await set('earning', { per_message: 3 })
    const again = (await app.ctx.settings.of(app.channel.id)).earning
    assert.deepEqual([again.enabled, again.per_minute, again.per_message], [false, 0, 3])
  })

  it('belong to one channel alone', async () => {
    const { channel: other } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'another'))
    await set('commands', { prefix: '?' })
    assert.equal((await app.ctx.settings.of(other.id)).commands.prefix, '!')
    await set('commands', {})
  })

  for (const [name, value, fault] of [
    ['commands', { prefix: '' }, undefined],
    ['commands', { prefix: 'toolong' }, /prefix must have 1 to 5 characters/],
    ['earning', { per_minute: -1 }, /per_minute must be a whole number/],
    ['earning', { multipliers: { vip: 'two' } }, /multipliers.vip must be a number/],
    ['watch_time', { presence_minutes: 0 }, /presence_minutes/],
    ['auto_moderation', { caps: { percent: 101 } }, /caps.percent/],
    ['auto_moderation', { exempt: ['king'] }, /exempt\[0\]/],
  ] as const) {
    it(`${fault === undefined ? 'take' : 'refuse'} ${name} ${JSON.stringify(value)}`, async () => {
      const before = await app.ctx.settings.of(app.channel.id)
      if (fault === undefined) return void (await set(name, value))
      await assert.rejects(set(name, value), fault)
      assert.deepEqual(await app.ctx.settings.of(app.channel.id), before)
    })
  }

  for (const name of settingNames) {
    it(`${name} takes its own default`, async () => {
      await set(name, defaultSettings()[name])
      assert.deepEqual((await app.ctx.settings.of(app.channel.id))[name], defaultSettings()[name])
    })
  }
})
