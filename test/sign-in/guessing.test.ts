import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { codeAt } from '../../src/capabilities/sign-in/one-time-codes.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('a password takes long to check, on purpose')

const password = 'seven quiet lamps at dusk'
const stepMs = 30_000

type Body = Readonly<{ name: string; password: string; code?: string }>

function signIn(app: TestApp, body: Body, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${app.url}/sign-in/password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
}

const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

describe('guessing one-time codes with the right password', () => {
  const clock = createTestClock()
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-codes-'))
  let app: TestApp
  let owner: PanelClient
  let secret: string
  const code = () => codeAt(secret, Math.floor(clock.now() / stepMs))
  const withCode = (typed: string) => signIn(app, { name: 'streamer', password, code: typed })
  const needs = async () =>
    (await owner.call('get-dashboard')).body.needs.map(({ code: need }: { code: string }) => need) as string[]

  before(async () => {
    app = await createTestApp({ clock, folder })
    owner = await signInAsOwner(app)
    await owner.call('set-password', { name: 'streamer', password })
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
    await owner.call('set-password', { name: 'streamer', password })
    assert.equal((await needs()).includes('codes_guessed'), false)
    clock.advance(2 * minuteMs)
    for (let count = 0; count < 5; count++) assert.equal((await withCode('wrong')).status, 401)
    assert.ok((await needs()).includes('codes_guessed'))
    clock.advance(7 * dayMs)
    owner = await signInAsOwner(app)
    assert.equal((await needs()).includes('codes_guessed'), false)
  })
})

describe('a flood of passwords', () => {
  const clock = createTestClock()
  let app: TestApp
  /** The browser with which the owner signed in before, signed out since. */
  let known: { readonly Cookie: string }
  before(async () => {
    app = await createTestApp({ clock, config: { trustedProxies: ['127.0.0.1'] } })
    const owner = await signInAsOwner(app)
    await owner.call('set-password', { name: 'streamer', password })
    const link = await app.ctx.sessions.makeLink(app.channel)
    const entered = await pressSignIn(`${app.url}/sign-in?link=${link}`)
    const cookies = entered.headers.getSetCookie()
    const proof = cookies.find((one) => one.startsWith('showcaller_known=')) ?? ''
    assert.match(proof, /; HttpOnly; SameSite=Lax; Max-Age=31536000/)
    known = { Cookie: proof.split(';')[0] ?? '' }
  })
  after(() => app.close())

  const from = (number: number) => ({ 'X-Forwarded-For': `198.51.100.${number}` })
  const right = { name: 'streamer', password }
  /** At once: a guess is counted when it arrives, however long the checks take. */
  async function guessSixTimes(headersOf: (number: number) => Readonly<Record<string, string>>): Promise<number[]> {
    const guess = { ...right, password: 'a guess' }
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((number) => signIn(app, guess, headersOf(number))))
    return answers.map(({ status }) => status).sort()
  }

  it('for one name does not keep out a browser that signed in before', async () => {
    const guesses = guessSixTimes(from)
    const meanwhile = signIn(app, right, { ...from(9), ...known })
    assert.deepEqual(await guesses, [401, 401, 401, 401, 401, 429])
    assert.ok(sessionIn(await meanwhile))
    clock.advance(2 * minuteMs)
  })

  it('from any number of addresses costs forty checks a minute, and the owner still gets in meanwhile', async () => {
    const flood = Array.from({ length: 40 }, (_, index) =>
      signIn(app, { name: `somebody ${index}`, password: 'a guess' }, from(index)),
    )
    const meanwhile = signIn(app, right, { ...from(99), ...known })
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
    assert.deepEqual([...statuses].sort(), [401, 502], 'some were checked, and some found the queue full')
    assert.ok(sessionIn(await meanwhile))
    const further = await signIn(app, right, from(100))
    assert.equal(further.status, 429)
    assert.match(await errorOf(further), /^Too many people are signing in with a password\./)
    const madeUp = { ...from(101), Cookie: `${known.Cookie.slice(0, -4)}AAAA` }
    assert.equal((await signIn(app, right, madeUp)).status, 429)
    assert.ok(sessionIn(await signIn(app, right, { ...from(102), ...known })))
    clock.advance(2 * minuteMs)
    assert.ok(sessionIn(await signIn(app, right, from(103))), 'a minute later everybody can sign in')
  })

  it('by a browser that signed in before is bounded too, and its proof ends after a year', async () => {
    clock.advance(2 * minuteMs)
    const guess = { ...from(1), ...known }
    assert.deepEqual(await guessSixTimes(() => guess), [401, 401, 401, 401, 401, 429])
    clock.advance(2 * minuteMs)
    const names = Array.from({ length: 11 }, (_, index) => signIn(app, { name: `name ${index}`, password }, guess))
    const statuses = (await Promise.all(names)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 429).length, 1, 'ten a minute in all')
    clock.advance(366 * dayMs)
    const afterYear = (number: number) => (number === 0 ? guess : from(number))
    assert.deepEqual(await guessSixTimes(afterYear), [401, 401, 401, 401, 401, 429])
  })
})
