import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeExtensionToken } from '../../../src/capabilities/extension/pairing-codes.ts'
import { makeKey as inventKey } from '../../../src/capabilities/keys/key-format.ts'
import { printStartBanner } from '../../../src/cli/start-banner.ts'
import { randomIds } from '../../../src/kernel/ambient.ts'
import { foreignPrefixes, redactSecrets, secretFields, secretPrefixes } from '../../../src/kernel/text/secret-shapes.ts'
import { operations } from '../../../src/operations.ts'
import { reasonIn } from '../../../src/platforms/calls/reason.external.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { signInAsOwner } from '../../panel/panel-client.ts'
import { parseAnswers, sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
isSlow('every way to fail is searched for secrets')

/** What tells a key from another; the beginning and the last four may be shown. */
const heartOf = (key: string) => key.slice(12, -4)

describe('a secret', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  it('stands in no answer and in no line of the log, whatever happens to the call', async () => {
    const canary = await testApp.makeKey()
    const unknown = inventKey(randomIds, false)
    const link = await testApp.ctx.sessions.makeLink(testApp.channel)
    const { session } = await testApp.ctx.sessions.redeem(link, 'test')
    const answers: string[] = []
    const tell = async (operation: string, body: unknown, key: string, headers: Record<string, string> = {}) => {
      const answer = await testApp.call(operation, body, { status: 'any', key, headers })
      answers.push(JSON.stringify([answer.body, [...answer.headers]]))
    }
    for (const { name, example } of operations) await tell(name, example.input, canary.key)
    for (const key of [canary.key, unknown]) {
      for (const body of ['broken', [], { platform: 1 }, { platform: 'PlatformA', username: 'nobody-at-all' }]) {
        await tell('get-points', body, key, { 'X-Request-Id': 'canary' })
      }
      await tell(`add-points-${randomIds.next('x')}`, {}, key)
      answers.push(
        await sendRaw(
          testApp.port,
          `POST /v1/tts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nX: \x00\r\n\r\n`,
        ),
      )
      answers.push(
        await sendRaw(
          testApp.port,
          `GET /nothing HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
        ),
      )
    }
    const cookie = `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: showcaller_session=${session}\r\nConnection: close\r\n\r\n`
    const [page] = parseAnswers(await sendRaw(testApp.port, cookie))
    assert.equal(page?.status, 200, 'the session works')
    answers.push(page.body)
    await testApp.ctx.keys.revoke(testApp.cause, canary.id)
    await tell('get-points', {}, canary.key)
    testApp.ctx.log.info(`someone logs ${canary.key} and ${session} and ${link}`, { error: new Error(canary.key) })

    const everything = [...answers, ...testApp.logLines].join('\n')
    for (const secret of [heartOf(canary.key), heartOf(unknown), session.slice(12), link.slice(12)]) {
      assert.ok(!everything.includes(secret), everything.slice(everything.indexOf(secret) - 200).slice(0, 400))
    }
    assert.ok(testApp.logLines.some((line) => line.includes('someone logs sc_live_…')))
  })

  /** One of each sort. A new sort does not compile before it is here. */
  const ownSecrets: Record<keyof typeof secretPrefixes, () => Promise<string> | string> = {
    liveKey: async () => (await testApp.makeKey()).key,
    testKey: async () => (await testApp.makeKey(undefined, { isTest: true })).key,
    overlayLink: async () => (await testApp.ctx.overlays.link(testApp.channel)).split('#')[1] ?? '',
    playerLink: async () => (await testApp.ctx.playerLinks.link(testApp.channel)).split('#')[1] ?? '',
    extensionToken: () => makeExtensionToken(randomIds, 1, randomIds.next('pairing')),
    signInLink: () => testApp.ctx.sessions.makeLink(testApp.channel),
    session: async () => {
      const link = await testApp.ctx.sessions.makeLink(testApp.channel)
      return (await testApp.ctx.sessions.redeem(link, 'test')).session
    },
    webhookSecret: () => `whsec_${randomIds.secret(32)}`,
  }

  it('of every sort is kept out of the log, errors, the audit log and the metrics', async () => {
    for (const [name, make] of Object.entries(ownSecrets)) {
      const secret = await make()
      const prefix = secretPrefixes[name as keyof typeof secretPrefixes]
      assert.ok(secret.startsWith(prefix), `${name} begins with ${prefix}`)
      const before = testApp.logLines.length
      testApp.ctx.log.error(`a sentence with ${secret}.`, {
        url: `/x?a=${secret}&b=1`,
        error: new Error(`"${secret}"`),
      })
      const answers = [
        await testApp.call('get-points-top', {}, { key: secret, status: 'any' }),
        await testApp.call('send-message', { message: '' }, { headers: { 'X-Request-Id': secret }, status: 'any' }),
      ]
      const owner = await signInAsOwner(testApp)
      const audit = await owner.call('list-audit', {})
      const metrics = await (await fetch(`${testApp.url}/metrics`)).text()
      const lines = testApp.logLines.slice(before).join('\n')
      const shown = [
        lines,
        ...answers.map(({ body }) => JSON.stringify(body.error)),
        JSON.stringify(audit.body),
        metrics,
      ]
      const heart = secret.slice(prefix.length + 4, -4)
      assert.ok(!shown.join('\n').includes(heart), `${name}: ${shown.join('\n')}`)
      assert.ok(lines.includes(`a sentence with ${prefix}….`), lines)
      JSON.parse(lines.split('\n')[0] ?? '')
    }
  })

  it('of another service is kept out of the log and of the reasons that a platform gives', () => {
    const secret = randomIds.secret(30)
    const texts = [
      ...foreignPrefixes.map((prefix) => `token ${prefix}${secret} refused`),
      ...secretFields.map((field) => JSON.stringify({ [field]: secret })),
      ...secretFields.map((field) => JSON.stringify(JSON.stringify({ [field]: secret }))),
      ...secretFields.map((field) => `https://host/path?${field}=${secret}&x=1`),
      `Authorization: Bearer ${secret}`,
      `OAuth ${secret}`,
      `postgres://showcaller:${secret}@db.example/showcaller`,
      `eyJ${secret}.eyJ${secret}.${secret}`,
      `/hooks/donations/kofi/12-${secret}${secret}`,
    ]
    for (const text of texts) {
      const clean = redactSecrets(text)
      assert.ok(!clean.includes(secret), `${text} became ${clean}`)
      assert.ok(clean.includes('…'))
      assert.ok(!String(reasonIn({ message: text })).includes(secret))
    }
    const empty = JSON.stringify({ password: null, authorization: true, access_token: 12345 })
    assert.equal(redactSecrets(empty), empty, 'a line of the log stays JSON')
    const harmless = 'key_0123456789abcdefghij of person:person_1 called get-points, request req_0123456789abcdef0001'
    assert.equal(redactSecrets(harmless), harmless)
  })

  it('that is printed lasts only where it is printed to a terminal', async () => {
    const { keys, firstSteps } = testApp.ctx
    const { wasGreeted } = firstSteps
    // As at the first start, which has shown nothing yet.
    firstSteps.wasGreeted = async () => false
    const expiries = new Map<boolean, number | null | undefined>()
    try {
      for (const isTerminal of [true, false]) {
        const before = new Set((await keys.list(testApp.channel)).map(({ id }) => id))
        await printStartBanner({ ...testApp.app, firstChannel: testApp.channel }, { isTerminal, print: () => {} })
        const printed = (await keys.list(testApp.channel)).find(({ id }) => !before.has(id))
        expiries.set(isTerminal, printed?.expiresAt)
      }
    } finally {
      firstSteps.wasGreeted = wasGreeted
    }
    assert.equal(expiries.get(true), null)
    assert.equal(typeof expiries.get(false), 'number')
  })

  it('of ours is not shown when something breaks inside', async () => {
    const boom = new Error('/secret/path: SELECT * FROM viewers')
    const { viewers } = testApp.ctx
    const { change } = viewers
    viewers.change = () => Promise.reject(boom)
    try {
      const { status, body } = await testApp.call(
        'add-points',
        { username: 'alice', amount: 1, platform: 'PlatformA' },
        { status: 500 },
      )
      assert.deepEqual([status, body.code, body.error], [500, 'internal_error', 'Internal server error.'])
      assert.ok(testApp.logLines.some((line) => line.includes(body.request_id) && line.includes('SELECT')))
    } finally {
      viewers.change = change
    }
  })
})
