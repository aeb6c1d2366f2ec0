import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { panelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('a sign-in link', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
    await signInAsOwner(app)
  })
  after(() => app.close())

  const newLink = async () => `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`
  const open = (link: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(link, { method, redirect: 'manual', headers })
  const press = (link: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: new URLSearchParams({ link: new URL(link).searchParams.get('link') ?? '', ...fields }),
    })

  it('is not used up by a preview: opening it changes nothing, however often', async () => {
    const link = await newLink()
    const before = await app.ctx.overlays.lastSeq(app.channel.id)
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
      const answer = await open(link, method)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
    assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), before)
    assert.ok(sessionIn(await pressSignIn(link)), 'and it still signs in')
  })

  it('opens a page with one button, which names the person and the channel and is kept nowhere', async () => {
    const answer = await open(await newLink())
    const page = await answer.text()
    assert.equal(page.match(/<button/g)?.length, 1)
    assert.match(page, /<button autofocus>Sign in<\/button>/)
    assert.match(page, /Sign in to streamer/)
    assert.match(page, /signs you in as streamer/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin')
    assert.match(answer.headers.get('content-security-policy') ?? '', /form-action 'self'.*frame-ancestors 'none'/)
    assert.doesNotMatch(page, /<script|\sstyle=|\son\w+=/)
  })

  it('is redeemed once, by a page of ours and no other', async () => {
    const link = await newLink()
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
      const answer = await press(link, {}, headers)
      assert.equal(answer.status, 403)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
    const signedIn = await press(link)
    assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/'])
    assert.ok(sessionIn(signedIn))
    const again = await press(link)
    assert.equal(again.headers.get('location'), '/sign-in-failed?code=sign_in_required')
    assert.equal(sessionIn(again), undefined)
    assert.equal((await open(link)).headers.get('location'), '/sign-in-failed?code=sign_in_required')
  })

  it('leads to the sign-in page when it is unknown or an hour old', async () => {
    const late = await newLink()
    clock.advance(61 * minuteMs)
    for (const link of [late, `${app.url}/sign-in?link=link_wrong`, `${app.url}/sign-in`]) {
      assert.equal((await open(link)).headers.get('location'), '/sign-in-failed?code=sign_in_required', link)
      assert.equal((await press(link)).headers.get('location'), '/sign-in-failed?code=sign_in_required', link)
    }
  })

  it('asks a browser that is signed in, and says as whom, before its session is replaced', async () => {
    const moderator = await signInAs(app, 'moderator')
    const Cookie = moderator.cookie
    const link = await newLink()
    const page = await (await open(link, 'GET', { Cookie })).text()
    assert.match(page, /This browser is signed in as a moderator \(streamer\)/)
    assert.match(page, /<a href="\/">Stay signed in as a moderator<\/a>/)

    // A page that was opened before anybody signed in here has not asked.
    const asked = await press(link, {}, { Cookie })
    assert.equal(asked.status, 200)
    assert.match(await asked.text(), /This browser is signed in as a moderator/)
    assert.deepEqual(asked.headers.getSetCookie(), [])
    assert.equal((await moderator.call('get-me')).body.role, 'moderator')

    const cookie = sessionIn(await pressSignIn(link, { Cookie }))
    assert.ok(cookie)
    assert.equal((await panelClient(app, cookie).call('get-me')).body.role, 'owner')
    assert.equal((await moderator.call('get-me', {}, { status: 401 })).status, 401, 'the session before has ended')
  })

  it('cannot be guessed at full speed: 120 tries a minute from one address', async () => {
    const tried = new Set<number>()
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    for (let tries = 0; tries <= 120; tries++) {
      const body = new URLSearchParams({ link: `link_${tries}` })
      const answer = await fetch(`${app.url}/sign-in`, { method: 'POST', headers, body, redirect: 'manual' })
      tried.add(answer.status)
    }
    assert.deepEqual([...tried], [303, 429])
    clock.advance(minuteMs)
  })

  it('shows names as text, whatever they are', async () => {
    const name = '<b onclick="x">&'
    const person = await app.ctx.db.write((tx) => app.ctx.people.invite(tx, app.cause, name, 'viewer'))
    const link = await app.ctx.sessions.makeLink(app.channel, person)
    const page = await (await open(`${app.url}/sign-in?link=${link}`)).text()
    assert.ok(page.includes('&lt;b onclick=&quot;x&quot;&gt;&amp;'))
  })
})
