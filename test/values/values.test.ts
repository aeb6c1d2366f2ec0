import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { valueLimits } from '../../src/capabilities/values/contract/values.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const alice = { username: 'alice', platform: 'PlatformA' }
const bob = { username: 'bob', platform: 'PlatformA' }

describe('named values', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const read = async (name: string, who: object = {}) => (await app.call('get-value', { name, ...who })).body.value
  const refusal = async (operation: string, input: object, status = 400) => {
    const { body } = await app.call(operation, input, { status })
    return [body.code, body.error]
  }
  const changesSince = async (seq: number) =>
    (await eventsSince(app, seq)).filter(({ kind }) => kind === 'value.changed').map(({ data }) => data)

  it('are created by setting them, with the type of what is set, and known by any case of their name', async () => {
    const seq = await lastSeq(app)
    const { body: made } = await app.call('set-value', { name: 'Tries', value: 3 })
    assert.deepEqual(made, { success: true, name: 'Tries', type: 'number', value: 3, previous_value: 0 })
    const { body: set } = await app.call('set-value', { name: 'TRIES', value: -2.5 })
    assert.deepEqual([set.name, set.value, set.previous_value], ['Tries', -2.5, 3])
    assert.equal((await app.call('set-value', { name: 'note', value: 'Good luck' })).body.type, 'text')
    const { body: list } = await app.call('set-value', { name: 'maps', value: ['Dust', 'Mirage'] })
    assert.deepEqual([list.type, list.value, list.count, list.previous_value], ['list', ['Dust', 'Mirage'], 2, []])
    const { body: clock } = await app.call('set-value', { name: 'break', value: 300, action: 'pause' })
    assert.deepEqual([clock.type, clock.value, clock.running, clock.direction], ['clock', 300, 0, 'down'])

    const { body: all } = await app.call('list-values')
    const shown = all.values.map(({ name, type, value }: Record<string, unknown>) => [name, type, value])
    for (const one of [
      ['Tries', 'number', -2.5],
      ['note', 'text', 'Good luck'],
      ['maps', 'list', ['Dust', 'Mirage']],
      ['break', 'clock', 300],
    ])
      assert.ok(
        shown.some((other: unknown) => JSON.stringify(other) === JSON.stringify(one)),
        JSON.stringify([one, shown]),
      )
    assert.deepEqual(
      (await changesSince(seq)).map(({ name, change, value, previous_value: before }) => [name, change, value, before]),
      [
        ['Tries', 'created', 3, 0],
        ['Tries', 'set', -2.5, 3],
        ['note', 'created', 'Good luck', ''],
        ['maps', 'created', 2, 0],
        ['break', 'created', 300, 300],
      ],
    )
  })

  it('keep their type and say what they take', async () => {
    for (const [name, value] of [
      ['typed-number', 1],
      ['typed-text', 'x'],
      ['typed-list', ['x']],
    ] as const)
      await app.call('set-value', { name, value })
    for (const [name, value, wanted] of [
      ['typed-number', '5', 'a number'],
      ['typed-text', 5, 'a text'],
      ['typed-list', 'x', 'a list'],
    ] as const) {
      const [code, error] = await refusal('set-value', { name, value })
      assert.equal(code, 'invalid_parameter')
      assert.match(error, new RegExp(`^value must be ${wanted}, because ${name} is`))
    }
    await refusal('set-value', { name: 'typed-number', action: 'start' })
    await refusal('set-value', { name: 'typed-number' })
    await refusal('add-to-value', { name: 'typed-text', amount: 1 })
    await refusal('add-to-value', { name: 'typed-number', item: 'x' })
    await refusal('add-to-value', { name: 'typed-list', amount: 1 })
    await refusal('remove-from-value', { name: 'typed-number', index: 0 })
    for (const name of ['two words', '$(x)', 'a/b']) {
      const [, error] = await refusal('set-value', { name, value: 1 })
      assert.match(error, /^name may only have letters/)
    }
  })

  it('answer 404 when there is none, also for what a first change does not create', async () => {
    for (const [operation, input] of [
      ['get-value', {}],
      ['add-to-value', { amount: 1 }],
      ['remove-from-value', { index: 0 }],
      ['delete-value', {}],
      ['set-value', { action: 'pause' }],
      ['set-value', { action: 'reset' }],
    ] as const) {
      const answer = await refusal(operation, { name: 'nothing', ...input }, 404)
      assert.deepEqual(answer, ['value_not_found', 'name: there is no value nothing.'], operation)
    }
    assert.ok(!JSON.stringify((await app.call('list-values')).body).includes('"nothing"'))
  })

  it('add up without a rounding error, and stop at their bounds, while setting beyond them is refused', async () => {
    const bounds = { name: 'health', type: 'number', minimum: 0, maximum: 10, initial: 5 }
    const { body: defined } = await app.call('define-value', bounds)
    assert.deepEqual([defined.value, defined.minimum, defined.maximum, defined.owner], [5, 0, 10, 'channel'])
    const add = async (amount: number) => (await app.call('add-to-value', { name: 'health', amount })).body
    assert.equal((await add(0.1)).value, 5.1)
    assert.equal((await add(0.2)).value, 5.3)
    assert.deepEqual([(await add(99)).value, (await add(-99)).value], [10, 0])
    const seq = await lastSeq(app)
    assert.deepEqual([(await add(-1)).value, (await add(-1)).previous_value], [0, 0])
    assert.deepEqual(await changesSince(seq), [], 'what changes nothing is no event')
    assert.deepEqual(await refusal('set-value', { name: 'health', value: 11 }), [
      'invalid_parameter',
      'value must be from 0 to 10, the bounds of health.',
    ])
    assert.equal((await app.call('set-value', { name: 'health', action: 'reset' })).body.value, 5)

    await app.call('define-value', { name: 'health', type: 'number', maximum: 3 })
    assert.equal(await read('health'), 3, 'narrower bounds hold at once')
    assert.match((await refusal('define-value', { name: 'health', type: 'text' }))[1], /is a number\. Delete it first/)
    assert.match((await refusal('define-value', { ...bounds, owner: 'viewer' }))[1], /belongs to the channel/)
  })

  it('refuse a definition that makes no sense, and say which part', async () => {
    for (const [definition, field] of [
      [{ type: 'number', minimum: 5, maximum: 1 }, 'maximum'],
      [{ type: 'number', minimum: 5, initial: 1 }, 'initial'],
      [{ type: 'number', initial: 'x' }, 'initial'],
      [{ type: 'text', maximum: 5 }, 'maximum'],
      [{ type: 'text', initial: 5 }, 'initial'],
      [{ type: 'list', initial: 'x' }, 'initial'],
      [{ type: 'clock', minimum: 5 }, 'minimum'],
      [{ type: 'list', owner: 'viewer', max_items: 1_000 }, 'max_items'],
    ] as const) {
      const [code, error] = await refusal('define-value', { name: 'senseless', ...definition })
      assert.equal(code, 'invalid_parameter')
      assert.ok(error.startsWith(field), `${field}: ${error}`)
    }
    await refusal('get-value', { name: 'senseless' }, 404)
  })

  it('of the type list take and lose items, by text or by place', async () => {
    await app.call('define-value', { name: 'line', type: 'list', max_items: 3, unique: true })
    const seq = await lastSeq(app)
    for (const item of ['alice', 'bob', 'carol']) await app.call('add-to-value', { name: 'line', item })
    assert.equal((await refusal('add-to-value', { name: 'line', item: 'dave' }))[1], 'line has at most 3 items.')
    const { body: first } = await app.call('remove-from-value', { name: 'line', index: 0 })
    assert.deepEqual([first.value, first.count], [['bob', 'carol'], 2])
    assert.equal((await refusal('add-to-value', { name: 'line', item: 'BOB' }))[1], 'line has BOB already.')
    assert.deepEqual((await app.call('remove-from-value', { name: 'line', item: 'Carol' })).body.value, ['bob'])
    assert.equal((await refusal('remove-from-value', { name: 'line', index: 1 }, 404))[0], 'item_not_found')
    assert.equal((await refusal('remove-from-value', { name: 'line', item: 'eve' }, 404))[0], 'item_not_found')
    assert.deepEqual(
      (await changesSince(seq)).map(({ value, previous_value: before, added, removed }) => [
        before,
        value,
        added ?? removed,
      ]),
      [
        [0, 1, ['alice']],
        [1, 2, ['bob']],
        [2, 3, ['carol']],
        [3, 2, ['alice']],
        [2, 1, ['carol']],
      ],
    )
  })

  it('of the type list are answered whole by get-value alone, and an event names twenty items', async () => {
    const items = Array.from({ length: 200 }, (_, index) => `quote ${index + 1}`)
    const seq = await lastSeq(app)
    const { body } = await app.call('set-value', { name: 'quotes', value: items })
    assert.deepEqual([body.value.length, body.count], [valueLimits.shownItems, 200])
    assert.deepEqual(await read('quotes'), items)
    const [change] = await changesSince(seq)
    assert.deepEqual([change?.value, change?.added.length], [200, 20])
    const tooMany = Array.from({ length: valueLimits.items + 1 }, () => 'x')
    await refusal('set-value', { name: 'quotes', value: tooMany })
    await refusal('add-to-value', { name: 'quotes', item: 'x'.repeat(501) })
  })

  it('of each viewer are apart, and begin at the initial value', async () => {
    await app.call('define-value', { name: 'lives', type: 'number', owner: 'viewer', initial: 3, minimum: 0 })
    assert.equal((await app.call('add-to-value', { name: 'lives', amount: -1, ...alice })).body.value, 2)
    assert.deepEqual([await read('lives', alice), await read('lives', bob)], [2, 3])
    const { body } = await app.call('get-value', { name: 'lives', userid: '10001', platform: 'PlatformA' })
    assert.deepEqual([body.value, body.username], [2, 'alice'])
    assert.equal(await read('lives', { ...alice, platform: 'PlatformB' }), 3, 'linking shares none')
    const { body: hers } = await app.call('list-values', alice)
    const lives = hers.values.find(({ name }: { name: string }) => name === 'lives')
    assert.deepEqual([lives.value, lives.username, lives.owner], [2, 'alice', 'viewer'])

    const [code, error] = await refusal('get-value', { name: 'lives' })
    assert.deepEqual(
      [code, error],
      ['user_required', 'username or userid is required, because each viewer has a lives of their own.'],
    )
    assert.equal(await read('lives', { username: 'alice' }), 2, 'on PlatformA where no platform is named')
    assert.equal(
      (await refusal('get-value', { name: 'lives', ...alice, username: 'nobody' }, 404))[0],
      'user_not_found',
    )
    assert.match((await refusal('add-to-value', { name: 'health', amount: 1, ...alice }))[1], /belongs to the channel/)

    await app.call('set-value', { name: 'streak', value: 7, ...bob })
    assert.deepEqual([await read('streak', bob), await read('streak', alice)], [7, 0], 'created for each viewer')
  })

  it('lose no addition when many arrive at once', async () => {
    await app.call('set-value', { name: 'crowd', value: 0 })
    await app.call('set-value', { name: 'names', value: [] })
    const seq = await lastSeq(app)
    const { key } = await app.makeKey()
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await app.call('add-to-value', { name: 'crowd', amount: 1 }, { key })
        await app.call('add-to-value', { name: 'names', item: `name ${index}` }, { key })
      }),
    )
    assert.equal(await read('crowd'), 40)
    assert.equal(new Set(await read('names')).size, 40)
    const numbers = (await changesSince(seq)).filter(({ name }) => name === 'crowd').map(({ value }) => value)
    assert.deepEqual(
      numbers,
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
  })

  it('are added once, however often a call with the same Idempotency-Key is repeated', async () => {
    await app.call('set-value', { name: 'once', value: 0 })
    for (let call = 0; call < 3; call++) {
      const options = { headers: { 'Idempotency-Key': 'added-once' } }
      assert.equal((await app.call('add-to-value', { name: 'once', amount: 1 }, options)).body.value, 1)
    }
    assert.equal(await read('once'), 1)
  })

  it('end with delete-value, also those of viewers, and a new one of the name starts afresh', async () => {
    await app.call('set-value', { name: 'gone', value: 5, ...alice })
    const seq = await lastSeq(app)
    assert.deepEqual((await app.call('delete-value', { name: 'GONE' })).body, {
      success: true,
      name: 'gone',
      type: 'number',
    })
    assert.ok((await eventsSince(app, seq)).some(({ kind, data }) => kind === 'value.deleted' && data.name === 'gone'))
    await app.call('define-value', { name: 'gone', type: 'number', owner: 'viewer' })
    assert.equal(await read('gone', alice), 0)
  })

  it('that last until the stream ends start again when the last platform is offline, and the others stay', async () => {
    await app.call('define-value', { name: 'deaths', type: 'number', lasts: 'stream' })
    await app.call('define-value', { name: 'greeted', type: 'number', owner: 'viewer', lasts: 'stream' })
    await app.call('define-value', { name: 'record', type: 'number' })
    const live = (platform: string, isLive: boolean) => sandboxCall(app, 'set-live', { platform, live: isLive })
    for (const platform of ['PlatformA', 'PlatformB']) {
      // A stream is known to be live once it was reported.
      await live(platform, false)
      await live(platform, true)
    }
    for (const name of ['deaths', 'record']) await app.call('set-value', { name, value: 9 })
    await app.call('set-value', { name: 'greeted', value: 1, ...alice })
    const seq = await lastSeq(app)
    await live('PlatformA', false)
    assert.deepEqual([await read('deaths'), await read('greeted', alice)], [9, 1], 'still live elsewhere')
    await live('PlatformB', false)
    assert.deepEqual([await read('deaths'), await read('greeted', alice), await read('record')], [0, 0, 9])
    const events = (await eventsSince(app, seq)).map(
      ({ kind, data }) => `${kind} ${data.name ?? ''} ${data.change ?? ''}`,
    )
    assert.deepEqual(events, [
      'stream.offline  ',
      'stream.offline  ',
      'value.changed deaths cleared',
      'value.changed greeted cleared',
    ])
    await app.call('add-to-value', { name: 'greeted', amount: 1, ...alice })
    assert.equal(await read('greeted', alice), 1)
    await app.call('delete-value', { name: 'greeted' })
    await app.app.pruneViewerValues()
    const left = await app.ctx.values.list(
      app.ctx.db,
      app.channel.id,
      await app.ctx.viewers.get(app.channel, 'kick', alice),
    )
    assert.ok(!left.some(({ definition }) => definition.name === 'greeted'))
    assert.equal(await app.app.pruneViewerValues(), 0, 'nothing is left behind')
  })

  it('of a test key are those of the test channel', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    await app.call('set-value', { name: 'apart', value: 1 })
    await app.call('get-value', { name: 'apart' }, { key, status: 404 })
    await app.call('set-value', { name: 'apart', value: 'of the test' }, { key })
    assert.equal(await read('apart'), 1)
  })

  it('are limited in number and in size', async () => {
    const { channel, ctx, cause } = app
    await ctx.db.write(async (tx) => {
      const { length } = await ctx.values.list(tx, channel.id)
      for (let made = length; made < valueLimits.values; made++) {
        await ctx.values.define(tx, cause, {
          name: `filler-${made}`,
          type: 'list',
          owner: 'channel',
          lasts: 'forever',
          settings: {},
        })
      }
    })
    assert.match((await refusal('set-value', { name: 'one-more', value: 1 }))[1], /at most 500 values/)
    const items = Array.from({ length: 1_000 }, () => 'x'.repeat(500))
    const fill = (name: string) =>
      ctx.db.write((tx) => ctx.values.change(tx, cause, { name, changes: [{ kind: 'set', value: items }] }))
    for (const place of [490, 491, 492]) await fill(`filler-${place}`)
    await assert.rejects(fill('filler-493'), /at most 2000000 characters together/)
  })
})
