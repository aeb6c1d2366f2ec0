import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser } from '../tools/playwright.ts'
import { launchLikeObs, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

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
    browser = await launchLikeObs()
    window = await openOverlay(await browser.newContext({ viewport: { width: 1280, height: 720 } }), stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  for (const [name, text] of Object.entries(hostile)) {
    it(`are text, and stay within their card and the picture: ${name}`, async () => {
      const shortName = text.slice(0, 100)
      const cues = [
        ['tts', { username: shortName, text }],
        ['audio-alert', { alert: 1, username: shortName, name: shortName, points: 5 }],
        ['donation', { displayname: shortName, amount: 5, currency: shortName.slice(0, 16), message: text }],
      ] as const
      for (const look of ['clean', 'neon', 'pixel'] as const) {
        stage.tell({ type: 'settings', settings: { look } })
        for (const [kind, payload] of cues) {
          // Up to a second an item makes room for the next at once.
          const id = stage.fire(kind, { ...payload, durationMs: 1_000 })
          await stage.reported(id, 'shown')
          const found = await window.page.evaluate(measure, id)
          const message = kind === 'audio-alert' ? shortName : text
          assert.deepEqual([found.username, found.message], [shortName, message])
          assert.equal(found.strangers, 0, 'only our own elements')
          assert.ok(found.isInside, `${kind} in ${look} stays in the picture: ${JSON.stringify(found.box)}`)
          assert.ok(found.box.height < 720 * 0.6, `${kind} in ${look} is ${found.box.height} high`)
          stage.tell({ type: 'control', action: 'skip' })
          await stage.reported(id, 'finished')
        }
      }
      const effects = ['text-burst', 'emoji-rain'].map((type) =>
        stage.effect(type, { seconds: 0.5 }, { text, message: text, emoji: text }),
      )
      for (const id of effects) await stage.reported(id, 'finished')
      assert.equal(await window.page.title(), 'Showcaller overlay')
    })
  }

  it('keep their direction to themselves: a turned name leaves the rest of the card as it is', async () => {
    const id = stage.fire('donation', {
      ...{ displayname: '\u202Eevil', amount: 12.5, currency: 'EUR', message: 'plain words', durationMs: 30_000 },
    })
    await stage.reported(id, 'shown')
    const card = window.page.locator(`[data-id="${id}"]`)
    const name = await card.locator('.username').boundingBox()
    const amount = await card.locator('.amount').boundingBox()
    assert.ok(name !== null && amount !== null && name.x + name.width <= amount.x + 20)
    assert.equal(await card.locator('.amount').textContent(), '€12.50')
  })
})

function measure(id: string) {
  const card = document.querySelector(`[data-id="${id}"]`)
  if (card === null) throw new Error('it is not there')
  const box = card.getBoundingClientRect()
  const own = ['head', 'light', 'username', 'price', 'amount', 'body', 'message', 'word', 'said', 'progress']
  const strangers = [...card.querySelectorAll('*')].filter((one) => !own.includes(one.classList[0] ?? '')).length
  return {
    username: card.querySelector('.username')?.textContent,
    message: card.querySelector('.message')?.textContent,
    strangers,
    isInside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    box: { width: box.width, height: box.height },
  }
}
