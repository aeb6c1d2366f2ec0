import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { randomIds } from '../../src/ambient.ts'
import { makeKey as inventKey } from '../../src/features/keys/key-format.ts'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { parseAnswers, sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')

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
