import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { failures } from '../../src/kernel/operation/contract/failures.ts'
import { sandboxActions } from '../../src/platforms/sandbox/actions.ts'
import { plannableFailures } from '../../src/platforms/sandbox/faults.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, lastSeq, sandboxCall } from './sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('failures that a client asks for', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const fail = (body: object, options = {}) => sandboxCall(app, 'fail', { platform: 'PlatformA', ...body }, options)
  const send = (status: number, more: object = {}, options: object = {}) =>
    app.call('send-message', { message: 'hello', ...more }, { status: status as 200, ...options })

  it('and every other control call are described in docs/sandbox.md, with their parameters', () => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
    for (const { name, input } of sandboxActions) {
      const parameters = Object.keys(input.properties).map(
        (one) => `\`${one}\`${input.required.includes(one) ? '' : '?'}`,
      )
      assert.ok(page.includes(`| \`${name}\` | ${parameters.join(', ')} |`), name)
    }
    for (const code of plannableFailures) assert.ok(page.includes(`| \`${code}\` | ${failures[code].status} |`), code)
  })

  it('are every failure that a platform can cause', () => {
    assert.deepEqual([...plannableFailures].sort(), [
      'extension_not_connected',
      'outcome_unknown',
      'platform_not_connected',
      'platform_reauth_required',
      'platform_refused',
      'platform_unavailable',
    ])
  })

  for (const code of plannableFailures) {
    it(`${code}: the next calls end with it and change nothing, then all is as before`, async () => {
      const before = [await chatOf(app), await lastSeq(app)]
      await fail({ code, count: 2 })
      for (const attempt of [1, 2]) {
        const { status, body } = await send(failures[code].status)
        assert.deepEqual([status, body.code], [failures[code].status, code], `attempt ${attempt}`)
        assert.match(body.error, /^[A-Z].*\.$/, 'a sentence')
      }
      assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
      await send(200)
    })
  }

  it('reach clips, title, category, users and the state of the stream too', async () => {
    const calls: readonly (readonly [string, object])[] = [
      ['clip', { platform: 'PlatformA' }],
      ['title', { title: 'x', platform: 'PlatformA' }],
      ['game', { game: 'minecraft', platform: 'PlatformA' }],
      ['get-stream-meta', { platform: 'PlatformA' }],
      ['get-points', { username: 'viewer199', platform: 'PlatformA' }],
    ]
    for (const [operation, body] of calls) {
      await fail({ code: 'platform_unavailable' })
      const answer = await app.call(operation, body, { status: 502 })
      assert.equal(answer.body.code, 'platform_unavailable', operation)
      await fail({ code: 'platform_unavailable', count: 0 })
    }
    await fail({ code: 'extension_not_connected' })
    const clip = await app.call('clip', { platform: 'PlatformA' }, { status: 502 })
    assert.equal(clip.body.code, 'extension_not_connected')
  })

  it('stay on their platform and in their channel', async () => {
    await fail({ code: 'platform_refused' })
    await send(200, { platform: 'PlatformB' })
    const { key } = await app.makeKey(undefined, { isTest: true })
    await send(200, {}, { key })
    await fail({ code: 'platform_unavailable' }, { key })
    assert.equal((await send(502, {}, { key })).body.code, 'platform_unavailable')
    assert.equal((await send(502)).body.code, 'platform_refused')
  })

  it('are not used up by what the server reads for itself', async () => {
    await fail({ code: 'platform_refused' })
    const { platforms } = await app.ctx.dashboard.read(app.channel)
    assert.deepEqual(
      platforms.map(({ error }) => error),
      [null, null, null, null],
    )
    await send(502)
  })

  it('replace what was planned before, and end with 0', async () => {
    await fail({ code: 'platform_refused', count: 100 })
    await fail({ code: 'platform_unavailable', count: 1 })
    assert.equal((await send(502)).body.code, 'platform_unavailable')
    await send(200)
    await fail({ code: 'platform_refused', count: 100 })
    await fail({ code: 'platform_refused', count: 0 })
    await send(200)
  })

  it('an unknown outcome is kept for the Idempotency-Key: the call is not sent again', async () => {
    const headers = { 'Idempotency-Key': 'unknown-1' }
    await fail({ code: 'outcome_unknown' })
    await send(502, {}, { headers })
    const before = await chatOf(app)
    assert.equal((await send(502, {}, { headers })).body.code, 'outcome_unknown')
    assert.deepEqual(await chatOf(app), before)
    await fail({ code: 'platform_refused' })
    const again = { headers: { 'Idempotency-Key': 'refused-1' } }
    await send(502, {}, again)
    await send(200, {}, again)
  })

  it('are bounded, and of the table', async () => {
    for (const body of [
      { code: 'platform_refused', count: 101 },
      { code: 'platform_refused', count: -1 },
      { code: 'platform_refused', count: 1.5 },
      { code: 'internal_error' },
      { code: 'rate_limited' },
      {},
    ]) {
      assert.equal((await fail(body, { status: 400 })).body.code, 'invalid_parameter', JSON.stringify(body))
    }
    await send(200)
  })
})
