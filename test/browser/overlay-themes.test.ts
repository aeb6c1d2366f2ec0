import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { OverlaySettings } from '../../src/registry/overlay-messages.ts'
import { hasLongVersion, needs } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import type { Browser } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('the place of each kind')

describe('the theme of the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let window: OverlayWindow

  before(async () => {
    stage = await createStageServer()
    stage.file('own.css', { type: 'text/css', body: '[data-kind="tts"] .username { text-transform: uppercase }' })
    stage.stage = { settings: { look: 'neon' } }
    browser = await openLikeObs()
    window = await openOverlay(await browser.newContext({ viewport: { width: 1920, height: 1080 } }), stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => {
    stage.send({ type: 'control', action: 'clear' })
    assert.deepEqual(window.faults.splice(0), [])
  })

  const use = (settings: OverlaySettings) => stage.send({ type: 'settings', settings })
  async function show(payload: Record<string, unknown> = {}) {
    const id = stage.fire('tts', { username: 'Alice', text: 'Hello', durationMs: 120_000, ...payload })
    await stage.reported(id, 'shown')
    return window.page.locator(`[data-id="${id}"]`)
  }
  const styleOf = (selector: string, property: string) =>
    window.page.evaluate(
      ([selector = '', property = '']) => {
        const element = document.querySelector(selector)
        return element === null ? '' : getComputedStyle(element).getPropertyValue(property)
      },
      [selector, property],
    )

  it('comes with the welcome and changes when asked, each theme in its own shipped face', async () => {
    assert.equal(await window.page.getAttribute('body', 'data-look'), 'neon')
    for (const [look, face] of [
      ['neon', 'Showcaller Oswald'],
      ['pixel', 'Showcaller Press Start 2P'],
      ['clean', 'Showcaller Inter'],
    ] as const) {
      use({ look })
      await window.page.waitForFunction((wanted) => document.body.dataset.look === wanted, look)
      const card = await show()
      await window.page.waitForFunction((wanted) => getComputedStyle(document.body).fontFamily.includes(wanted), face)
      const isLoaded = await window.page.evaluate(async (wanted) => {
        await document.fonts.load(`16px "${wanted}"`)
        return document.fonts.check(`16px "${wanted}"`)
      }, face)
      assert.ok(isLoaded, `${face} is there`)
      stage.send({ type: 'control', action: 'skip' })
      await card.waitFor({ state: 'detached' })
    }
  })

  it('gets a face that was lost with the line once the line is back', async () => {
    const page = await window.page.context().newPage()
    let isCut = true
    await page.route('**/*.woff2', (route) => (isCut ? route.abort() : route.continue()))
    await page.goto(stage.link)
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'error'))
    isCut = false
    stage.disconnectPages()
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
    await page.close()
  })

  it('is readable at 720 lines on a phone: names of 32 px and messages of 28 px at 1080', async () => {
    for (const look of ['clean', 'neon', 'pixel'] as const) {
      use({ look })
      await window.page.waitForFunction(
        (wanted) =>
          document.body.dataset.look === wanted &&
          [...document.querySelectorAll('link')].every((link) => link.rel !== 'stylesheet' || link.sheet !== null),
        look,
      )
      const card = await show()
      await window.page.waitForFunction(() => parseFloat(getComputedStyle(document.documentElement).fontSize) > 15.9)
      assert.ok(Number.parseFloat(await styleOf('.username', 'font-size')) >= 32, look)
      assert.ok(Number.parseFloat(await styleOf('.message', 'font-size')) >= 28, look)
      stage.send({ type: 'control', action: 'skip' })
      await card.waitFor({ state: 'detached' })
    }
  })

  it('takes colours, a size, a face and a stylesheet of one’s own, through the published hooks', async () => {
    use({ colors: { accent: 'rgb(1, 200, 3)' }, scale: 0.5, font: 'oswald', customCssUrl: '/files/own.css' })
    await show()
    await window.page.waitForFunction(
      () => getComputedStyle(document.querySelector('.username') ?? document.body).textTransform === 'uppercase',
    )
    assert.equal(await styleOf('.username', 'color'), 'rgb(1, 200, 3)')
    assert.match(await styleOf('.username', 'font-family'), /Oswald/)
    assert.equal(Math.round(Number.parseFloat(await styleOf('.username', 'font-size'))), 16)
    assert.equal(await styleOf('body', 'background-color'), 'rgba(0, 0, 0, 0)')
  })

  const corners = {
    'top-left': [0.05, 0.05],
    top: [0.5, 0.05],
    'top-right': [0.95, 0.05],
    left: [0.05, 0.5],
    center: [0.5, 0.5],
    right: [0.95, 0.5],
    'bottom-left': [0.05, 0.95],
    bottom: [0.5, 0.95],
    'bottom-right': [0.95, 0.95],
  } as const
  itInLongRun('puts each kind where the broadcaster wants it, within safe margins', async () => {
    for (const position of Object.keys(corners) as (keyof typeof corners)[]) {
      use({ positions: { tts: position } })
      const card = await show()
      await window.page.waitForFunction(() => document.getAnimations().length === 0)
      const box = await card.boundingBox()
      assert.ok(box !== null)
      const [x, y] = corners[position]
      const [left, top] = [x * 1920 - box.width * edge(x), y * 1080 - box.height * edge(y)]
      assert.ok(Math.abs(box.x - left) < 2 && Math.abs(box.y - top) < 2, `${position}: ${JSON.stringify(box)}`)
      stage.send({ type: 'control', action: 'skip' })
      await card.waitFor({ state: 'detached' })
    }
  })

  it('is the default where the settings make no sense', async () => {
    use({
      look: 'gold',
      colors: { accent: 'red; } body { display: none', text: 5 },
      scale: 'huge',
      positions: { tts: 'behind' },
      volumes: { master: Number.NaN },
      donationVariants: [null, { minimum: 'x' }],
      locale: 'not a locale',
      customCssUrl: 'https://elsewhere.example/x.css',
    } as unknown as OverlaySettings)
    const card = await show()
    assert.equal(await card.getAttribute('data-position'), 'bottom-left')
    assert.equal(await window.page.getAttribute('body', 'data-look'), 'clean')
    assert.equal(await styleOf('.username', 'color'), 'rgb(242, 178, 76)')
    assert.equal(await window.page.locator('link[data-sheet="custom"]').count(), 0)
  })
})

function edge(share: number): number {
  if (share < 0.5) return 0
  return share > 0.5 ? 1 : 0.5
}
