import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Key } from '../../src/capabilities/keys/keys.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('keys at the panel', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const make = async (more: Record<string, unknown> = {}) =>
    (await owner.call('create-key', { name: 'deck', scopes: ['chat:write'], ...more })).body as {
      id: string
      key: string
    }
  const entry = async (id: string) =>
    (await owner.call('list-keys')).body.keys.find((one: { id: string }) => one.id === id)

  it('are shown once and work at once', async () => {
    const { id, key } = await make()
    assert.equal((await app.call('send-message', { message: 'hi' }, { key })).status, 200)
    assert.equal(JSON.stringify((await owner.call('list-keys')).body).includes(key), false)
    const { name, scopes, is_test, expires_at, revoked_at } = await entry(id)
    assert.deepEqual(
      { name, scopes, is_test, expires_at, revoked_at },
      { name: 'deck', scopes: ['chat:write'], is_test: false, expires_at: null, revoked_at: null },
    )
  })

  it('have an expiry and a list of addresses when asked so', async () => {
    const { id, key } = await make({ expires_in_days: 7, addresses: ['203.0.113.0/24'] })
    const lifeMs = (await entry(id)).expires_at - clock.now()
    assert.ok(Math.abs(lifeMs - 7 * 24 * 60 * minuteMs) < minuteMs)
    assert.equal(
      (await app.call('send-message', { message: 'hi' }, { status: 403, key })).body.code,
      'address_not_allowed',
    )
    const wrong = await owner.call(
      'create-key',
      { name: 'x', scopes: ['chat:write'], addresses: ['nowhere'] },
      { status: 400 },
    )
    assert.equal(wrong.status, 400)
    assert.equal(wrong.body.error, 'addresses: nowhere is not an address or a network.')
  })

  it('come with every scope there is, its line and its operations', async () => {
    const { scopes } = (await owner.call('list-keys')).body
    const write = scopes.find(({ name }: { name: string }) => name === 'stream:write')
    assert.deepEqual(write.operations, [
      'game',
      'title',
      'set-stream-meta',
      'raid',
      'cancel-raid',
      'start-commercial',
      'snooze-ad',
      'create-marker',
      'set-tags',
      'set-video-category',
    ])
    for (const { name, summary } of scopes) assert.ok(summary.length > 5, name)
  })

  it('for assistants start without what deletes, bans, spends or runs anything', async () => {
    const { scopes } = (await owner.call('list-keys')).body as {
      scopes: { name: string; operations: string[]; for_assistants: boolean }[]
    }
    const offered = scopes.filter(({ for_assistants }) => for_assistants)
    const destructive = operations
      .filter(({ hints }) => hints?.isDestructive || hints?.isFarReaching)
      .map(({ name }) => name)
    const given = new Set(offered.flatMap((scope) => scope.operations))
    assert.deepEqual(
      destructive.filter((name) => given.has(name)),
      [],
    )
    for (const name of ['run-command', 'run-automation', 'go-cue', 'create-webhook', 'clear-ai', 'obs-input']) {
      assert.equal(given.has(name), false, name)
    }
    const names = offered.map(({ name }) => name)
    for (const name of ['chat:read', 'chat:bot', 'stream:read', 'points:read', 'ai:ask'])
      assert.ok(names.includes(name))
  })

  it('are rolled with an overlap, and revoked at once', async () => {
    const { id, key } = await make()
    const rolled = (await owner.call('rotate-key', { key_id: id, overlap_hours: 1 })).body
    assert.equal((await app.call('send-message', { message: 'a' }, { key })).status, 200)
    assert.equal((await app.call('send-message', { message: 'b' }, { key: rolled.key })).status, 200)
    clock.advance(61 * minuteMs)
    owner = await signInAsOwner(app)
    assert.equal((await app.call('send-message', { message: 'c' }, { status: 401, key })).body.code, 'expired_key')
    assert.equal((await owner.call('revoke-key', { key_id: rolled.id })).status, 200)
    assert.equal(
      (await app.call('send-message', { message: 'd' }, { status: 401, key: rolled.key })).body.code,
      'revoked_key',
    )
    assert.equal((await owner.call('rotate-key', { key_id: rolled.id }, { status: 400 })).status, 400)
  })

  it('have their use counted by operation and hour, the failures too', async () => {
    const { id, key } = await make()
    const hour = Math.floor(clock.now() / (60 * minuteMs)) * 60 * minuteMs
    for (const message of ['one', 'two']) await app.call('send-message', { message }, { key })
    await app.call('send-message', {}, { status: 400, key })
    await app.call('tts', { text: 'hi' }, { status: 403, key })
    const { hours, quotas } = (await owner.call('get-key-usage', { key_id: id })).body
    assert.deepEqual(hours, [
      { at: hour, operation: 'send-message', calls: 3, failed: 1 },
      { at: hour, operation: 'tts', calls: 1, failed: 1 },
    ])
    const [left] = quotas
    assert.deepEqual([left.operation, left.limit - left.remaining], ['send-message', 3])
    clock.advance(60 * minuteMs)
    owner = await signInAsOwner(app)
    await app.call('send-message', { message: 'later' }, { key })
    const later = (await owner.call('get-key-usage', { key_id: id })).body
    assert.deepEqual(
      later.hours.map(({ at, calls }: { at: number; calls: number }) => [at, calls]),
      [
        [hour, 3],
        [hour, 1],
        [hour + 60 * minuteMs, 1],
      ],
    )
    const onlyNow = (await owner.call('get-key-usage', { key_id: id, hours: 1 })).body
    assert.equal(onlyNow.hours.length, 1)
    assert.equal((await owner.call('get-key-usage', { key_id: 'key_other' }, { status: 404 })).status, 404)
  })

  describe('in the console', () => {
    const run = (key_id: string, operation: string, body: unknown = {}) =>
      owner.call('run-as-key', { key_id, operation, body }, { status: 'any' })

    it('run for real, with status, headers, answer and time', async () => {
      const { id } = await make()
      const { status, body } = await run(id, 'send-message', { message: 'from the console' })
      assert.equal(status, 200)
      assert.equal(body.status, 200)
      assert.equal(body.body.success, true)
      assert.match(body.headers.RateLimit, /^"send-message";r=\d+;t=\d+$/)
      assert.equal(typeof body.milliseconds, 'number')
      const kick = await app.ctx.platforms.get(app.channel.id, 'kick')
      const { chat } = await app.app.sandbox.world.read(kick.account)
      assert.equal(chat.at(-1)?.text, 'from the console')
    })

    it('are refused what they may not do, and are answered as a client would be', async () => {
      const { id } = await make()
      const refused = (await run(id, 'tts', { text: 'hi' })).body
      assert.equal(refused.status, 403)
      assert.equal(refused.body.required_scope, 'tts:write')
      const wrong = (await run(id, 'send-message', {})).body
      assert.equal(wrong.status, 400)
      assert.match(wrong.body.error, /^message /)
    })

    it('take every body that the API takes, and leave the refusal to the operation', async () => {
      const { id, key } = await make({ scopes: ['watchtime:write', 'effects:trigger'] })
      let deep: unknown = 1
      for (let level = 0; level < 19; level++) deep = { a: deep }
      const many = { mode: 'add', amount: 1, platform: 'PlatformA' }
      const bodies: [string, object][] = [
        ['adjust-watch-time-bulk', { ...many, users: users(100, (n) => ({ userid: `${'x'.repeat(90)}${n}` })) }],
        ['adjust-watch-time-bulk', { ...many, users: users(100, (n) => ({ a: n, b: n, c: n, d: n, e: n, f: n })) }],
        ['effect-trigger', { overlay_id: 'confetti', data: deep }],
        ['effect-trigger', { overlay_id: 'confetti', data: { text: 'x'.repeat(16_300) } }],
        ['effect-trigger', { overlay_id: 'confetti', ignored: 'x'.repeat(255 * 1024) }],
        ['effect-trigger', { overlay_id: 'confetti', data: { odd: '\u0000' } }],
      ]
      for (const [operation, body] of bodies) {
        const direct = await app.call(operation, body, { key, status: 'any' })
        const { status, body: answer } = await run(id, operation, body)
        assert.equal(status, 200)
        assert.deepEqual([answer.status, answer.body.code], [direct.status, direct.body.code])
      }
    })

    it('share their limit with calls from outside', async () => {
      const { id, key } = await make()
      const before = (await run(id, 'send-message', { message: '1' })).body.headers.RateLimit
      await app.call('send-message', { message: '2' }, { key })
      const after = (await run(id, 'send-message', { message: '3' })).body.headers.RateLimit
      const left = (header: string) => Number(/r=(\d+)/.exec(header)?.[1])
      assert.equal(left(before) - left(after), 2)
      for (let call = 0; call < 87; call++) await run(id, 'send-message', {})
      const over = (await run(id, 'send-message', { message: 'x' })).body
      assert.equal(over.status, 429)
      assert.ok(Number(over.headers['Retry-After']) > 0)
    })

    it('no longer run once they are revoked', async () => {
      const { id } = await make()
      await owner.call('revoke-key', { key_id: id })
      const { body } = await run(id, 'send-message', { message: 'hi' })
      assert.equal(body.status, 401)
      assert.equal(body.body.code, 'revoked_key')
    })

    it('run on the test channel when they are test keys', async () => {
      const { id } = await make({ is_test: true })
      assert.equal((await run(id, 'send-message', { message: 'from a test key' })).body.status, 200)
      const kick = await app.ctx.platforms.get(app.channel.id, 'kick')
      const { chat } = await app.app.sandbox.world.read(kick.account)
      assert.equal(
        chat.some(({ text }) => text === 'from a test key'),
        false,
      )
    })

    it('run operations that exist, as keys that exist', async () => {
      const { id } = await make()
      assert.equal((await run(id, 'fly')).status, 404)
      assert.equal((await run('key_other', 'send-message')).status, 404)
      assert.equal(
        (await owner.call('run-as-key', { key_id: id, operation: 'tts', body: [] }, { status: 400 })).status,
        400,
      )
    })

    it('find every operation with a form and an example', async () => {
      const { operations, base_url } = (await owner.call('list-operations')).body
      assert.equal(base_url, app.url)
      assert.equal(operations.length, app.app.operations.length)
      for (const { name, input, example } of operations) {
        assert.equal(input.type, 'object', name)
        for (const required of input.required) assert.ok(required in example, `${name} ${required}`)
      }
    })
  })
})

function users(count: number, more: (index: number) => object): object[] {
  return Array.from({ length: count }, (_, index) => ({ username: 'alice', ...more(index) }))
}

it('the use of keys is kept for 90 days, of every key', async () => {
  const clock = createTestClock()
  const app = await createTestApp({ clock })
  const { channel, db, usage } = { ...app.ctx, channel: app.cause.channel }
  // More than are read together.
  const made = await Promise.all(Array.from({ length: 55 }, () => app.makeKey(['chat:write'])))
  const countAll = () => {
    for (const { id } of made) usage.count({ id, ownerId: channel.id } as Key, 'tts', true)
    return usage.flush()
  }
  await countAll()
  clock.advance(89 * dayMs)
  await countAll()
  assert.equal(await usage.prune(), 0)
  clock.advance(2 * dayMs)
  assert.equal(await usage.prune(), made.length)
  const countRows = sql<Record<never, never>, { count: number }>('SELECT count(*) AS count FROM api_key_usage')
  assert.equal((await db.get(countRows, {}))?.count, made.length)
  await app.close()
})
