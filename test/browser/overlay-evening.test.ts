import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { footageCss } from '../../scripts/pictures/footage.ts'
import { takePicture } from '../../scripts/pictures/picture.ts'
import { type WidgetType, widgetTypes } from '../../src/capabilities/widgets/contract/widgets.ts'
import { recipes } from '../../src/registry/recipes.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { readQrCode } from '../tools/qr-reader.ts'
import { sendFile } from '../uploads/upload-client.ts'
import { cutOff } from './cut-off.ts'
import { eveningWidgets, placeOf, qrContent } from './evening-widgets.ts'
import { controlLongTimers, type LongTimers } from './long-timers.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { readPng } from './overlay-pixels.ts'

runsOn('sqlite', { because: 'it is about what a page shows; the sources behind it are tested on both engines' })
needs('chromium-127')
hasLongVersion('all themes, instead of the first')

const kofiToken = '1dd7f7cf-2aaf-4c58-8d8c-4e15c81e71a1'
const platform = 'PlatformA'

/** One server, one evening, and one page for each theme, the later ones opened when the evening is over. */
describe('every widget on one page, in an evening', () => {
  let app: TestApp
  let owner: PanelClient
  let browser: Browser
  let context: BrowserContext
  let window: OverlayWindow
  const ids = new Map<string, number>()
  const happened = { winner: '' }

  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    browser = await openLikeObs()
    context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    await context.addInitScript(controlLongTimers)
    await prepare()
    for (const [type, placed] of eveningWidgets) {
      const settings = { ...placed.settings, ...(type === 'image' ? { image: await uploadLogo() } : {}) }
      const { widget } = (await owner.call('create-widget', { type, name: type, settings, place: placeOf(placed) }))
        .body
      ids.set(type, widget.id)
    }
    window = await open('clean')
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  const act = (action: string, body: object) => sandboxCall(app, action, { platform, ...body })
  const say = async (username: string, text: string, more: object = {}) =>
    (await act('chat', { username, text, ...more })).body.id as string
  const on = (type: string, { page } = window) => page.locator(`[data-id="widget_${ids.get(type)}"]`)

  async function prepare() {
    // A new channel is live already, with demo content that does not count.
    for (const live of [false, true]) await act('set-live', { live })
    await app.call('define-value', { name: 'deaths', type: 'number' })
    await app.call('set-value', { name: 'subathon', value: 3600, action: 'start' })
    const recipe = recipes.find(({ name }) => name === 'subathon-subscription')
    await app.call('save-automation', recipe?.automation)
    const cues = [
      { number: '1', name: 'Opening', steps: [] },
      { number: '2', name: 'Interview with Erin', start: { after: 900 }, steps: [] },
    ]
    await app.call('save-show', { name: 'Friday show', cues })
  }

  async function uploadLogo(): Promise<string> {
    const page = await context.newPage()
    await page.setContent(
      `<style>body { margin: 0; width: 654px; height: 276px; display: grid; place-items: center; color: #f6f4f0; font: 600 110px Inter, sans-serif;
        -webkit-text-stroke: 12px #0d1016; paint-order: stroke fill }</style><p>Our show</p>`,
    )
    const bytes = await page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: 654, height: 276 } })
    await page.close()
    const file = { kind: 'image', name: 'logo.png', type: 'image/png', bytes: Buffer.from(bytes) }
    return (await sendFile(app, owner, file)).body.upload.ref
  }

  async function open(look: string): Promise<OverlayWindow> {
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'overlay', { look }))
    const opened = await openOverlay(context, `${await app.ctx.overlays.link(app.channel)}&only=widget&silent`)
    await opened.page
      .locator('.widget')
      .nth(widgetTypes.length - 1)
      .waitFor({ state: 'attached' })
    return opened
  }

  async function donate(from_name: string, amount: string) {
    const { webhook_url } = (await owner.call('prepare-donation-source', { provider: 'kofi' })).body.source
    await owner.call('save-donation-source', { provider: 'kofi', secret: kofiToken })
    // As Ko-fi's documentation has it; test/donation-sources says more about it.
    const data = {
      ...{ verification_token: kofiToken, message_id: '3a1fac0c-f960-4506-a60e-824979a74e74', type: 'Donation' },
      ...{ timestamp: '2026-11-01T12:00:00Z', is_public: true, from_name, amount, currency: 'USD', message: 'Go on' },
      ...{ kofi_transaction_id: 'kofi-1', is_subscription_payment: false },
    }
    const response = await fetch(webhook_url, {
      method: 'POST',
      body: new URLSearchParams({ data: JSON.stringify(data) }),
    })
    assert.equal(response.status, 200)
  }

  it('a follow moves the goal and the label', async () => {
    await on('goal').getByText('6 / 10', { exact: true }).waitFor()
    await act('follow', { username: 'dave' })
    await on('goal').getByText('7 / 10', { exact: true }).waitFor()
    await act('follow', { username: 'erin' })
    await on('goal').getByText('8 / 10', { exact: true }).waitFor()
    await on('label').getByText('Erin').waitFor()
  })

  it('a subscription adds time to the clock', async () => {
    const figure = on('countdown').locator('.amount')
    await figure.filter({ hasText: /^(59|60):\d\d$|^1:00:00$/ }).waitFor()
    await act('subscribe', { username: 'judy', tier: 1, months: 3 })
    await figure.filter({ hasText: /^1:0[1-4]:\d\d$/ }).waitFor()
  })

  it('a deleted line of the chat disappears within a second: no timer of the page or the server that is longer is needed', async () => {
    await say('alice', 'good evening from Lisbon', { roles: ['moderator'] })
    await say('bob', 'love the new set sandboxHi', { platform: 'PlatformB' })
    await say('carol', 'that jump at the end sandboxHi clip it please')
    const id = await say('mallory', 'cheap followers at example.com')
    const line = on('chat').locator('.chat-line', { hasText: 'cheap followers' })
    await line.waitFor()
    const ofServer = controlLongTimers()
    const tellPage = (what: 'hold' | 'release') =>
      window.page.evaluate((name) => (globalThis as unknown as { longTimers: LongTimers }).longTimers[name](), what)
    ofServer.hold()
    await tellPage('hold')
    try {
      await act('delete-message', { id })
      await line.waitFor({ state: 'detached' })
    } finally {
      await tellPage('release')
      ofServer.remove()
    }
    assert.equal(await on('chat').locator('.chat-line').count(), 3)
  })

  it('the rest of the evening happens', async () => {
    await act('gift', { username: 'bob', count: 3, platform: 'PlatformB' })
    await act('bits', { username: 'carol', amount: 250, platform: 'PlatformB' })
    await act('raid', { username: 'ivan', viewers: 42 })
    await donate('Grace', '25.00')
    await app.call('add-to-value', { name: 'deaths', amount: 12 })
    const people = ['alice', 'bob', 'carol', 'dave', 'erin']
    for (const [at, username] of people.entries()) {
      await app.call('add-points', { username, platform, amount: 9_000 - at * 1_700 })
    }
    const poll = { kind: 'poll', title: 'Which game next?', options: ['Chess', 'Minecraft', 'Trains'] }
    await app.call('open-round', { ...poll, seconds: 900 })
    await say('alice', '!vote Chess')
    await say('bob', '!vote Chess')
    await say('carol', '!vote Trains')
    const bet = { kind: 'prediction', title: 'Do we win this round?', options: ['Yes', 'No'] }
    const { id: prediction } = (await app.call('open-round', bet)).body
    for (const [username, option, points] of [
      ['alice', 'Yes', 700],
      ['dave', 'No', 300],
    ] as const) {
      await app.call('enter-round', { id: prediction, username, platform, option, points })
    }
    await app.call('draw-round', { id: prediction, option: 'Yes' })
    const { id: giveaway } = (await app.call('open-round', { kind: 'giveaway', title: 'A game key' })).body
    for (const username of people) await app.call('enter-round', { id: giveaway, username, platform })
    const { winners } = (await app.call('draw-round', { id: giveaway })).body
    happened.winner = winners[0].displayname
    await app.call('start-song', {})
    await app.call('request-song', { song: 'Walking to the Desk', username: 'alice', platform })
    // Paused, so that the request still waits when the last page is opened.
    await app.call('stop-song', {})
    await app.call('go-cue', {})
  })

  for (const look of isLongRun ? (['clean', 'neon', 'pixel'] as const) : (['clean'] as const)) {
    it(`every widget shows what happened, and nothing is cut off: ${look}`, async () => {
      if (look !== 'clean') {
        // Opened before the other one is closed, as when somebody reloads a scene.
        const { page: before } = window
        window = await open(look)
        await before.close()
      }
      await say('alice', `good evening, ${look}`)
      await showTheEvening(look)
      const { page } = window
      await page.waitForFunction(() => document.fonts.status === 'loaded')
      // Movements are over by then.
      await eventually('nothing is cut off', async () => (await cutOff(page)).length === 0)
      assert.equal(readQrCode(readPng(await page.screenshot())), qrContent)
      await takePictures(look)
      assert.deepEqual(window.faults, [])
    })
  }

  async function showTheEvening(look: string) {
    const shown: Readonly<Partial<Record<WidgetType, () => Promise<void>>>> = {
      chat: () => sees('chat', `good evening, ${look}`),
      events: () => sees('events', 'Grace', '$25.00', 'Ivan', '42 viewers', '250 bits'),
      label: () => sees('label', 'Erin'),
      leaderboard: () => sees('leaderboard', 'Alice', 'Bob'),
      viewers: () => on('viewers').locator('.amount').filter({ hasText: /^\d/ }).waitFor(),
      // One flies for seconds only, so it is looked for from before it is sent, and sent again where a page missed it.
      emotes: () =>
        eventually('an emote flies', async () => {
          const flying = on('emotes').locator('.flying-emote').first().waitFor({ state: 'attached', timeout: 5_000 })
          const [seen] = await Promise.allSettled([flying, say('carol', `sandboxHi sandboxHi ${look}`)])
          return seen.status === 'fulfilled'
        }),
      goal: () => sees('goal', 'Follower goal', '8 / 10'),
      counter: () => sees('counter', '12'),
      countdown: () =>
        on('countdown')
          .locator('.amount')
          .filter({ hasText: /^1:\d\d:\d\d$/ })
          .waitFor(),
      clock: () =>
        on('clock')
          .locator('.amount')
          .filter({ hasText: /^\d+:\d\d/ })
          .waitFor(),
      song: () => on('song').locator('.message').filter({ hasText: /\w/ }).waitFor(),
      'song-queue': () => sees('song-queue', 'Walking to the Desk', 'Alice'),
      poll: () => sees('poll', 'Which game next?', '2 · 67%', '1 · 33%'),
      prediction: () => on('prediction').locator('[data-state="won"]', { hasText: '700 · 70%' }).waitFor(),
      giveaway: () => on('giveaway').locator('.won', { hasText: happened.winner }).waitFor(),
      cue: () => sees('cue', 'Interview with Erin', /1[0-5]:\d\d/),
      credits: async () => {
        for (const name of ['Judy', 'Grace', 'Ivan', 'Dave']) await inRoll(name)
      },
      text: () => sees('text', 'Friday show'),
      image: async () => {
        const picture = on('image').locator('img')
        await eventually('the picture', () => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth === 654))
      },
      qr: () => on('qr').locator('.qr-code').waitFor(),
      custom: async () => {
        const frameOf = () => window.page.frames().find((frame) => frame.url().includes('effect-frame'))
        await eventually('the frame of the custom widget', () => frameOf() !== undefined)
        await frameOf()?.getByText('Thank you, Erin').waitFor()
      },
    }
    /** Of a widget about which nothing is known above: that it has drawn something. */
    const isDrawn = (type: WidgetType) => on(type).locator('*').first().waitFor({ state: 'attached' })
    // All at once, and every one that fails is named.
    const outcomes = await Promise.allSettled(widgetTypes.map((type) => shown[type]?.() ?? isDrawn(type)))
    const failed = outcomes.flatMap((one, at) => (one.status === 'rejected' ? [[widgetTypes[at], one.reason]] : []))
    assert.deepEqual(failed, [])
  }

  async function sees(type: string, ...texts: readonly (string | RegExp)[]) {
    for (const text of texts) await on(type).getByText(text).first().waitFor()
  }

  /** A roll is far outside its box most of the time. */
  async function inRoll(name: string) {
    await on('credits').locator('.username', { hasText: name }).first().waitFor({ state: 'attached' })
  }

  async function takePictures(look: string) {
    const folder = process.env.WIDGET_PICTURES
    if (folder === undefined) return
    for (const light of ['dark', 'light'] as const) {
      await window.page.evaluate((css) => {
        document.documentElement.style.background = css
      }, footageCss(light))
      await say('bob', `that was close, ${light === 'dark' ? 'again' : 'once more'} sandboxHi`, {
        platform: 'PlatformB',
      })
      await say('erin', `clip it please sandboxHi sandboxHi`)
      // The credits are in the middle of their roll, and emotes on their way.
      await window.page.waitForTimeout(6_000)
      await takePicture(window.page, `widgets-${look}-${light}`, undefined, { into: folder, scale: 2 / 3 })
    }
  }
})
