import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type SocketMessage as Message, openSocket } from './event-socket.ts'

runsOn('sqlite', 'postgres')

describe('the socket of events', () => {
  let app: TestApp
  before(async () => {
    // A client that does not answer one heartbeat before the next is disconnected, and a busy machine answers late.
    app = await createTestApp({ eventTimings: { keyMs: 600_000, heartbeatMs: 1_000 } })
  })
  after(() => app.close())

  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })
  const isReady = ({ type }: Message) => type === 'ready'

  it('takes the key in the header or in the first message, and sends the same envelopes', async () => {
    const byHeader = openSocket(app, { key: app.key, query: '?types=points.changed' })
    const byMessage = openSocket(app, { first: { key: app.key, types: ['points.*'], platform: 'PlatformA' } })
    const { last_event_id } = await byHeader.until(isReady)
    await byMessage.until(isReady)
    await points(11)
    const one = await byHeader.until(({ data }) => data?.delta === 11)
    const two = await byMessage.until(({ data }) => data?.delta === 11)
    assert.deepEqual(one, two)
    assert.deepEqual(Object.keys(one), ['id', 'type', 'platform', 'created_at', 'is_test', 'data'])
    await byHeader.until(({ type, last_event_id: id }) => type === 'heartbeat' && id >= one.id)
    byHeader.close()
    byMessage.close()
    await points(12)
    const again = openSocket(app, { first: { key: app.key, types: 'points.changed', last_event_id } })
    await again.until(isReady)
    const seen = again.messages.filter(({ type }) => type === 'points.changed').map(({ data }) => data.delta)
    assert.deepEqual(seen, [11, 12])
    again.close()
    const gap = openSocket(app, { first: { key: app.key, last_event_id: 'nonsense' } })
    assert.equal((await gap.until(({ type }) => type === 'gap')).reason, 'unknown_event')
    gap.close()
  })

  it('runs calls with the answers, limits and records of HTTP, in the order in which they finish', async () => {
    const { key, id } = await app.makeKey(['events:read', 'points:read', 'points:write', 'music:control'])
    const socket = openSocket(app, { key })
    await socket.until(isReady)
    const calls = [
      { id: 'a', operation: 'get-points', input: { username: 'bob', platform: 'PlatformA' } },
      { id: 2, operation: 'add-points', input: { username: 'bob', amount: 0, platform: 'PlatformA' } },
      { id: 3, operation: 'title', input: { title: 'x' } },
      { id: 4, operation: 'no-such-thing' },
      { id: 5, operation: 'stop-song' },
    ]
    for (const call of calls) socket.send(call)
    for (const { id: wanted, operation, input = {} } of calls) {
      const { status, body, headers } = await socket.until((message) => message.id === wanted)
      const { status: same, body: other } = await app.call(operation, input, { key, status: status as 200 })
      assert.equal(status, same)
      assert.equal(typeof headers['X-Request-Id'], 'string')
      const { request_id: _own, ...said } = body
      const { request_id: _other, ...expected } = other
      assert.deepEqual(said, expected, operation)
    }
    const before = (await app.ctx.quotas.find(id, 'get-points'))?.remaining ?? 0
    socket.send({ id: 6, operation: 'get-points', input: { username: 'bob', platform: 'PlatformA' } })
    const counted = await socket.until((message) => message.id === 6)
    assert.match(counted.headers.RateLimit, new RegExp(`r=${before - 1};`))
    const twice = { operation: 'add-points', input: { username: 'erin', amount: 3, platform: 'PlatformA' } }
    socket.send({ id: 7, ...twice, idempotency_key: 'once' })
    await socket.until((message) => message.id === 7)
    socket.send({ id: 8, ...twice, idempotency_key: 'once' })
    assert.equal((await socket.until((message) => message.id === 8)).headers['Idempotency-Replayed'], 'true')
    const [last] = await app.ctx.db.all(
      (await import('../../src/kernel/storage/database.ts')).sql<{ channel: number }, { actor: string }>(
        "SELECT actor FROM events WHERE channel_id = :channel AND kind = 'points.changed' ORDER BY seq DESC LIMIT 1",
      ),
      { channel: app.channel.id },
    )
    assert.equal(last?.actor, `key:${id}`, 'the log names the key, as for a call by HTTP')
    for (let call = 0; call < 31; call++) socket.send({ id: `song ${call}`, operation: 'stop-song' })
    const limited = await socket.until(({ status }) => status === 429)
    assert.equal(limited.body.code, 'rate_limited')
    assert.ok(Number(limited.headers['Retry-After']) > 0)
    socket.close()
  })

  it('closes with the reason when there is no key, a wrong one, or one without the scope', async () => {
    const without = await app.makeKey(['points:read'])
    for (const [options, code, closed] of [
      [{ first: { key: 'sc_live_wrong' } }, 'invalid_key', 4401],
      [{ key: 'sc_live_wrong' }, 'invalid_key', 4401],
      [{ key: without.key }, 'missing_scope', 4403],
      [{ first: { key: app.key, types: ['no.such'] } }, 'invalid_parameter', 4400],
      [{ first: { operation: 'get-points', id: 1 } }, 'invalid_request', 4400],
      [{ first: 'no JSON' }, 'invalid_request', 4400],
    ] as const) {
      const socket = openSocket(app, options)
      await eventually('the end', () => socket.closeCode() !== undefined)
      assert.deepEqual([socket.messages.at(-1)?.code, socket.closeCode()], [code, closed])
    }
    const hasty = await createTestApp({ eventTimings: { keyMs: 1 } })
    for (const options of [{}, { query: `?key=${hasty.key}` }]) {
      const socket = openSocket(hasty, options)
      await eventually('the end', () => socket.closeCode() !== undefined)
      assert.deepEqual([socket.messages.at(-1)?.code, socket.closeCode()], ['missing_key', 4401])
    }
    await hasty.close()
    for (const origin of ['https://example.com', 'null']) {
      const foreign = openSocket(app, { key: app.key, origin })
      await eventually('the refusal', () => foreign.status() !== undefined)
      assert.equal(foreign.status(), 403, origin)
    }
  })

  it('ends when its key is revoked, and no call gets through after that', async () => {
    const { key, id } = await app.makeKey(['events:read', 'points:read'])
    const socket = openSocket(app, { key })
    await socket.until(isReady)
    await app.ctx.keys.revoke(app.cause, id)
    await eventually('the end', () => socket.closeCode() !== undefined)
    assert.deepEqual([socket.messages.at(-1)?.code, socket.closeCode()], ['revoked_key', 4401])
  })
})
