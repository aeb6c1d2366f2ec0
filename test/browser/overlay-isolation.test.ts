import assert from 'node:assert/strict'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { englishOf } from '../../src/kernel/text/store-text.ts'
import { needs } from '../declare.ts'
import type { Browser } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

needs('chromium-127')

describe('an effect of the broadcaster’s own', () => {
  let stage: StageServer
  let browser: Browser
  let window: OverlayWindow
  let trap: Server
  let stun: UdpSocket
  const caught: string[] = []

  before(async () => {
    trap = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', (data) => caught.push(data.toString('latin1').split('\r\n')[0] ?? ''))
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    stun = createSocket('udp4')
    stun.on('message', () => caught.push('a WebRTC packet'))
    await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve))
    stage = await createStageServer()
    browser = await openLikeObs()
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    await context.addCookies([{ name: 'session', value: 'secret', url: stage.url }])
    // OBS puts its controls into every frame.
    await context.addInitScript(() => Object.assign(globalThis, { obsstudio: { stopStreaming() {} } }))
    window = await openOverlay(context, stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
    trap?.close()
    stun?.close()
  })
  beforeEach(() => {
    caught.length = 0
    window.faults.length = 0
  })

  /** Runs code as an effect; what it throws in the end is what it has to say. */
  async function ask(js: string, more: Record<string, unknown> = {}, data: Record<string, unknown> = {}) {
    const address = `const base = 'http://127.0.0.1:${(trap.address() as AddressInfo).port}'; const stun = 'stun:127.0.0.1:${stun.address().port}';`
    const code = `${address} const say = (value) => { throw new Error(JSON.stringify(value)) };\n${js}`
    const id = stage.effect('custom', { js: code, seconds: 60, ...more }, data)
    const answer = await stage.until(
      () => stage.reports.find((report) => report.id === id && 'reason' in report),
      `what ${id} says`,
    )
    const said = 'reason' in answer ? englishOf(answer.reason) : ''
    return said.replace(/^the effect threw Error: /, '')
  }

  it('is shown over the page, is given exactly what the contract names, and ends when it says so', async () => {
    const js = `document.querySelector('p').textContent = Object.keys(payload).sort().join() + ' ' + payload.data.userstate.displayname + ' ' + payload.data.colour
      let frozen = 0; try { 'use strict'; payload.data.userstate.displayname = 'x' } catch { frozen = 1 }
      addEventListener('seen', () => done())`
    const settings = {
      html: '<p>waiting</p><script>document.body.dataset.ran = "yes"</' + 'script>',
      css: 'p { color: red }',
      js,
    }
    const id = stage.effect('custom', settings, { colour: 'gold', options: undefined })
    await stage.reported(id, 'shown')
    const findFrame = () => window.page.frames().find((one) => one.url().includes('effect-frame'))
    const frame = await stage.until(findFrame, 'the frame of the effect')
    await frame.waitForFunction(() => !['waiting', undefined].includes(document.querySelector('p')?.textContent))
    assert.equal(
      await frame.evaluate(() => document.querySelector('p')?.textContent),
      'action,data,effect_settings,effect_type,overlay_id Alice gold',
    )
    assert.equal(await frame.evaluate(() => document.body.dataset.ran), 'yes')
    assert.equal(
      await frame.evaluate(() => getComputedStyle(document.querySelector('p') ?? document.body).color),
      'rgb(255, 0, 0)',
    )
    assert.equal(await frame.evaluate(() => self.origin), 'null')
    // The frame goes with the answer still on its way; the report says that it ended.
    await frame.evaluate(() => dispatchEvent(new Event('seen'))).catch(() => undefined)
    await stage.reported(id, 'finished')
    await window.page.waitForFunction(() => document.querySelector('[data-kind="effect"]') === null)
    await stage.until(() => window.page.frames().length === 1 || undefined, 'the frame to go')
  })

  const refused = [
    ['the page', 'parent.document.title'],
    ['variables of the page', 'parent.showHint'],
    ['the way up', 'top.location.href'],
    ['the frame element', 'frameElement.id'],
    ['cookies', 'document.cookie'],
    ['local storage', 'localStorage.length'],
    ['session storage', 'sessionStorage.length'],
    ['databases', 'indexedDB.open("x")'],
    ['caches', 'caches.keys()'],
    ['service workers', 'navigator.serviceWorker.register("/x.js")'],
    [
      'workers',
      'await new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(["1"]))); w.onerror = no; setTimeout(yes, 10_000) })',
    ],
    ['the top window', 'top.location = base'],
    ['eval', 'eval("1")'],
    ['fetch', 'await fetch(base + "/fetch")'],
    ['fetch from this server', 'await fetch("/overlay")'],
    ['modules', 'await import(base + "/module.js")'],
    ['OBS', 'obsstudio.stopStreaming()'],
    ['WebRTC', 'new RTCPeerConnection()'],
    ['WebRTC by its other name', 'new webkitRTCPeerConnection()'],
    ['frames', 'document.createElement("iframe")'],
    ['frames by another name', 'document.createElementNS("http://www.w3.org/1999/xhtml", "x:IFRAME".toLowerCase())'],
    ['links', 'document.createElement("LINK")'],
    ['links of its own kind', 'customElements.define("x-link", class extends HTMLLinkElement {}, { extends: "link" })'],
    ['redirects', 'document.createElement("meta")'],
    ['other parsers', 'new DOMParser()'],
  ] as const
  it('is refused everything that is not its own', async () => {
    const tries = refused.map(([name, code]) => `[${JSON.stringify(name)}, async () => { const script = 1; ${code} }]`)
    const js = `(async () => { const open = []
      for (const [name, attempt] of [${tries.join(',')}]) { let isRefused = false; try { await Promise.race([attempt(), new Promise((go) => setTimeout(go, 12_000))]) } catch { isRefused = true } if (!isRefused) open.push(name) }
      say(open) })()`
    assert.equal(await ask(js), '[]')
    assert.deepEqual(caught, [])
  })

  it('reaches no network, whatever element or call it tries', async () => {
    const js = `
      const put = (html) => { const div = document.createElement('div'); div.innerHTML = html; document.body.append(div) }
      const tries = [
        () => { new Image().src = base + '/img' },
        () => { const x = new XMLHttpRequest(); x.open('GET', base + '/xhr'); x.send() },
        () => new WebSocket(base.replace('http', 'ws') + '/ws'),
        () => new EventSource(base + '/events'),
        () => navigator.sendBeacon(base + '/beacon', 'x'),
        () => new Audio(base + '/audio').play(),
        () => new FontFace('x', 'url(' + base + '/font)').load(),
        () => put('<img src="' + base + '/markup"><video src="' + base + '/video" autoplay></video>'),
        () => put('<link rel="stylesheet" href="' + base + '/sheet"><link rel="preconnect" href="' + base + '">'),
        () => put('<iframe src="' + base + '/frame"></iframe><object data="' + base + '/object"></object><embed src="' + base + '/embed">'),
        () => put('<iframe srcdoc="<script>new RTCPeerConnection({ iceServers: [{ urls: stun }] })</' + 'script>"></iframe>'),
        () => put('<svg><image href="' + base + '/svg"/><script>fetch("' + base + '/svg-script")</' + 'script></svg>'),
        () => put('<p style="background: url(' + base + '/style)">x</p><style>@import "' + base + '/import";</style>'),
        () => put('<img src="data:," onerror="new Image().src=base+1">'),
        () => document.write('<link rel="preload" as="image" href="' + base + '/written">'),
        () => { const s = document.createElement('script'); s.src = base + '/script'; document.body.append(s) },
        () => { const s = document.createElement('script'); s.text = 'window.injected = true'; document.body.append(s) },
        () => { const s = document.createElement('script'); s.type = 'speculationrules'; s.text = JSON.stringify({ prefetch: [{ source: 'list', urls: [base + '/speculation'] }] }); document.body.append(s) },
        () => { const f = document.createElement('form'); f.action = base + '/form'; f.method = 'post'; document.body.append(f); f.submit() },
        () => { const f = document.createElement('form'); f.action = base + '/top-form'; f.target = '_top'; document.body.append(f); f.submit() },
        () => { const a = document.createElement('a'); a.href = base + '/popup'; a.target = '_blank'; a.click() },
        () => { const a = document.createElement('a'); a.href = '#'; a.ping = base + '/ping'; document.body.append(a); a.click() },
        () => window.open(base + '/open'),
        () => { const t = new WebTransport(base.replace('http:', 'https:')); t.closed.catch(() => {}); return t.ready },
        () => { const d = new Document(); const e = d.createElementNS('http://www.w3.org/1999/xhtml', 'div'); e.innerHTML = '<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="preconnect" href="' + base + '"/>'; document.body.append(e) },
      ]
      for (const attempt of tries) try { attempt()?.catch?.(() => {}) } catch {}
      setTimeout(() => say({ frames: window.length, links: document.querySelectorAll('link, iframe, object, embed, meta').length, injected: window.injected ?? false }), 1500)`
    connect((trap.address() as AddressInfo).port, '127.0.0.1').end('GET /control HTTP/1.1\r\n')
    await stage.until(() => caught.pop(), 'the trap to catch anything')
    const said = await ask(js)
    assert.deepEqual(JSON.parse(said), { frames: 0, links: 0, injected: false })
    assert.deepEqual(caught, [])
    assert.equal(window.page.url(), stage.link)
  })

  it('cannot leave its frame for another place', async () => {
    const ways = [
      `location.href = base + '/self'`,
      `location.replace('data:text/html,x')`,
      `location.href = '/overlay'`,
      `navigation.navigate(base + '/navigation')`,
      `const a = document.createElement('a'); a.href = base + '/link'; document.body.append(a); a.click()`,
      `const a = document.createElement('a'); a.href = base + '/file'; a.download = 'x'; document.body.append(a); a.click()`,
    ]
    for (const way of ways) {
      assert.match(await ask(`setTimeout(() => { ${way} }, 50)`), /tried to leave its frame/)
    }
    assert.deepEqual(caught, [], 'no request got through')
    assert.equal(window.page.url(), stage.link)
  })

  it('does not see other effects', async () => {
    const quiet = `addEventListener('message', () => { throw new Error('reached') })`
    const other = stage.effect('custom', { js: quiet, seconds: 3 })
    await stage.reported(other, 'shown')
    const js = `let reached = 0; for (let i = 0; i < 9; i++) { try { parent.frames[i].postMessage('hello', '*'); reached++ } catch {} }
      parent.postMessage({ type: 'done' }, '*'); setTimeout(() => say([parent.length, reached]), 300)`
    assert.equal(await ask(js), '[0,0]')
    await stage.reported(other, 'finished')
    assert.equal(
      stage.reports.some((report) => report.id === other && report.type === 'warning'),
      false,
    )
  })
})
