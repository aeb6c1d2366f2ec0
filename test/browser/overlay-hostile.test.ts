import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { hasLongVersion, needs } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import type { Browser } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('names and messages in effects')

const hostile = {
  markup: '<img src=x onerror="document.title=1"><script>document.title=1</script><b>x</b>',
  'an element of ours': '</p></div><article data-kind="tts" class="card">',
  'a mark that turns the direction': '\u202Egnp.exe\u202C \u2067مرحبا',
  '500 emoji': '👩‍👩‍👧‍👦'.repeat(500),
  'one word of 500 letters': 'W'.repeat(500),
  'letters piled up': `Z${'\u0336\u0489\u20dd\u0300'.repeat(120)}`,
  'line after line': 'a\n'.repeat(200),
  'invisible signs': '\u200b\u200e\ufeff\u2060'.repeat(100),
  'CSS and templates': '}{ {{constructor.constructor("alert(1)")()}} */ --',
}

describe('names and messages on the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let window: OverlayWindow

  before(async () => {
    stage = await createStageServer()
    browser = await openLikeObs()
    window = await openOverlay(await browser.newContext({ viewport: { width: 1280, height: 720 } }), stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  for (const look of ['clean', 'neon', 'pixel'] as const) {
    it(`are text, and stay within their card and the picture, in the theme ${look}`, async () => {
      await window.page.evaluate(measureCards)
      stage.send({ type: 'settings', settings: { look } })
      await window.page.waitForFunction(
        (wanted) =>
          document.body.dataset.look === wanted &&
          [...document.querySelectorAll('link')].every((link) => link.rel !== 'stylesheet' || link.sheet !== null),
        look,
      )
      const fired = Object.entries(hostile).flatMap(([name, text]) => {
        const shortName = text.slice(0, 100)
        const quick = { durationMs: 20 }
        const speech = stage.fire('tts', { username: shortName, text, ...quick })
        const alert = { alert: 1, username: shortName, name: shortName, points: 5, ...quick }
        const gift = { displayname: shortName, amount: 5, currency: shortName.slice(0, 16), message: text, ...quick }
        return [
          { name, id: speech, username: shortName, message: text },
          { name, id: stage.fire('audio-alert', alert), username: shortName, message: shortName },
          { name, id: stage.fire('donation', gift), username: shortName, message: text },
        ]
      })
      for (const { id } of fired) await stage.reported(id, 'finished')
      const measured = await window.page.evaluate(() => (globalThis as unknown as { measured: Measured[] }).measured)
      for (const { name, id, username, message } of fired) {
        const found = measured.find((one) => one.id === id)
        const what = `${name}, ${id} in ${look}: ${JSON.stringify(found?.box)}`
        assert.deepEqual([found?.username, found?.message], [username, message], what)
        assert.equal(found?.foreignElements, 0, `only our own elements: ${what}`)
        assert.ok(found?.isInside, `stays in the picture: ${what}`)
        assert.ok(found.box.height < 720 * 0.6, `is not too high: ${what}`)
      }
    })
  }

  itInLongRun('are text in effects too', async () => {
    for (const text of Object.values(hostile)) {
      const ids = ['text-burst', 'emoji-rain'].map((type) =>
        stage.effect(type, { seconds: 0.5 }, { text, message: text, emoji: text }),
      )
      for (const id of ids) await stage.reported(id, 'finished')
    }
    assert.equal(await window.page.title(), 'Showcaller')
  })

  it('keep their direction to themselves: a turned name leaves the rest of the card as it is', async () => {
    const id = stage.fire('donation', {
      ...{ displayname: '\u202Eevil', amount: 12.5, currency: 'EUR', message: 'plain words', durationMs: 30_000 },
    })
    await stage.reported(id, 'shown')
    const card = window.page.locator(`[data-id="${id}"]`)
    const name = await card.locator('.username').boundingBox()
    const amount = await card.locator('.amount').boundingBox()
    assert.ok(name !== null && amount !== null && name.y < amount.y && Math.abs(name.x - amount.x) < 20)
    // It counts up to what it is.
    await card.locator('.amount', { hasText: /^€12\.50$/ }).waitFor()
  })
})

interface Measured {
  id: string | undefined
  username: string | null | undefined
  message: string | null | undefined
  foreignElements: number
  isInside: boolean
  box: { width: number; height: number }
}

/** Measures each card in the moment it is there, before it can be gone again. */
function measureCards(): void {
  const measured: Measured[] = []
  const isFirst = !('measured' in globalThis)
  Object.assign(globalThis, { measured })
  if (!isFirst) return
  const own = [
    'head',
    'light',
    'username',
    'price',
    'amount',
    'body',
    'message',
    'word',
    'said',
    'progress',
    'emblem',
    'figure',
  ]
  new MutationObserver((changes) => {
    for (const card of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(card instanceof HTMLElement)) continue
      // Where it will stand, without the way there.
      for (const animation of card.getAnimations()) animation.finish()
      const box = card.getBoundingClientRect()
      const { measured: list } = globalThis as unknown as { measured: Measured[] }
      list.push({
        id: card.dataset.id,
        username: card.querySelector('.username')?.textContent,
        message: card.querySelector('.message')?.textContent,
        foreignElements: [...card.querySelectorAll('*')].filter((one) => !own.includes(one.classList[0] ?? '')).length,
        isInside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
        box: { width: box.width, height: box.height },
      })
    }
  }).observe(document.getElementById('cards') ?? document.body, { childList: true })
}
