import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import {
  alertEmblems,
  alertEntrances,
  alertExits,
  alertLayouts,
} from '../../src/capabilities/alerts/contract/alert-cards.ts'
import { needs } from '../declare.ts'
import type { Browser } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

needs('chromium-127')

describe('event alerts on the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let window: OverlayWindow
  before(async () => {
    stage = await createStageServer()
    stage.file('picture.svg', {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900" fill="red"/></svg>',
    })
    stage.stage = { settings: {} }
    browser = await openLikeObs()
    window = await openOverlay(await browser.newContext({ viewport: { width: 1280, height: 720 } }), stage.link)
  })
  after(async () => {
    assert.deepEqual(window?.faults ?? [], [])
    await browser?.close()
    await stage?.close()
  })

  afterEach(() => stage.send({ type: 'control', action: 'clear' }))

  async function show(payload: Record<string, unknown>) {
    const still = { durationMs: 120_000, enter: 'none', leave: 'none', message: '' }
    const id = stage.fire('event-alert', { ...still, ...payload })
    await stage.reported(id, 'shown')
    return window.page.locator(`[data-id="${id}"]`)
  }
  async function skip(card: Awaited<ReturnType<typeof show>>): Promise<void> {
    stage.send({ type: 'control', action: 'skip' })
    await card.waitFor({ state: 'detached' })
  }

  it('say what happened with the name highlighted, and take nothing of it for markup', async () => {
    const name = '<b>Viewer7</b>'
    const card = await show({ text: `${name} is raiding`, username: name, figure: '42', message: '<i>hi</i>' })
    assert.equal(await card.locator('.headline').textContent(), '<b>Viewer7</b> is raiding')
    assert.equal(await card.locator('.headline .username').textContent(), name)
    assert.deepEqual(await card.locator('.figure, .message').allTextContents(), ['42', '<i>hi</i>'])
    assert.equal(await card.locator('b, .message i').count(), 0)
    await skip(card)
    const other = await show({ text: 'A raid', username: 'Viewer7' })
    assert.equal(await other.locator('.username').count(), 0, 'a name that is not in the text is not added')
    await skip(other)
  })

  it('count their number up and end with exactly what was sent, where they move at all', async () => {
    await window.page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      const note = () => {
        const text = document.querySelector('.figure')?.textContent
        if (text && text !== seen.at(-1)) seen.push(text)
      }
      new MutationObserver(note).observe(document.querySelector('#cards') as Element, {
        ...{ childList: true, subtree: true, characterData: true },
      })
    })
    const seen = () => window.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0))
    const card = await show({ text: 'A raid', username: '', figure: '1,234 viewers', enter: 'rise' })
    await window.page.waitForFunction(() => {
      const { seen } = globalThis as unknown as { seen: string[] }
      return seen.length > 3 && seen.at(-1) === '1,234 viewers'
    })
    const numbers = (await seen()).slice(1).map((text) => Number(text.replace(/\D/g, '')))
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    assert.ok((numbers[0] ?? 0) < 1_000, `began with ${numbers[0]}`)
    await skip(card)
    const still = await show({ text: 'A raid', username: '', figure: '1,234 viewers' })
    assert.deepEqual(await seen(), ['1,234 viewers'])
    await skip(still)
  })

  it('are what donations are drawn as, by their style and with the classes of their texts', async () => {
    const donation = { amount: 12.5, currency: 'EUR', displayname: 'Carol', message: 'Hello', durationMs: 120_000 }
    for (const [more, attributes] of [
      [{ style: 'plain' }, ['beside', 'small']],
      [{ style: 'grand', text: 'Carol donated' }, ['above', 'large']],
      [{ style: 'grand', layout: 'banner', size: 'small' }, ['banner', 'small']],
    ] as const) {
      const id = stage.fire('donation', { ...donation, ...more })
      const card = window.page.locator(`[data-kind="donation"][data-id="${id}"]`)
      await card.waitFor({ state: 'attached' })
      const texts = await card.locator('.username, .amount, .message').allTextContents()
      assert.deepEqual(texts, ['Carol', '€12.50', 'Hello'])
      assert.equal(await card.locator('.headline').textContent(), 'text' in more ? more.text : 'Carol')
      assert.deepEqual([await card.getAttribute('data-layout'), await card.getAttribute('data-size')], attributes)
      await skip(card)
    }
  })

  it('stay within the screen in every layout and theme, with a picture and without', async () => {
    const words = {
      text: 'Somebody_with_a_long_name is giving away subscriptions',
      username: 'Somebody_with_a_long_name',
    }
    for (const look of ['clean', 'neon', 'pixel'] as const) {
      stage.send({ type: 'settings', settings: { look } })
      await window.page.waitForFunction((wanted) => document.body.dataset.look === wanted, look)
      for (const layout of alertLayouts) {
        for (const image of [{}, { image: { url: '/files/picture.svg' } }]) {
          const card = await show({ ...words, figure: '× 100', message: 'Enjoy!', layout, size: 'large', ...image })
          await window.page.waitForFunction(() => document.fonts.status === 'loaded')
          const box = await card.boundingBox()
          const where = `${look}, ${layout}: ${JSON.stringify(box)}`
          assert.ok(box !== null && box.x >= -1 && box.y >= -1, where)
          assert.ok(box.x + box.width <= 1281 && box.y + box.height <= 721, where)
          const text = await card.locator('.headline').boundingBox()
          assert.ok(text !== null && text.x >= 0 && text.x + text.width <= 1280, `the text of ${where}`)
          await skip(card)
        }
      }
    }
    stage.send({ type: 'settings', settings: {} })
  })

  it('have a movement of their own for every entrance and exit, and a drawing for every icon', async () => {
    const read = (html: string, selector: string, property: string) =>
      window.page.evaluate(
        ([className = '', attribute = '', value = '', property = '']) => {
          const card = document.createElement('article')
          card.className = className
          card.setAttribute(attribute, value)
          document.getElementById('cards')?.append(card)
          const found = getComputedStyle(card).getPropertyValue(property)
          card.remove()
          return found
        },
        [html, ...selector.split('='), property],
      )
    const entrances = await Promise.all(
      alertEntrances.map((name) => read('card', `data-enter=${name}`, 'animation-name')),
    )
    assert.equal(entrances.at(-1), 'none')
    // A typewriter and a curtain move what is inside the card.
    assert.deepEqual(new Set(entrances), new Set([...entrances.slice(0, 6), 'enter-fade', 'none']))
    assert.ok(entrances.slice(0, 9).every((name) => name.startsWith('enter-')))
    const exits = await Promise.all(
      alertExits.slice(0, -1).map((name) => read('card leaving', `data-leave=${name}`, 'animation-name')),
    )
    assert.ok(exits.every((name) => name.startsWith('leave-')))
    assert.equal(new Set(exits).size, exits.length - 1, 'only the curtain fades like another')
    const drawings = await Promise.all(
      alertEmblems.slice(1).map((name) => read('emblem', `data-icon=${name}`, '--drawing')),
    )
    assert.ok(drawings.every((drawing) => drawing.includes('svg')))
    assert.equal(new Set(drawings).size, drawings.length)
  })

  it('stand where the broadcaster dragged them, turned and scaled', async () => {
    const place = { x: 30, y: 60, scale: 0.8, rotation: 20, layer: 3 }
    stage.send({
      type: 'settings',
      settings: { positions: { 'event-alert': 'free' }, places: { 'event-alert': place } },
    })
    const card = await show({ text: 'Viewer7 just followed', username: 'Viewer7' })
    const { x, y, turned, order } = await card.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const { transform, zIndex } = getComputedStyle(element)
      const { a, b } = new DOMMatrix(transform)
      const turned = [(Math.atan2(b, a) * 180) / Math.PI, Math.hypot(a, b)].map((value) => Math.round(value * 10) / 10)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, turned, order: zIndex }
    })
    assert.ok(Math.abs(x - 384) < 2 && Math.abs(y - 432) < 2, `${x} ${y}`)
    assert.deepEqual([turned, order], [[20, 0.8], '3'])
    await skip(card)
  })
})
