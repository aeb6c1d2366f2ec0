import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { createTimeLimits } from '../platforms/time-limits.ts'
import { chatOf, lastSeq } from './sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('a platform that fails', () => {
  let app: TestApp
  const limits = createTimeLimits()
  before(async () => {
    app = await createTestApp({ timeLimit: limits.start })
  })
  after(() => app.close())

  it('refuses with its reason, and nothing is left behind', async () => {
    const before = [await chatOf(app), await lastSeq(app)]
    app.app.sandbox.failNext('kick', 'refuse')
    const { status, body } = await app.call('send-message', { message: 'hello' }, { status: 502 })
    assert.deepEqual([status, body.code], [502, 'platform_refused'])
    assert.match(body.error, /^Kick refused the request: /)
    assert.equal(body.message_id, undefined)
    assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
    assert.equal((await app.call('send-message', { message: 'hello' })).status, 200)
  })

  it('is given up on in time', async () => {
    const before = await chatOf(app)
    app.app.sandbox.failNext('kick', 'timeout', undefined, limits.endOf)
    const { status, body } = await app.call('send-message', { message: 'hello' }, { status: 502 })
    assert.deepEqual([status, body.code, body.error], [502, 'platform_unavailable', 'Kick could not be reached.'])
    assert.deepEqual(await chatOf(app), before)
  })

  it('is not asked twice for what may have happened', async () => {
    app.app.sandbox.failNext('kick', 'timeout', undefined, limits.endOf)
    const headers = { 'Idempotency-Key': 'once' }
    await app.call('send-message', { message: 'maybe' }, { status: 502, headers })
    const { status, body } = await app.call('send-message', { message: 'maybe' }, { status: 502, headers })
    assert.deepEqual([status, body.code], [502, 'outcome_unknown'])
    app.app.sandbox.failNext('kick', 'refuse')
    const again = { 'Idempotency-Key': 'refused' }
    await app.call('send-message', { message: 'no' }, { status: 502, headers: again })
    assert.equal((await app.call('send-message', { message: 'no' }, { headers: again })).status, 200)
  })

  it('fails only where it was asked to', async () => {
    app.app.sandbox.failNext('twitch', 'refuse', 'setTitle')
    assert.equal((await app.call('send-message', { message: 'hello', platform: 'PlatformB' })).status, 200)
    assert.equal((await app.call('title', { title: 'A', platform: 'PlatformB' }, { status: 502 })).status, 502)
    assert.equal((await app.call('title', { title: 'A', platform: 'PlatformB' })).status, 200)
  })

  it('does nothing for a caller who has given up', async () => {
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'kick')
    const before = await chatOf(app)
    const gone = AbortSignal.abort(new Error('gone'))
    for (const call of [
      () => connector.sendChat?.(account, { text: 'x', as: 'bot' }, gone),
      () => connector.setTitle?.(account, 'x', gone),
      () => connector.readStream(account, gone),
      () => connector.findUser(account, { username: 'alice' }, gone),
      () => connector.clips?.create(account, { title: 'x', seconds: 5 }, gone),
    ]) {
      await assert.rejects(async () => call(), /gone/)
    }
    const late = new AbortController()
    const sending = connector.sendChat?.(account, { text: 'x', as: 'bot' }, late.signal)
    late.abort(new Error('too late'))
    await assert.rejects(async () => sending, /too late/)
    // A write that was waiting has had its turn once this one is through.
    await app.ctx.db.write(async () => undefined)
    assert.deepEqual(await chatOf(app), before)
  })

  it('moderates: timeout, unban, a deleted line', async () => {
    const { account, connector } = await app.ctx.platforms.get(app.channel.id, 'kick')
    const { signal } = new AbortController()
    const user = await connector.findUser(account, { username: 'judy' }, signal)
    assert.ok(user !== undefined && connector.moderation !== undefined)
    await connector.moderation.ban(account, { user, minutes: 3, reason: 'caps' }, signal)
    const [logged] = await loose(app.ctx.events.newest(app.ctx.db, app.channel.id, 'banned', 1))
    assert.equal(logged?.data.username, 'judy')
    await connector.moderation.unban(account, user, signal)
    const { body } = await app.call('send-message', { message: 'delete me' })
    await connector.moderation.deleteMessage(account, body.message_id, signal)
    assert.equal(
      (await chatOf(app)).some(({ id }) => id === body.message_id),
      false,
    )
    await assert.rejects(connector.moderation.deleteMessage(account, body.message_id, signal), /no such message/)
  })
})
