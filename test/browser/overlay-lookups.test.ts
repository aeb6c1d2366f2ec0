import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { needs } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { findObsChromium } from './overlay-browser.ts'
import { createStageServer } from './overlay-stage.ts'
import { startUndriven } from './undriven-browser.ts'

needs('chromium-127')

/** Every name stands for one way to make a browser look an address up without asking for anything. */
const attempts = `
  const put = (html) => { const div = document.createElement('div'); div.innerHTML = html; document.body.append(div); return div }
  const link = (rel, host) => '<link rel="' + rel + '" href="http://' + host + '.test/">'
  const tries = [
    () => put(link('dns-prefetch', 'leak-by-markup')),
    () => put(link('preconnect', 'leak-by-preconnect')),
    () => put('<LiNk\\trel=dns-prefetch href=//leak-by-case.test>'),
    () => put('<svg><foreignObject>' + link('dns-prefetch', 'leak-by-svg') + '</foreignObject></svg>'),
    () => put('<template>' + link('dns-prefetch', 'leak-by-template') + '</template>').append(document.querySelector('template').content),
    () => { const e = document.createElement('link'); e.rel = 'dns-prefetch'; e.href = 'http://leak-by-element.test'; document.head.append(e) },
    () => { const e = document.createElementNS('http://www.w3.org/1999/xhtml', 'link'); e.rel = 'dns-prefetch'; e.href = 'http://leak-by-namespace.test'; document.head.append(e) },
    () => document.body.insertAdjacentHTML('beforeend', link('preconnect', 'leak-by-adjacent')),
    () => document.body.append(document.createRange().createContextualFragment(link('preconnect', 'leak-by-range'))),
    () => document.body.attachShadow({ mode: 'open' }).innerHTML = link('preconnect', 'leak-by-shadow'),
    () => put('<iframe srcdoc="' + link('dns-prefetch', 'leak-by-srcdoc').replaceAll('"', '&quot;') + '"></iframe>'),
    () => put('<a href="http://leak-by-anchor.test/">x</a>'),
    () => put('<meta http-equiv="x-dns-prefetch-control" content="on"><a href="http://leak-by-control.test/">x</a>'),
    () => { new Image().src = 'http://leak-by-image.test/' },
    () => { fetch('http://leak-by-fetch.test/').catch(() => {}) },
    () => { const s = document.createElement('script'); s.type = 'speculationrules'; s.text = '{"prefetch":[{"source":"list","urls":["http://leak-by-rules.test/"]}]}'; document.head.append(s) },
  ]
  for (const attempt of tries) try { attempt() } catch {}
`

const requested = '/overlay/effect-frame'

// Not by way of a driver: it turns off the very guesses that are looked for here.
it('an effect of the broadcaster’s own makes the browser look no address up', async () => {
  const stage = await createStageServer()
  const profile = createTemporaryFolder()
  const logFile = join(profile.path, 'network.json')
  const browser = startUndriven(await findObsChromium(), [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'],
    ...[`--user-data-dir=${profile.path}`, `--log-net-log=${logFile}`, '--net-log-capture-mode=Everything', stage.link],
  ])
  try {
    await stage.connected()
    const id = stage.effect('custom', { js: `${attempts}\nsetTimeout(done, 1500)`, seconds: 60 })
    await stage.reported(id, 'finished')
    // The browser writes its log some events later, and not the rest of it when it is ended.
    await eventually('the log has what was requested', () => readFileSync(logFile, 'utf8').includes(requested))
  } finally {
    await browser.end()
    await stage.close()
  }
  const log = readFileSync(logFile, 'utf8')
  profile.remove()
  assert.deepEqual([...new Set(log.match(/leak-by-\w+/g))], [])
})
