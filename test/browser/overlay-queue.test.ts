import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { hasLongVersion, needs } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { near, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('pages that nobody sees, priorities, and a second window')

describe('the queue of the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext

  before(async () => {
    browser = await openLikeObs()
    context = await browser.newContext()
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  beforeEach(async () => {
    for (const page of context.pages()) await page.close()
    await stage?.close()
    stage = await createStageServer()
  })

  const open = (): Promise<OverlayWindow> => openOverlay(context, stage.link)
  const alert = (name: string, durationMs = 300) =>
    stage.fire('audio-alert', { alert: 1, name, username: 'a', durationMs })
  const gift = (message: string, durationMs = 300) =>
    stage.fire('donation', { amount: 5, currency: 'USD', displayname: 'b', message, durationMs })
  const shown = () => stage.reports.filter(({ type }) => type === 'shown').map(({ id }) => id)

  it('lets money go first and keeps to the order otherwise, one at a time', async () => {
    const { page } = await open()
    stage.send({ type: 'control', action: 'pause' })
    const ids = [alert('1'), alert('2'), gift('3'), alert('4'), gift('5')] as const
    for (const id of ids) await stage.reported(id, 'received')
    stage.send({ type: 'control', action: 'resume' })
    let most = 0
    const count = setInterval(() => {
      page
        .locator('#cards > [data-kind]:not(.leaving)')
        .count()
        .then((now) => {
          most = Math.max(most, now)
        })
        .catch(() => {})
    }, 40)
    await stage.reported(ids[3], 'finished')
    clearInterval(count)
    assert.deepEqual(shown(), [ids[2], ids[4], ids[0], ids[1], ids[3]])
    assert.equal(most, 1)
  })

  itInLongRun('follows the priorities that the broadcaster sets', async () => {
    await open()
    stage.send({ type: 'settings', settings: { priorities: { 'audio-alert': 9, donation: 0 } } })
    stage.send({ type: 'control', action: 'pause' })
    const ids = [gift('1'), gift('2'), alert('3')] as const
    for (const id of ids) await stage.reported(id, 'received')
    stage.send({ type: 'control', action: 'resume' })
    await stage.reported(ids[1], 'finished')
    assert.deepEqual(shown(), [ids[2], ids[0], ids[1]])
  })

  it('begins nothing while paused, also after a reload, and continues when asked', async () => {
    const { page } = await open()
    const first = alert('first', 600)
    await stage.reported(first, 'shown')
    stage.send({ type: 'control', action: 'pause' })
    stage.stage = { paused: true }
    const second = alert('second')
    await stage.reported(first, 'finished')
    await stage.reported(second, 'received')
    await page.reload()
    // Effects go on meanwhile, so the page is known to live.
    const effect = stage.effect('snow', { seconds: 0.6 })
    await stage.reported(effect, 'finished')
    assert.deepEqual(shown(), [first, effect])
    stage.send({ type: 'control', action: 'resume' })
    await stage.reported(second, 'finished')
  })

  it('skips what is on screen with its sound, drops one that waits, and clears everything', async () => {
    const { page, heard, sounds, quiet } = await open()
    const sound = { url: stage.file('long.wav', tone(440, 60)) }
    const long = stage.fire('audio-alert', { alert: 1, name: 'long', username: 'a', sound })
    await sounds(near(440), 'the sound')
    const waits = alert('waits')
    const next = alert('next', 60_000)
    stage.send({ type: 'control', action: 'skip', id: waits })
    stage.send({ type: 'control', action: 'skip' })
    await stage.reported(long, 'finished')
    assert.deepEqual(await stage.reported(waits, 'failed'), { type: 'failed', id: waits, reason: 'skipped' })
    await stage.reported(next, 'shown')
    await quiet()
    heard.length = 0
    const effect = stage.effect('snow', { seconds: 60 })
    await stage.reported(effect, 'shown')
    const never = [alert('x'), alert('y')]
    stage.send({ type: 'control', action: 'clear' })
    for (const id of never) await stage.reported(id, 'failed')
    await stage.reported(next, 'finished')
    await stage.reported(effect, 'finished')
    await page.waitForFunction(() => document.querySelectorAll('[data-kind], canvas').length === 0)
    assert.deepEqual(heard, [])
  })

  it('takes off what the server takes back, and says nothing more of it', async () => {
    const { page } = await open()
    const id = alert('oops', 60_000)
    await stage.reported(id, 'shown')
    stage.cancel(id)
    await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
    await stage.reported(alert('next'), 'finished')
    assert.equal(
      stage.reports.some((report) => report.id === id && report.type === 'finished'),
      false,
    )
  })

  it('keeps what waits over a reload and shows it once', async () => {
    const { page } = await open()
    const ids = [alert('1', 60_000), alert('2'), alert('3'), alert('4')] as const
    await stage.reported(ids[3], 'received')
    await stage.reported(ids[0], 'shown')
    await page.reload()
    await stage.reported(ids[3], 'finished')
    assert.deepEqual(shown(), [...ids])
  })

  itInLongRun('shows in a new window what waited in one that was closed, once and in order', async () => {
    const { page } = await open()
    const ids = [alert('1', 60_000), alert('2'), alert('3'), alert('4')] as const
    await stage.reported(ids[3], 'received')
    await stage.reported(ids[0], 'shown')
    await page.close()
    // Another window remembers nothing of the first.
    const elsewhere = await browser.newContext()
    const { page: anew } = await openOverlay(elsewhere, stage.link)
    await stage.reported(ids[3], 'finished')
    await anew.reload()
    const last = alert('5')
    await stage.reported(last, 'finished')
    assert.deepEqual(shown(), [...ids, last])
    await elsewhere.close()
  })

  itInLongRun('moves on in a page that nobody sees: no frames, slow timers, no end of any animation', async () => {
    const hidden = await browser.newContext()
    await hidden.addInitScript(pretendHidden)
    const { page } = await openOverlay(hidden, stage.link)
    const ids = [1, 2, 3, 4].map((name) => alert(String(name), 400))
    const effect = stage.effect('confetti', { seconds: 1 })
    for (const id of ids) await stage.reported(id, 'finished')
    await stage.reported(effect, 'finished')
    assert.equal(await page.locator('[data-kind="audio-alert"]:not(.leaving)').count(), 0)
    await hidden.close()
  })

  it('continues after the browser froze the whole page', async () => {
    const { page } = await open()
    const devtools = await context.newCDPSession(page)
    const ids = [alert('1', 400), alert('2', 400)] as const
    await stage.reported(ids[0], 'shown')
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const third = alert('3', 400)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await stage.reported(third, 'finished')
    assert.deepEqual(shown(), [...ids, third])
  })

  it('does not show what came too late, and says so', async () => {
    await open()
    const late = stage.fire('tts', { username: 'a', text: 'late' }, { expiresInMs: -1_000 })
    assert.deepEqual(await stage.reported(late, 'failed'), { type: 'failed', id: late, reason: 'expired' })
  })
})

/** As a source that is visible nowhere: the page is hidden, no frame is drawn, timers fire every ten minutes. */
function pretendHidden(): void {
  Object.defineProperty(document, 'hidden', { get: () => true })
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  window.requestAnimationFrame = () => 0
  const { setTimeout: real } = window
  window.setTimeout = ((run: () => void, ms = 0) => real(run, ms > 20 ? 600_000 : ms)) as typeof setTimeout
}
