import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'
import { errorOf, makeCheapToCheck, password, signInWithPassword as signIn } from './password-sign-in.ts'

runsOn('sqlite', { because: 'the limits and the queue of checks are in the memory of the server' })
isSlow('a password takes long to check, on purpose')

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
    await makeCheapToCheck(app)
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

  it('of one name is refused after five guesses, whatever they are', async () => {
    clock.advance(2 * minuteMs)
    const statuses = []
    for (let count = 0; count < 7; count++) {
      statuses.push((await signIn(app, { name: 'guessed', password: `guess number ${count}` })).status)
    }
    assert.deepEqual(statuses.slice(0, 5), Array(5).fill(401))
    assert.deepEqual(statuses.slice(5), [429, 429])
    clock.advance(2 * minuteMs)
  })

  it('is counted by its name, however the name is spelled', async () => {
    const spellings = ['guessed2', 'GUESSED2', 'ｇｕｅｓｓｅｄ2', 'guessed２', ' guessed2 ', 'ＧＵＥＳＳＥＤ２']
    // At once: a guess is counted when it arrives, however long the checks take.
    const answers = await Promise.all(spellings.map((name) => signIn(app, { name, password: 'a guess' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [401, 401, 401, 401, 401, 429])
    clock.advance(2 * minuteMs)
  })
})
