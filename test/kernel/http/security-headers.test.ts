import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { everyPath } from './every-path.ts'
import { sendRaw } from './raw-request.ts'

runsOn('sqlite', { because: 'headers do not depend on where things are stored' })
isSlow('every route and every path is asked')

describe('every answer', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  function headerOf(received: string, name: string): string {
    const head = received.slice(0, received.indexOf('\r\n\r\n') + 2)
    return [...head.matchAll(new RegExp(`^${name}: (.*)\\r$`, 'gim'))].map(([, value = '']) => value).join('; ')
  }

  async function ask(method: string, path: string): Promise<string> {
    return sendRaw(testApp.port, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  }

  it('of every route has a content policy, forbids guessing its type and names no referrer', async () => {
    const routes = (await testApp.app.http.routes()).map(({ method, path }) => ({
      method,
      path: path.replace('*', 'x'),
    }))
    assert.ok(routes.length > 60, 'the routes were found')
    const known = everyPath.filter(({ method }) => method !== 'CONNECT')
    for (const { method, path } of [...known, ...routes]) {
      const received = await ask(method, path)
      const what = `${method} ${path}: ${received.slice(0, received.indexOf('\r\n\r\n'))}`
      assert.equal(headerOf(received, 'x-content-type-options'), 'nosniff', what)
      const policy = headerOf(received, 'content-security-policy')
      assert.match(policy, /default-src 'none'/, what)
      // The frame of an effect is embedded by the overlay, which may have another name of this machine.
      if (!path.startsWith('/overlay/effect-frame')) assert.match(policy, /frame-ancestors '(?:none|self)'/, what)
      const type = headerOf(received, 'content-type')
      if (type.startsWith('text/')) assert.match(type, /charset=utf-8/, what)
      if (!type.startsWith('text/html')) continue
      assert.match(policy, /base-uri 'none'/, what)
      // YouTube's player wants to know the site that embeds it; the link's secret is in the fragment, which is never sent.
      const referrers = path === '/player' ? /^strict-origin-when-cross-origin$/ : /^(?:no-referrer|same-origin)$/
      assert.match(headerOf(received, 'referrer-policy'), referrers, what)
      assert.equal(headerOf(received, 'cross-origin-opener-policy'), 'same-origin', what)
    }
  })

  it('to something that is no request has them too', async () => {
    const received = await sendRaw(testApp.port, 'broken\r\n\r\n')
    assert.match(headerOf(received, 'content-security-policy'), /default-src 'none'; frame-ancestors 'none'/)
    assert.equal(headerOf(received, 'x-content-type-options'), 'nosniff')
  })
})
