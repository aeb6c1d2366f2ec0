import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { addressPattern, panelPages } from '../../src/registry/panel-pages.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'

runsOn('sqlite', 'postgres')
needs('panel')

const dist = new URL('../../panel/dist/', import.meta.url)

describe('the built panel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const html = readFileSync(new URL('index.html', dist), 'utf8')
  const linked = [...html.matchAll(/(?:src|href)="\/panel\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const packed = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist))).length, 0)

  it('loads within its budget: 40 kB of code and 12 kB of style', () => {
    const code = packed(linked.filter((name) => name.endsWith('.js')))
    const style = packed(linked.filter((name) => name.endsWith('.css')))
    assert.ok(code > 5000 && code <= 40_000, `${code} bytes of code`)
    assert.ok(style > 1000 && style <= 12_000, `${style} bytes of style`)
  })

  it('leaves charts for later, and no chunk is large', () => {
    for (const name of linked) assert.doesNotMatch(name, /chart/)
    for (const name of readdirSync(new URL('assets', dist))) {
      if (name.endsWith('.js')) assert.ok(packed([`assets/${name}`]) <= 200_000, name)
    }
  })

  it('has no script and no style inside the page', () => {
    assert.doesNotMatch(html, /<style|style=|<script(?![^>]*src=)|\son\w+=/)
  })

  it('is one page for all its addresses, under a strict policy', async () => {
    const paths = panelPages.map(({ path }) => path)
    for (const path of [
      ...paths,
      '/developer/keys/key_1',
      '/developer/console/add-points',
      '/settings/anything',
      '/sign-in-failed',
    ]) {
      const response = await fetch(app.url + path, { headers: { Cookie: 'showcaller_session=x' } })
      assert.equal(response.status, 200, path)
      assert.equal(await response.text(), html)
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'.*script-src 'self'.*require-trusted-types-for 'script'/)
      assert.doesNotMatch(policy, /unsafe/)
    }
  })

  it('says to a browser without a session that nobody is signed in, and is not kept by it', async () => {
    const response = await fetch(`${app.url}/developer/keys`)
    assert.equal(await response.text(), html.replace('<html ', '<html data-signed-out '))
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  it('is at /, and where people look by habit they are shown the way', async () => {
    for (const path of ['/panel', '/panel/']) {
      const response = await fetch(app.url + path, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [308, '/'], path)
    }
    for (const [from, to] of [
      ['/stage', '/overlays'],
      ['/shows/3/report?late', '/run-of-show/3/report?late'],
      ['/rounds', '/giveaways'],
      ['/values/deaths', '/counters/deaths'],
      ['/ai', '/ai-bot'],
      ['/keys?new', '/developer/keys?new'],
      ['/console/add-points', '/developer/console/add-points'],
      ['/hooks', '/developer/webhooks'],
      ['/web-decks/2', '/phone-deck/2'],
      ['/decks', '/phone-deck'],
      ['/developer', '/developer/console'],
    ]) {
      const response = await fetch(`${app.url}${from}`, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [308, to], from)
    }
    for (const path of ['/panel/keys', '/nowhere', '/keysmith', '/developer/keysmith']) {
      assert.equal((await fetch(app.url + path)).status, 404, path)
    }
  })

  it('follows links between its pages itself and leaves every other one to the server', () => {
    const insidePanel = addressPattern(panelPages)
    for (const path of [
      '/',
      '/?on',
      '/developer/keys',
      '/developer/keys/key_1',
      '/developer/keys?new',
      '/viewers?viewer=1',
      '/overlays#try',
    ])
      assert.match(path, insidePanel)
    for (const path of [
      '/overlay',
      '/sandbox',
      '/sign-in/sandbox/begin',
      '/openapi.json',
      '/connect/twitch',
      '/keysmith',
    ])
      assert.doesNotMatch(path, insidePanel)
  })

  it('sends its files packed, and for good', async () => {
    for (const name of linked) {
      const response = await fetch(`${app.url}/panel/${name}`, { headers: { 'Accept-Encoding': 'br' } })
      assert.equal(response.status, 200, name)
      assert.match(response.headers.get('cache-control') ?? '', /immutable/)
      if (!name.endsWith('.woff2')) assert.equal(response.headers.get('content-encoding'), 'br', name)
    }
    assert.equal((await fetch(`${app.url}/panel/assets/../index.html`)).status, 404)
    assert.equal((await fetch(`${app.url}/panel/assets/none.js`)).status, 404)
    assert.equal((await fetch(`${app.url}/panel/assets/..%2f..%2fpackage.json`)).status, 404)
  })
})
