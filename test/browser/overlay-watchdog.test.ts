import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hasLongVersion, needs } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import type { Browser } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { launchLikeObs, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('effects that flood the page or loop beside others')

describe('an effect that misbehaves', () => {
  let stage: StageServer
  let browser: Browser
  let window: OverlayWindow

  before(async () => {
    stage = await createStageServer()
    browser = await openLikeObs()
    window = await openOverlay(await browser.newContext(), stage.link)
    await window.page.evaluate(() => {
      const beats = { count: 0 }
      Object.assign(globalThis, { beats })
      setInterval(() => {
        beats.count++
      }, 20)
    })
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  const beats = () => window.page.evaluate(() => (globalThis as unknown as { beats: { count: number } }).beats.count)
  const run = (js: string, more: Record<string, unknown> = {}) => stage.effect('custom', { js, ...more })
  const isGone = () => window.page.waitForFunction(() => document.querySelector('[data-kind="effect"]') === null)
  async function reasonOf(id: string): Promise<string> {
    const said = await stage.until(
      () => stage.reports.find((report) => report.id === id && 'reason' in report),
      `what became of ${id}`,
    )
    await isGone()
    return 'reason' in said ? said.reason : ''
  }

  it('is stopped and reported when it throws, at once or later or in a promise', async () => {
    const atOnce = run('nothing.here')
    assert.match(await reasonOf(atOnce), /threw ReferenceError: nothing is not defined/)
    assert.equal((await stage.reported(atOnce, 'failed')).type, 'failed')
    assert.match(await reasonOf(run('const broken = ;')), /threw SyntaxError/)
    const later = run(`setTimeout(() => { throw new RangeError('too far') }, 200)`)
    assert.match(await reasonOf(later), /threw RangeError: too far/)
    await stage.reported(later, 'finished')
    assert.match(await reasonOf(run(`Promise.reject(new Error('not kept'))`)), /threw Error: not kept/)
    window.faults.length = 0
  })

  it('is removed when it loops, and the page and the next effect notice nothing of it', async () => {
    for (const js of ['while (true) {}', 'setTimeout(() => { for (;;); }, 100)']) {
      const before = await beats()
      const id = run(js, { seconds: 60 })
      const beside = stage.fire('audio-alert', { alert: 1, name: 'beside', username: 'a', durationMs: 1_100 })
      assert.match(await reasonOf(id), /does not respond/)
      // A loop in the page's own process would hold it for all the time it takes to be found out.
      const beaten = (await beats()) - before
      assert.ok(beaten >= 5, `the page's timer fired ${beaten} times meanwhile`)
      await stage.reported(beside, 'finished')
      const next = run('setTimeout(done, 100)')
      await stage.reported(next, 'finished')
    }
  })

  itInLongRun('does not stop other effects when it loops', async () => {
    const other = run(`setTimeout(done, 5_000)`, { seconds: 60 })
    await stage.reported(other, 'shown')
    const id = run('while (true) {}', { seconds: 60 })
    const said = await stage.reported(id, 'failed')
    assert.match('reason' in said ? said.reason : '', /does not respond/)
    await stage.reported(other, 'finished')
    assert.equal(
      stage.reports.some((report) => report.id === other && report.type === 'warning'),
      false,
    )
  })

  it('is removed when it never ends', async () => {
    const id = run('setInterval(() => {}, 10)')
    assert.match(await reasonOf(id), /did not end by itself/)
    const timed = run('setInterval(() => {}, 10)', { seconds: 0.5 })
    await stage.reported(timed, 'finished')
    assert.equal(
      stage.reports.some((report) => report.id === timed && report.type === 'warning'),
      false,
      'one with a time of its own has simply ended',
    )
  })

  itInLongRun('is removed when it floods the page with messages', async () => {
    // The port of its frame is out of its reach, also when it is asked for a sign of life.
    const id = run(`let port; MessagePort.prototype.postMessage = new Proxy(MessagePort.prototype.postMessage, {
      apply(send, self, args) { port = self; return Reflect.apply(send, self, args) } })
      setTimeout(() => { if (port === undefined) done() }, 2500)`)
    await stage.reported(id, 'finished')
    // The page itself receives what an effect posts to its parent.
    for (const target of ['parent', 'top']) {
      const before = await beats()
      const flood = `setInterval(() => { for (let i = 0; i < 1000; i++) ${target}.postMessage('x'.repeat(1000), '*') }, 5)`
      assert.match(await reasonOf(run(flood, { seconds: 60 })), /sends too many messages/)
      assert.ok((await beats()) > before, 'the page goes on')
    }
    const quiet = run(`for (let i = 0; i < 50; i++) parent.postMessage(i, '*'); setTimeout(done, 100)`)
    await stage.reported(quiet, 'finished')
    await stage.reported(stage.fire('tts', { username: 'a', text: 'still here', durationMs: 50 }), 'finished')
  })
})

describe('where this machine has no second host name', () => {
  it('an effect runs under the page’s own, if the browser keeps it apart all the same, and else not at all', async () => {
    const stage = await createStageServer()
    const browser = await launchLikeObs({ args: ['--host-resolver-rules=MAP *.localhost ~NOTFOUND'] })
    try {
      await openOverlay(await browser.newContext(), stage.link)
      const id = stage.effect('custom', { js: 'setTimeout(done, 100)', seconds: 10 })
      if (Number.parseInt(browser.version(), 10) >= 127) {
        await stage.reported(id, 'finished')
      } else {
        const said = await stage.reported(id, 'failed')
        assert.match('reason' in said ? said.reason : '', /could not be loaded/)
      }
    } finally {
      await browser.close()
      await stage.close()
    }
  })
})
