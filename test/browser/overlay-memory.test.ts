import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hasLongVersion, isLongRun, needs } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openLikeObs } from './open-like-obs.ts'
import { openOverlay } from './overlay-browser.ts'
import { createStageServer, tone } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('500 items instead of 200')

const warmUp = 60
const items = isLongRun ? 500 : 200

it(`holds no more after ${items} items than before them`, async () => {
  const stage = await createStageServer()
  const browser = await openLikeObs()
  try {
    const context = await browser.newContext({ viewport: { width: 320, height: 180 } })
    const { page, faults } = await openOverlay(context, stage.link)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    const sounds = [440, 550, 660].map((hertz) => stage.file(`${hertz}.wav`, tone(hertz, 0.03)))
    const image = { url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}` }
    let made = 0
    let measured = ''

    function fire(): string {
      const at = made++
      const quick = { durationMs: 10 }
      if (at % 50 === 0)
        return stage.effect(['confetti', 'hearts', 'flash', 'text-burst'][(at / 50) % 4] ?? '', { seconds: 0.5 })
      if (at % 100 === 1) return stage.effect('custom', { html: '<b>x</b>', js: 'done()' })
      if (at % 20 === 5)
        return stage.fire('audio-alert', {
          alert: 1,
          name: 'x',
          username: 'y',
          sound: { url: sounds[at % 3] },
          ...quick,
        })
      // Each speech is a file of its own, as it is in life.
      if (at % 60 === 2) {
        const url = stage.file(`speech-${at}.wav`, tone(880, 0.03))
        return stage.fire('tts', { username: 'y', text: `words ${at}`, audio: { url, durationMs: 30 }, ...quick })
      }
      if (at % 3 === 0)
        return stage.fire('donation', { amount: at, currency: 'USD', displayname: 'z', message: `no ${at}`, ...quick })
      return stage.fire('audio-alert', { alert: 1, name: `x ${at}`, username: 'y', image, ...quick })
    }

    async function show(count: number): Promise<void> {
      let last = ''
      for (let index = 0; index < count; index++) {
        last = fire()
        if (index % 100 === 99) await stage.reported(last, 'finished')
      }
      await stage.reported(last, 'finished')
      await page.waitForFunction(() => document.querySelectorAll('[data-kind], canvas, iframe').length === 0)
      stage.reports.length = 0
    }

    async function measure() {
      for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devtools.send('Performance.getMetrics')
      const of = (wanted: string) => metrics.find(({ name }: { name: string }) => name === wanted)?.value ?? 0
      return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners'), frames: of('Frames') }
    }

    await show(warmUp)
    const before = await measure()
    await show(items)
    // Collectors take their time; what is held does not go however long one waits.
    const isSmall = async () => {
      const after = await measure()
      measured = JSON.stringify({ before, after })
      const isLean = after.heap < before.heap + 750_000 && after.nodes < before.nodes + items * 0.15
      return isLean && after.listeners < before.listeners + items * 0.03 && after.frames <= before.frames
    }
    await eventually('the page to hold no more', isSmall).catch((error) => assert.fail(`${error} ${measured}`))
    assert.deepEqual(faults, [])
  } finally {
    await browser.close()
    await stage.close()
  }
})
