import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeKey as inventKey } from '../../../src/capabilities/keys/key-format.ts'
import { randomIds } from '../../../src/kernel/ambient.ts'
import { createRefusalLog } from '../../../src/kernel/limits/refusal-log.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { openFakeExtension } from '../../extension/fake-extension.ts'
import { createPageClient } from '../../overlay/page-client.ts'
import { signInAs } from '../../panel/panel-client.ts'
import { createStillClock } from '../../test-clock.ts'
import { sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

describe('refused access is in the log', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  const linesWith = (code: string) => testApp.logLines.filter((line) => line.includes(`"code":"${code}"`))

  async function logged(code: string): Promise<Record<string, unknown>> {
    await eventually(`a line about ${code}`, () => linesWith(code).length > 0)
    assert.equal(linesWith(code).length, 1, 'one line for each reason and address in a minute')
    return JSON.parse(linesWith(code)[0] ?? '') as Record<string, unknown>
  }

  it('for keys that do not work, with the address and the request, never with the key', async () => {
    const key = inventKey(randomIds, false)
    const { body } = await testApp.call('get-points', {}, { key, status: 401 })
    await testApp.call('get-points', {}, { key, status: 401 })
    const line = await logged('invalid_key')
    assert.equal(line.level, 'warn')
    assert.deepEqual([line.address, line.requestId, line.path], ['127.0.0.1', body.request_id, '/v1/get-points'])
    assert.ok(!testApp.logLines.some((one) => one.includes(key.slice(10, 30))))
    const revoked = await testApp.makeKey()
    await testApp.ctx.keys.revoke(testApp.cause, revoked.id)
    await testApp.call('get-points', {}, { key: revoked.key, status: 401 })
    assert.equal((await logged('revoked_key')).actor, `key:${revoked.id}`)
  })

  it('for keys without the scope or from another address, with the key that was used', async () => {
    const narrow = await testApp.makeKey(['points:read'])
    await testApp.call('add-points', {}, { key: narrow.key, status: 403 })
    assert.equal((await logged('missing_scope')).actor, `key:${narrow.id}`)
    const elsewhere = await testApp.makeKey(undefined, { addresses: ['192.0.2.1'] })
    await testApp.call('get-points', {}, { key: elsewhere.key, status: 403 })
    assert.equal((await logged('address_not_allowed')).actor, `key:${elsewhere.id}`)
  })

  it('for people whose role is too low, and for requests of other sites and under other names', async () => {
    const moderator = await signInAs(testApp, 'moderator')
    await moderator.call('create-key', { name: 'x', scopes: [] }, { status: 403 })
    assert.equal((await logged('missing_role')).actor, `person:${moderator.personId}`)
    await moderator.call('get-me', {}, { headers: { 'Sec-Fetch-Site': 'cross-site' }, status: 403 })
    assert.equal((await logged('foreign_origin')).path, '/panel/api/get-me')
    await sendRaw(testApp.port, 'GET /metrics?a=b HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    assert.equal((await logged('host_not_allowed')).path, '/metrics')
  })

  it('for sign-in links, overlay links, pairing codes and tokens of extensions that do not work', async () => {
    const link = await testApp.ctx.sessions.makeLink(testApp.channel)
    await testApp.ctx.sessions.redeem(link, 'test')
    const body = new URLSearchParams({ link })
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    await fetch(`${testApp.url}/sign-in`, { method: 'POST', body, headers, redirect: 'manual' })
    assert.equal((await logged('sign-in: sign_in_required')).path, '/sign-in')
    await createPageClient(testApp.url, { token: 'made-up' }).connect()
    assert.equal((await logged('invalid_link')).path, '/overlay/socket')
    const extension = await openFakeExtension(testApp.url)
    extension.say({ type: 'pair', code: 'AAAA-0000', browser: 'Chrome', version: '0.1.0' })
    await extension.isClosed()
    assert.equal((await logged('invalid_code')).path, '/extension/socket')
    assert.ok(!testApp.logLines.some((line) => line.includes(link.slice(8))))
  })

  it('for requests above a limit, where the log shows what is ordinary too', async () => {
    const { key, id } = await testApp.makeKey()
    const calls = Array.from({ length: 21 }, () => testApp.call('title', {}, { key, status: 'any' }))
    assert.ok((await Promise.all(calls)).some(({ status }) => status === 429))
    const line = await logged('rate_limited')
    assert.deepEqual([line.level, line.actor], ['info', `key:${id}`])
  })
})

describe('the log of refusals', () => {
  it('has one line a minute for each reason and network, and counts the rest', () => {
    const lines: string[] = []
    const clock = createStillClock()
    const refusals = createRefusalLog({ log: createLog('info', (line) => lines.push(line)), clock })
    for (let call = 0; call < 1000; call++) {
      refusals.note('invalid_key', { address: `2001:db8:1:2::${call.toString(16)}`, path: '/v1/tts' })
    }
    refusals.note('missing_scope', { address: '2001:db8:1:2::1', path: '/v1/tts' })
    assert.equal(lines.length, 2)
    clock.pass(60_000)
    refusals.note('invalid_key', { address: '2001:db8:1:2::1', path: '/v1/tts' })
    assert.equal(lines.length, 4)
    assert.match(lines[2] ?? '', /further requests were refused","count":999/)
  })

  it('cannot be made to grow: neither in lines, whatever the addresses, nor in the length of a line', () => {
    const lines: string[] = []
    const clock = createStillClock()
    const refusals = createRefusalLog({ log: createLog('info', (line) => lines.push(line)), clock })
    for (let call = 0; call < 5000; call++) {
      refusals.note('invalid_key', { address: `10.0.${call >> 8}.${call & 255}`, path: `/v1/${'x'.repeat(5000)}` })
    }
    assert.equal(lines.length, 500)
    assert.ok(lines.every((line) => line.length < 300))
  })
})
