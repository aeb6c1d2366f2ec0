import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { makeCommand, withSteps } from './command-maker.ts'

runsOn('sqlite', 'postgres')

const fields = [
  'id',
  'command',
  'aliases',
  'active',
  'show_in_list',
  'cooldown_global_seconds',
  'cooldown_user_seconds',
  'message',
  'permissions',
  'denied_permissions',
  'action_json',
  'platform_alpha',
  'platform_beta',
  'platform_tiktok_flag',
  'platform_video_flag',
  'auto_message_interval_minutes',
  'auto_message_min_chat_count',
  'last_run_at',
  'last_global_run_at',
  'last_user_run_data',
  'points_cost',
  'coin_cost',
  'delete_cost',
  'only_game_ids',
  'blocked_game_ids',
  'last_auto_message_alpha_at',
  'last_auto_message_beta_at',
  'raw',
]

describe('list-commands', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('shows every command with the fields of the contract, each of its type', async () => {
    const { id, word } = await makeCommand(app, {
      aliases: ['!other', '!!Third'],
      active: false,
      message: 'm',
      platforms: ['twitch', 'tiktok'],
      deniedPermissions: ['user:mallory'],
      onlyGameIds: [15],
      cooldownUserSeconds: 7,
      ...withSteps({ type: 'wait', seconds: 1 }),
    })
    const { status, body } = await app.call('list-commands', '')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['success', 'total', 'commands'])
    assert.equal(body.total, body.commands.length)
    const record = body.commands.find((one: { id: number }) => one.id === id)
    const { raw, ...shown } = record
    assert.deepEqual(Object.keys(record), fields)
    assert.deepEqual(shown, {
      id,
      command: word,
      aliases: ['other', 'Third'],
      active: 0,
      show_in_list: 1,
      cooldown_global_seconds: 0,
      cooldown_user_seconds: 7,
      message: 'm',
      permissions: ['everyone'],
      denied_permissions: ['user:mallory'],
      action_json: { version: 1, steps: [{ type: 'wait', seconds: 1 }] },
      platform_alpha: 0,
      platform_beta: 1,
      platform_tiktok_flag: 1,
      platform_video_flag: 0,
      auto_message_interval_minutes: 0,
      auto_message_min_chat_count: 0,
      last_run_at: null,
      last_global_run_at: null,
      last_user_run_data: {},
      points_cost: 0,
      coin_cost: 0,
      delete_cost: 0,
      only_game_ids: [15],
      blocked_game_ids: [],
      last_auto_message_alpha_at: null,
      last_auto_message_beta_at: null,
    })
    assert.deepEqual(raw, { ...shown, api_enabled: 1, run_count: 0 })
  })

  it('shows times as ISO 8601 once it ran', async () => {
    await app.call('run-command', { id: 1, username: 'alice' })
    const [first] = (await app.call('list-commands')).body.commands
    assert.equal(new Date(first.last_run_at).toISOString(), first.last_run_at)
    assert.deepEqual(first.last_user_run_data, { '10001': first.last_run_at })
    assert.equal(first.raw.run_count, 1)
  })

  it('follows the brand names, in the raw record too', async () => {
    const brand = await createTestApp({ naming: 'brand' })
    try {
      const [first] = (await brand.call('list-commands')).body.commands
      for (const record of [first, first.raw]) {
        assert.deepEqual(
          [record.platform_kick, record.platform_twitch, record.platform_youtube, record.platform_tiktok],
          [1, 1, 0, 0],
        )
        assert.equal(record.last_auto_message_kick_at, null)
        assert.ok(!JSON.stringify(record).includes('alpha'))
      }
    } finally {
      await brand.close()
    }
  })
})

describe('toggle-command', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('flips, and flips back', async () => {
    const { id, word } = await makeCommand(app, { aliases: ['!flipalias'] })
    const off = await app.call('toggle-command', { id })
    assert.equal(off.status, 200)
    assert.deepEqual(off.body, { success: true, id, command: word, active: 0, previous_active: 1 })
    const on = await app.call('toggle-command', { command: 'FLIPALIAS' })
    assert.deepEqual(on.body, { success: true, id, command: word, active: 1, previous_active: 0 })
  })

  for (const [active, wanted] of [
    [0, 0],
    [1, 1],
    [false, 0],
    [true, 1],
  ] as const) {
    it(`sets it to ${wanted} for ${JSON.stringify(active)}, however it was`, async () => {
      const { id } = await makeCommand(app)
      assert.equal((await app.call('toggle-command', { id, active })).body.active, wanted)
      const again = (await app.call('toggle-command', { id, active })).body
      assert.deepEqual([again.active, again.previous_active], [wanted, wanted])
    })
  }

  it('ends where it began when flipped an even number of times at once', async () => {
    const { id } = await makeCommand(app)
    await Promise.all(Array.from({ length: 20 }, () => app.call('toggle-command', { id })))
    assert.equal((await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })).active, true)
  })

  it('logs a change, and only a change', async () => {
    const { id } = await makeCommand(app)
    const seq = await lastSeq(app)
    await app.call('toggle-command', { id, active: 1 })
    await app.call('toggle-command', { id, active: 0 })
    const toggled = (await eventsSince(app, seq)).filter(({ kind }) => kind === 'command.toggled')
    assert.deepEqual(
      toggled.map(({ data }) => data.active),
      [false],
    )
  })

  it('flips it when active is null or empty, which counts as absent', async () => {
    for (const active of [null, '']) {
      const { body } = await app.call('toggle-command', { id: 1, active })
      assert.equal(body.active, 1 - body.previous_active)
    }
  })

  for (const [body, status, code] of [
    [{}, 400, 'invalid_parameter'],
    [{ id: 12345 }, 404, 'command_not_found'],
    [{ command: 'nothing' }, 404, 'command_not_found'],
    [{ id: 1, active: '1' }, 400, 'invalid_parameter'],
    [{ id: 1, active: 2 }, 400, 'invalid_parameter'],
  ] as const) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const answer = await app.call('toggle-command', body, { status: 'any' })
      assert.equal(answer.status, status)
      assert.equal(answer.body.code, code)
      assert.equal((await app.ctx.commands.get(app.ctx.db, app.channel.id, { id: 1 })).active, true)
    })
  }
})

describe('making a command', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  for (const [what, taken] of [
    ['a name', { command: 'HELLO' }],
    ['an alias that is a name', { command: '!fresh', aliases: ['hello'] }],
    ['a name that is an alias', { command: '!Hi' }],
  ] as const) {
    it(`is refused when it claims ${what} of another, and leaves nothing behind`, async () => {
      const before = await app.ctx.commands.list(app.channel)
      await assert.rejects(makeCommand(app, taken), /is taken by another command\./)
      assert.deepEqual(await app.ctx.commands.list(app.channel), before)
      assert.equal(await app.ctx.commands.find(app.ctx.db, app.channel.id, { command: '!fresh' }), undefined)
    })
  }

  for (const command of ['!', '', 'two words']) {
    it(`is refused for ${JSON.stringify(command)}, which is not one word`, async () => {
      await assert.rejects(makeCommand(app, { command }), /must be one word/)
    })
  }

  it('lets two channels use the same word', async () => {
    const { channel } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'other'))
    const id = await app.ctx.db.write((tx) => app.ctx.commands.create(tx, channel.id, { command: '!hello' }))
    assert.equal(id, 1)
    assert.equal((await app.ctx.commands.list(channel)).total, 1)
  })
})
