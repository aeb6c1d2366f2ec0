import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { WidgetDefinition } from '../../src/capabilities/widgets/contract/define-widget.ts'
import { widgetDefinitions } from '../../src/capabilities/widgets/contract/widgets.ts'
import type { StageWidget } from '../../src/registry/overlay-messages.ts'
import { hasLongVersion, needs } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { readQrCode } from '../tools/qr-reader.ts'
import { cutOff } from './cut-off.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { readPng } from './overlay-pixels.ts'
import { createStageServer, type StageServer } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('what they do at rest, and QR codes in every theme')

const definitions = widgetDefinitions as readonly unknown[] as readonly WidgetDefinition[]
const place = { x: 50, y: 50, width: 40, height: 40, rotation: 0, layer: 0 }
const line = (id: string, name: string, text: string) => ({
  ...{ id, platform: 'twitch', parts: [{ text }], at: 0 },
  user: { id: name, name, color: null, badges: [] },
})

describe('widgets on the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  let window: OverlayWindow
  before(async () => {
    stage = await createStageServer()
    browser = await openLikeObs()
    context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    window = await openOverlay(context, stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  // The gateway of these tests has no widgets of its own; the page gets exactly what a server sends.
  const send = (message: Parameters<StageServer['send']>[0]) => stage.send(message)
  const show = (...widgets: readonly StageWidget[]) => send({ type: 'widgets', widgets })
  const widget = (id: number, type: string, settings: object, source?: string): StageWidget => ({
    ...{ id, type, settings: { ...settings }, place },
    sources: source === undefined ? [] : [{ source, key: `${source}{${id}}` }],
  })
  let seq = 0
  const feed = (id: number, source: string, data: object) =>
    send({ type: 'source', key: `${source}{${id}}`, seq: ++seq, data })
  const patch = (id: number, source: string, change: object) =>
    send({ type: 'source-patch', key: `${source}{${id}}`, seq: ++seq, patch: change })
  const found = (id: number) => window.page.locator(`[data-id="widget_${id}"]`)

  it('draw their samples in three themes, each within its box', async () => {
    const columns = 5
    const all = definitions.map(({ type, sample, sources: _sources }, index): StageWidget => {
      const [column, row] = [index % columns, Math.floor(index / columns)]
      const names = Object.keys(sample.data)
      return {
        ...{ id: index + 1, type, settings: sample.settings },
        place: { ...place, x: 10 + column * 20, y: 10 + row * 20, width: 18, height: 17 },
        sources: names.map((source) => ({ source, key: `${source}{${index + 1}}` })),
      }
    })
    for (const theme of ['clean', 'neon', 'pixel'] as const) {
      show(...all.map((one) => ({ ...one, settings: { ...one.settings, theme } })))
      for (const [index, { sample }] of definitions.entries()) {
        for (const [source, data] of Object.entries(sample.data)) feed(index + 1, source, data)
      }
      await found(all.length).waitFor()
      await found(7).locator('.goal-fill').waitFor({ state: 'attached' })
      await window.page.waitForFunction(() => document.fonts.status === 'loaded')
      // A theme's font changes the size of texts when it has come.
      await nothingIsCutOff(theme)
      await shoot(`all-${theme}`)
    }
    assert.equal(await window.page.locator('.widget').count(), definitions.length)
  })

  it('of every sort, a hundred on one page, are all drawn and hold up no alert', async () => {
    const columns = 10
    const chosen = Array.from({ length: 100 }, (_, index) => definitions[index % definitions.length] ?? assert.fail())
    show(
      ...chosen.map(({ type, sample }, index): StageWidget => {
        const [column, row] = [index % columns, Math.floor(index / columns)]
        return {
          ...{ id: 200 + index, type, settings: sample.settings },
          place: { ...place, x: 5 + column * 10, y: 5 + row * 10, width: 9, height: 9 },
          sources: Object.keys(sample.data).map((source) => ({ source, key: `${source}{${200 + index}}` })),
        }
      }),
    )
    const feedAll = () => {
      for (const [index, { sample }] of chosen.entries()) {
        for (const [source, data] of Object.entries(sample.data)) feed(200 + index, source, data)
      }
    }
    feedAll()
    await eventually('a hundred widgets', async () => (await window.page.locator('.widget').count()) === 100)
    // Data keeps coming while an alert is due.
    for (let round = 0; round < 5; round++) feedAll()
    const id = stage.effect('confetti', {})
    await stage.reported(id, 'shown')
    await stage.reported(id, 'finished')
    assert.equal(await window.page.locator('.widget').count(), 100)
    const removed = stage.reports.filter((report) => report.type === 'warning' && /^widget_2\d\d$/.test(report.id))
    assert.deepEqual(removed, [])
    show()
    await eventually('an empty page', async () => (await window.page.locator('.widget').count()) === 0)
  })

  it('of a chat draw a zero-width emote over the one before it', async () => {
    show(widget(101, 'chat', { lines: 10 }, 'chat'))
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32"/></svg>'
    stage.file('emote.svg', { type: 'image/svg+xml', body })
    const emote = (name: string, over = false) => ({ text: name, url: '/files/emote.svg', ...(over && { over }) })
    const parts = [
      { text: 'look ' },
      emote('cat'),
      emote('rain', true),
      emote('snow', true),
      { text: ' and ' },
      emote('dog'),
    ]
    feed(101, 'chat', { lines: [{ ...line('1', 'Alice', ''), parts }] })
    const pile = found(101).locator('.chat-pile')
    await pile.waitFor()
    const middles = await pile.evaluate((one) =>
      [...one.children].map((child) => {
        const { left, width } = child.getBoundingClientRect()
        return Math.round(left + width / 2)
      }),
    )
    assert.deepEqual([await pile.count(), middles.length, new Set(middles).size], [1, 3, 1])
    show()
  })

  it('of a chat show what is written and forget what is deleted, whatever names and floods come', async () => {
    show(widget(101, 'chat', { lines: 10 }, 'chat'))
    feed(101, 'chat', { lines: [line('1', 'Alice', 'hello'), line('2', 'Mallory', 'something bad')] })
    const rows = found(101).locator('.chat-line')
    await rows.nth(1).waitFor()
    patch(101, 'chat', { delete: ['2'] })
    await rows.filter({ hasText: 'something bad' }).waitFor({ state: 'detached' })
    patch(101, 'chat', { add: [line('3', 'Alice', 'again')], clear_users: ['Alice'] })
    await rows.filter({ hasText: 'hello' }).waitFor({ state: 'detached' })
    patch(101, 'chat', { add: [line('4', 'W'.repeat(500), 'x'.repeat(500)), line('5', '\u202eسارة', '<b>مرحبا</b>')] })
    await rows.filter({ hasText: '<b>مرحبا</b>' }).waitFor()
    for (let at = 0; at < 1000; at++) patch(101, 'chat', { add: [line(`flood-${at}`, `viewer ${at}`, 'fast')] })
    await rows.filter({ hasText: 'viewer 999' }).waitFor()
    assert.equal(await rows.count(), 10, 'the rest is gone')
    const isWide = await found(101).evaluate((one) => one.scrollWidth > one.clientWidth + 1)
    assert.equal(isWide, false)
    await shoot('chat')
  })

  it('of a chat move a line that comes alone, and none while lines follow each other fast', async () => {
    show(widget(112, 'chat', {}, 'chat'))
    feed(112, 'chat', { lines: [line('1', 'Alice', 'hello')] })
    const rows = found(112).locator('.chat-line')
    await rows.first().waitFor()
    // However long the machine takes, the page sees this time.
    const lookAt = (ms: number) =>
      window.page.evaluate((gone) => {
        const at = performance.now() + gone
        performance.now = () => at
      }, ms)
    const risen = await window.page.evaluateHandle(() => {
      const lines: string[] = []
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...how) {
        if (this.classList.contains('chat-line')) lines.push(this.textContent ?? '')
        return animate.apply(this, how)
      }
      return lines
    })
    try {
      await lookAt(10_000)
      for (const id of ['2', '3', '4']) {
        patch(112, 'chat', { add: [line(id, 'Bob', `line ${id}`)] })
        await rows.filter({ hasText: `line ${id}` }).waitFor()
      }
      await lookAt(10_000)
      patch(112, 'chat', { add: [line('5', 'Bob', 'line 5')] })
      await rows.filter({ hasText: 'line 5' }).waitFor()
      assert.deepEqual(await risen.jsonValue(), ['Bobline 2', 'Bobline 5'])
    } finally {
      await window.page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
    }
  })

  it('keep their boxes whatever names, directions and missing pictures come, and hold up no alert', async () => {
    const long = 'W'.repeat(500)
    const turned = '\u202eسارة '.repeat(60)
    const missing = '/files/there-is-no-such.png'
    // What the server sends, but for its limits: every text of every sample is hostile.
    const hostile = (value: unknown, key = '', at = 0): unknown => {
      if (Array.isArray(value)) return value.map((one, index) => hostile(one, key, at + index))
      if (typeof value === 'object' && value !== null) {
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(one, name, at)]))
      }
      if (key === 'url' || key === 'image') return missing
      const isShown = ['user', 'name', 'title', 'text', 'artist', 'requested_by', 'amount', 'word', 'names'].includes(
        key,
      )
      return isShown && (typeof value === 'string' || value === null) ? (at % 2 === 0 ? long : turned) + at : value
    }
    const all = definitions.filter(({ type }) => !['custom', 'image'].includes(type))
    show(
      ...all.map(({ type, sample, size }, index): StageWidget => {
        const [x, y] = [10 + (index % 5) * 20, 12.5 + Math.floor(index / 5) * 25]
        const [width, height] = [(size.width / 1920) * 100, (size.height / 1080) * 100]
        const scale = Math.min(19 / width, 24 / height, 1)
        return {
          ...{
            id: 200 + index,
            type,
            settings: 'label' in sample.settings ? { ...sample.settings, label: 'Label' } : sample.settings,
          },
          place: { ...place, x, y, width: width * scale, height: height * scale },
          sources: Object.keys(sample.data).map((source) => ({ source, key: `${source}{${200 + index}}` })),
        }
      }),
    )
    for (const [index, { sample }] of all.entries()) {
      for (const [source, data] of Object.entries(sample.data)) feed(200 + index, source, hostile(data) as object)
    }
    await found(200).locator('.chat-line', { hasText: 'سارة' }).first().waitFor()
    await found(200).locator('.missing').first().waitFor({ state: 'attached' })
    const alert = stage.fire('audio-alert', { alert: 1, username: 'alice', name: 'Air Horn', durationMs: 1 })
    // A patch follows a snapshot of the same source.
    feed(200, 'chat', { lines: [] })
    for (let at = 0; at < 1000; at++) {
      const name = at % 50 === 49 ? `${long}${at}` : `viewer ${at}`
      patch(200, 'chat', { add: [line(`many-${at}`, name, at % 50 === 49 ? turned : 'fast')] })
    }
    await stage.reported(alert, 'finished')
    await found(200).locator('.chat-line', { hasText: 'W999' }).waitFor()
    await nothingIsCutOff('hostile')
    assert.equal(await window.page.locator('.widget').count(), all.length, 'no widget failed')
    await shoot('hostile')
    // The browser writes down that the pictures do not exist.
    assert.deepEqual(
      window.faults.splice(0).filter((fault) => !fault.includes('404')),
      [],
    )
  })

  it('move on: a goal fills, a clock shows the time that it gained', async () => {
    const clock = { name: 'subathon', type: 'clock', running: false, direction: 'down', at: 0 }
    show(widget(102, 'goal', { target: 10, label: 'Follows' }, 'goal'), widget(103, 'countdown', {}, 'value'))
    feed(102, 'goal', { value: 4, unit: null })
    feed(103, 'value', { ...clock, value: 600 })
    await found(102).getByText('4 / 10').waitFor()
    await found(103).getByText('10:00').waitFor()
    feed(102, 'goal', { value: 5, unit: null })
    feed(103, 'value', { ...clock, value: 900 })
    await found(102).getByText('5 / 10').waitFor()
    await found(103).getByText('+5:00').waitFor()
    await found(103).getByText('15:00').waitFor()
  })

  it('of ads count down to the ad break with its length, then through it, and are hidden otherwise', async () => {
    show(widget(1, 'ads', { label: 'Ads in', text: 'Ads end in' }, 'ads'))
    const plate = found(1).locator('.plate')
    await plate.waitFor({ state: 'attached' })
    const isHidden = () => plate.evaluate((one) => one.classList.contains('is-hidden'))
    const at = 8_640_000_000_000_000
    feed(1, 'ads', { next: null })
    await eventually('it is hidden', isHidden)
    feed(1, 'ads', { next: { platform: 'twitch', is_running: false, seconds: 90, left: 45, at } })
    await found(1).getByText('Ads in').waitFor()
    await found(1).getByText('0:45').waitFor()
    await found(1).getByText('90 sec').waitFor()
    feed(1, 'ads', { next: { platform: 'twitch', is_running: true, seconds: 90, left: 72, at } })
    await found(1).getByText('Ads end in').waitFor()
    await found(1).getByText('1:12').waitFor()
    // It counts by itself, and goes when the time is over.
    feed(1, 'ads', { next: { platform: 'twitch', is_running: true, seconds: 90, left: 1, at: 0 } })
    await eventually('it is hidden again', isHidden)
  })

  it('of one sort have a theme, a font and colours each, or those of the page', async () => {
    const own = {
      theme: 'neon',
      font: 'press-start-2p',
      accent: '#0a0b0c',
      text_color: '#c80a0a',
      background: '#001122',
    }
    show(widget(110, 'goal', { target: 10 }, 'goal'), widget(111, 'goal', { target: 20, ...own }, 'goal'))
    for (const id of [110, 111]) feed(id, 'goal', { value: 5, unit: null })
    await found(111).getByText('5 / 20').waitFor()
    const looks = await Promise.all(
      [110, 111].map((id) =>
        found(id).evaluate((one) => {
          const { color, fontFamily } = getComputedStyle(one)
          const plate = one.querySelector('.plate')
          const background = plate === null ? '' : getComputedStyle(plate).backgroundColor
          return [one.dataset.look, color, fontFamily.split(',')[0], background]
        }),
      ),
    )
    assert.deepEqual(looks, [
      ['clean', 'rgb(246, 244, 240)', '"Showcaller Inter"', 'rgba(13, 16, 22, 0.92)'],
      ['neon', 'rgb(200, 10, 10)', '"Showcaller Press Start 2P"', 'rgb(0, 17, 34)'],
    ])
  })

  itInLongRun(
    'rest while nothing happens: only a second that is shown changes, and nothing is animated, not even by a song',
    async () => {
      const all = definitions.map(({ type, sample }, index): StageWidget => {
        const settings = { ...sample.settings, ...(type === 'clock' && { seconds: true }) }
        const sources = Object.keys(sample.data).map((source) => ({ source, key: `${source}{${300 + index}}` }))
        return { ...{ id: 300 + index, type, place }, settings: { ...settings, speed: 4 }, sources }
      })
      show(...all)
      for (const [index, { sample }] of definitions.entries()) {
        for (const [source, data] of Object.entries(sample.data)) {
          const playing = source === 'song' ? { playing: true, at: Date.now() } : {}
          feed(300 + index, source, { ...data, ...playing })
        }
      }
      const of = (type: string) => window.page.locator(`.widget[data-type="${type}"]`)
      await of('credits').locator('.credit-roll[hidden]').waitFor({ state: 'attached' })
      await of('song').getByText('In the Wings').waitFor()
      const { changed, animated } = await window.page.evaluate(async () => {
        const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
        const frame = () => new Promise(requestAnimationFrame)
        while (running().length > 0) await frame()
        const kinds: Set<string> = new Set()
        const moving: Set<string> = new Set()
        const typeOf = (node: Node | null) =>
          (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('.widget')?.dataset.type
        let ticks = 0
        const watch = (changes: readonly MutationRecord[]) => {
          for (const { target } of changes) kinds.add(typeOf(target) ?? target.nodeName)
          if (changes.some(({ target }) => typeOf(target) === 'clock')) ticks++
        }
        const observer = new MutationObserver(watch)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
        while (ticks < 2) {
          await frame()
          for (const { effect } of running()) {
            moving.add(String(typeOf(effect instanceof KeyframeEffect ? effect.target : null)))
          }
        }
        observer.disconnect()
        return { changed: [...kinds].sort(), animated: [...moving] }
      })
      assert.deepEqual(changed, ['clock', 'song'])
      assert.deepEqual(animated, [])
    },
  )

  it('follow the language of the channel while they are shown, with the data that they have', async () => {
    show(widget(106, 'label', { kind: 'follow' }, 'latest'))
    feed(106, 'latest', { latest: { follow: { user: 'Dora', amount: null, text: '', at: 1 } } })
    const reads = (title: string) =>
      eventually(title, async () => {
        const texts = await found(106).locator('.widget-label, .username').allTextContents()
        return texts.join() === `${title},Dora`
      })
    await reads('Latest follower')
    send({ type: 'texts', texts: { locale: 'tr', texts: { 'widgets.kinds.follow': 'Son takipçi' } } })
    await reads('Son takipçi')
    send({ type: 'texts' })
    await reads('Latest follower')
  })

  it('that fail are removed and reported by name, and the others stay', async () => {
    show(widget(104, 'goal', { target: 10 }, 'goal'), widget(105, 'leaderboard', {}, 'leaderboard'))
    feed(104, 'goal', { value: 3, unit: null })
    feed(105, 'leaderboard', { rows: 'no list' })
    await found(105).waitFor({ state: 'detached' })
    await found(104).getByText('3 / 10').waitFor()
    await stage.reported('widget_105', 'warning')
  })

  it('of a broadcaster run isolated and get live data; an error removes them', async () => {
    const js = "widget.on('latest', ({ latest }) => { document.body.textContent = latest.follow.user })"
    show(widget(106, 'custom', { js, sources: ['latest'] }, 'latest'))
    feed(106, 'latest', { latest: { follow: { user: 'Alice', amount: null, text: null, at: 0 } } })
    const frameOf = () => window.page.frames().find((frame) => frame.url().includes('effect-frame'))
    await eventually('the frame of the widget', () => frameOf() !== undefined)
    await frameOf()?.getByText('Alice').waitFor()
    // Its error is handled, so it is not in the console of the frame, which may be gone before that can be read.
    const broken = 'addEventListener("error", (event) => event.preventDefault()); throw new Error("broken")'
    show(widget(106, 'custom', { js: broken, sources: [] }))
    const report = await stage.reported('widget_106', 'warning')
    assert.match('reason' in report ? report.reason : '', /Error: broken/)
    assert.equal(await found(106).count(), 0)
  })

  itInLongRun('of a QR code are read from the picture of the stream, in every theme and at 720p', async () => {
    const content = 'https://example.com/support?from=stream'
    for (const [height, theme] of [
      [1080, 'clean'],
      [1080, 'neon'],
      [720, 'pixel'],
    ] as const) {
      await window.page.setViewportSize({ width: (height * 16) / 9, height })
      const box = { ...place, width: (280 / 1920) * 100, height: (320 / 1080) * 100 }
      show({ ...widget(107, 'qr', { content, label: 'Scan me', theme }), place: box })
      await found(107).locator(`xpath=self::*[@data-theme="${theme}"]`).locator('.qr-code').waitFor()
      assert.equal(readQrCode(readPng(await window.page.screenshot())), content, theme)
    }
    await window.page.setViewportSize({ width: 1920, height: 1080 })
  })

  /** Once movements are over. */
  async function nothingIsCutOff(what: string): Promise<void> {
    let found: readonly string[] = []
    const look = async () => {
      found = await cutOff(window.page)
      return found.length === 0
    }
    try {
      await eventually(what, look)
    } catch (error) {
      throw new Error(`${what}: ${found.join('; ')}`, { cause: error })
    }
  }

  /** For people who look at them: set a folder in WIDGET_PICTURES. */
  async function shoot(name: string): Promise<void> {
    const folder = process.env.WIDGET_PICTURES
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    for (const [scene, color] of [
      ['dark', '#20242c'],
      ['bright', '#dfe8ee'],
    ] as const) {
      await window.page.evaluate((to) => void document.documentElement.style.setProperty('background', to), color)
      writeFileSync(join(folder, `${name}-${scene}.png`), await window.page.screenshot())
    }
  }
})
