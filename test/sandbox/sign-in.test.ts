import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { signIn } from './signed-in.ts'

runsOn('sqlite', 'postgres')

describe('the sign-in of the sandbox', () => {
  const clock = createTestClock()
  let app: TestApp
  let cookie: string
  let redirectUri: string
  before(async () => {
    app = await createTestApp({ clock })
    cookie = await signIn(app)
    redirectUri = `${app.url}/sign-in/sandbox`
  })
  after(() => app.close())

  const request = (more: Record<string, string> = {}) =>
    new URLSearchParams({ platform: 'PlatformA', state: 's t&a=te', redirect_uri: redirectUri, ...more })

  const answer = (more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/sandbox/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: request({ answer: 'yes', ...more }),
    })

  async function code(): Promise<string> {
    const target = new URL((await answer()).headers.get('location') ?? '')
    return target.searchParams.get('code') ?? ''
  }

  it('asks the broadcaster and sends a code with the state to the address', async () => {
    const page = await fetch(`${app.url}/sandbox/sign-in?${request()}`, { headers: { Cookie: cookie } })
    assert.equal(page.status, 200)
    assert.match(await page.text(), /streamer/)
    const response = await answer()
    assert.equal(response.status, 303)
    const target = new URL(response.headers.get('location') ?? '')
    assert.equal(`${target.origin}${target.pathname}`, redirectUri)
    assert.equal(target.searchParams.get('state'), 's t&a=te')
    const consent = await app.app.sandbox.exchange(target.searchParams.get('code') ?? '', redirectUri)
    assert.equal(consent.channelId, app.channel.id)
    assert.equal(consent.platform, 'kick')
    assert.equal(consent.user.username, 'streamer')
  })

  it('takes a code once', async () => {
    const once = await code()
    await app.app.sandbox.exchange(once, redirectUri)
    await assert.rejects(app.app.sandbox.exchange(once, redirectUri), { code: 'platform_refused' })
    await assert.rejects(app.app.sandbox.exchange('made up', redirectUri), { code: 'platform_refused' })
  })

  it('takes a code within a minute only', async () => {
    const late = await code()
    clock.advance(minuteMs)
    await assert.rejects(app.app.sandbox.exchange(late, redirectUri), { code: 'platform_refused' })
  })

  it('takes a code for its own address only', async () => {
    const mine = await code()
    await assert.rejects(app.app.sandbox.exchange(mine, `${redirectUri}/`), { code: 'platform_refused' })
    await assert.rejects(app.app.sandbox.exchange(mine, redirectUri), { code: 'platform_refused' })
  })

  it('sends nothing to an address that differs by a letter', async () => {
    for (const wrong of [
      `${redirectUri}/`,
      `${redirectUri}?a=b`,
      redirectUri.toUpperCase(),
      'https://evil.example/',
      '',
    ]) {
      assert.equal((await answer({ redirect_uri: wrong })).status, 400, wrong)
      const page = await fetch(`${app.url}/sandbox/sign-in?${request({ redirect_uri: wrong })}`, {
        headers: { Cookie: cookie },
      })
      assert.equal(page.status, 400, wrong)
    }
  })

  it('reports when the broadcaster says no', async () => {
    const target = new URL((await answer({ answer: 'no' })).headers.get('location') ?? '')
    assert.equal(target.searchParams.get('error'), 'access_denied')
    assert.equal(target.searchParams.get('code'), null)
    assert.equal(target.searchParams.get('state'), 's t&a=te')
  })

  it('asks nobody who is not signed in, and no other site', async () => {
    const page = await fetch(`${app.url}/sandbox/sign-in?${request()}`)
    assert.equal(page.status, 401)
    assert.equal((await answer({}, { Cookie: '' })).status, 401)
    assert.equal((await answer({}, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
  })

  it('wants a state and a platform it knows', async () => {
    assert.equal((await answer({ state: '' })).status, 400)
    assert.equal((await answer({ platform: 'kick' })).status, 400)
  })
})
