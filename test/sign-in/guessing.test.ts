import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { codeAt } from '../../src/capabilities/sign-in/one-time-codes.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sessionIn } from '../sign-in-link.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'
import { errorOf, makeCheapToCheck, password, signInWithPassword } from './password-sign-in.ts'

runsOn('sqlite', 'postgres')

const stepMs = 30_000

describe('guessing one-time codes with the right password', () => {
  const clock = createTestClock()
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-codes-'))
  let app: TestApp
  let owner: PanelClient
  let secret: string
  const code = () => codeAt(secret, Math.floor(clock.now() / stepMs))
  const withCode = (typed: string) => signInWithPassword(app, { name: 'streamer', password, code: typed })
  const setPassword = async () => {
    await owner.call('set-password', { name: 'streamer', password })
    await makeCheapToCheck(app)
  }
  const needs = async () =>
    (await owner.call('get-dashboard')).body.needs.map(({ code: need }: { code: string }) => need) as string[]

  before(async () => {
    app = await createTestApp({ clock, folder })
    owner = await signInAsOwner(app)
    await setPassword()
    secret = (await owner.call('begin-one-time-codes')).body.secret
    await owner.call('confirm-one-time-codes', { secret, code: code() })
    clock.advance(2 * minuteMs)
  })
  after(() => app.close())

  it('is refused after five wrong codes in a row, for the right code too, and says for how long', async () => {
    for (let count = 0; count < 4; count++) assert.equal((await withCode('wrong')).status, 401)
    assert.deepEqual((await needs()).includes('codes_guessed'), false, 'four may be mistakes')
    assert.equal((await withCode('wrong')).status, 401)
    clock.advance(2 * minuteMs)
    const refused = await withCode(code())
    assert.equal(refused.status, 429)
    assert.match(await errorOf(refused), /^Too many wrong one-time codes\. Codes work again in 3 min\. .*passkey/)
    assert.equal(sessionIn(refused), undefined)
  })

  it('is reported to the person: in the audit log, and on Home after the next sign-in by another way', async () => {
    owner = await signInAsOwner(app)
    assert.ok((await needs()).includes('codes_guessed'))
    const { entries } = (await owner.call('list-audit')).body
    const reported = entries.filter(({ kind }: { kind: string }) => kind === 'person.codes-refused')
    assert.deepEqual(
      reported.map(({ data }: { data: unknown }) => data),
      [{ name: app.channel.name, count: 5 }],
    )
  })

  it('stays refused after a restart of the server', async () => {
    await app.close({ keepFolder: true })
    app = await createTestApp({ clock, folder })
    assert.equal((await withCode(code())).status, 429)
    owner = await signInAsOwner(app)
  })

  it('waits twice as long after every further wrong code, at most a day', async () => {
    clock.advance(4 * minuteMs)
    for (const minutes of [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]) {
      assert.equal((await withCode('wrong')).status, 401)
      clock.advance(2 * minuteMs)
      const refused = await withCode(code())
      assert.equal(refused.status, 429)
      assert.equal(Number(refused.headers.get('retry-after')), (minutes - 2) * 60)
      clock.advance((minutes - 2) * minuteMs)
    }
  })

  it('starts again from the beginning after a right code, and Home is silent after a new password or a week', async () => {
    assert.ok(sessionIn(await withCode(code())))
    clock.advance(2 * minuteMs)
    assert.equal((await withCode('wrong')).status, 401)
    clock.advance(2 * minuteMs)
    assert.ok(sessionIn(await withCode(code())))
    owner = await signInAsOwner(app)
    assert.ok((await needs()).includes('codes_guessed'))
    await setPassword()
    assert.equal((await needs()).includes('codes_guessed'), false)
    clock.advance(2 * minuteMs)
    for (let count = 0; count < 5; count++) assert.equal((await withCode('wrong')).status, 401)
    assert.ok((await needs()).includes('codes_guessed'))
    clock.advance(7 * dayMs)
    owner = await signInAsOwner(app)
    assert.equal((await needs()).includes('codes_guessed'), false)
  })
})
