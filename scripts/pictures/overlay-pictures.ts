import { custom } from '../../src/capabilities/effects/contract/effects/custom.ts'
import type { OverlaySettings } from '../../src/registry/overlay-messages.ts'
import { launchLikeObs, openOverlay } from '../../test/browser/overlay-browser.ts'
import { createStageServer, tone } from '../../test/browser/overlay-stage.ts'
import type { Page } from '../../test/tools/playwright.ts'
import { type Footage, footageCss } from './footage.ts'
import { takePicture } from './picture.ts'

/** Takes the pictures of docs/overlay.md from the current page: every kind in every theme; with `effects`, only effects. */

const looks = ['clean', 'neon', 'pixel'] as const
const kinds = {
  speech: { kind: 'tts', seconds: 1.6 },
  alert: { kind: 'audio-alert', seconds: 0.6 },
  donation: { kind: 'donation', seconds: 0.6 },
  bright: { kind: 'donation', seconds: 0.6 },
  grand: { kind: 'donation', seconds: 0.6 },
} as const
const cards = {
  speech: {
    username: 'Marguerite',
    text: 'That boss fight was the best thing I have seen all week. Drink some water and go again.',
    audio: { url: '/files/voice.wav', durationMs: 4_000 },
  },
  alert: { alert: 1, username: 'alice', name: 'Air Horn', points: 1500, image: { url: '/files/horn.svg' } },
  donation: { displayname: 'Jonas', amount: 12.5, currency: 'EUR', message: 'For the new microphone. Keep going.' },
  bright: {
    ...{ displayname: 'Priya', amount: 40, currency: 'USD', message: 'Happy birthday to the cat.', style: 'bright' },
  },
  grand: {
    ...{ displayname: 'NightOwl', amount: 250, currency: 'USD', message: 'Thank you for three years of Fridays.' },
    style: 'grand',
  },
}
const song = { id: 1, title: 'Walking to the Desk', artist: 'Showcaller', source: 'demo', seconds: 120 }
/** Each effect, with its input and the second at which to take the picture. */
const effects: readonly (readonly [string, number, Record<string, unknown>])[] = [
  ['confetti', 1.4, { pieces: 300 }],
  ['fireworks', 2.6, { rockets: 16 }],
  ['hearts', 2.2, {}],
  ['snow', 4, {}],
  ['rain', 2, {}],
  ['emoji-rain', 2.4, {}],
  ['flash', 0.13, { flashes: 1 }],
  ['shake', 0.15, { strength: 1.5 }],
  ['spotlight', 1.5, { x: 0.62, y: 0.6 }],
  ['image', 1.2, { url: '/files/horn.svg', size: 0.5 }],
  ['text-burst', 1.2, { text: 'Good night' }],
  // As a new one of the panel is.
  ['custom', 1.4, { ...custom.sample }],
]

const stage = await createStageServer()
const browser = await launchLikeObs()
try {
  stage.file('voice.wav', tone(220, 4))
  stage.file('horn.svg', { type: 'image/svg+xml', body: horn() })
  const onlyEffects = process.argv.includes('effects')
  for (const look of looks) {
    if (!onlyEffects) await takeCards(look)
    if (!onlyEffects) await takeScenes(look)
    await takeEffects(look, 'dark')
  }
  await takeEffects('clean', 'light')
} finally {
  await browser.close()
  await stage.close()
}

async function takeCards(look: (typeof looks)[number]): Promise<void> {
  const page = await open({ look }, { width: 1280, height: 720 })
  await behind(page, 'dark')
  for (const name of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const id = stage.fire(kinds[name].kind, { ...cards[name] })
    await stage.reported(id, 'shown')
    await page.waitForTimeout(kinds[name].seconds * 1000)
    await around(page, `[data-id="${id}"]`, `overlay-${look}-${name}`)
    stage.send({ type: 'control', action: 'skip' })
    await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
  }
  await stage.play({ playing: true, song, positionMs: 48_000 })
  await page.waitForTimeout(600)
  await around(page, '[data-kind="song"]', `overlay-${look}-song`)
  await stage.play({ playing: false, song: null, positionMs: 0 })
  await page.close()
}

/** All sizes depend on the height of the page, so a small picture shows the same as a large one. */
async function takeScenes(look: (typeof looks)[number]): Promise<void> {
  const page = await open({ look }, { width: 960, height: 540 })
  await stage.play({ playing: true, song, positionMs: 48_000 })
  for (const [light, effect, seconds] of [
    ['dark', 'fireworks', 2.6],
    ['light', 'confetti', 1.4],
  ] as const) {
    await behind(page, light)
    const speech = stage.fire('tts', { ...cards.speech })
    await stage.reported(speech, 'shown')
    const id = stage.effect(effect, { seconds: 8, rockets: 14, pieces: 300 })
    await stage.reported(id, 'shown')
    await page.waitForTimeout(seconds * 1000)
    await takePicture(page, `overlay-${look}-scene-${light}`)
    stage.send({ type: 'control', action: 'clear' })
    await page.locator('[data-kind="tts"]').waitFor({ state: 'detached' })
  }
  await stage.play({ playing: false, song: null, positionMs: 0 })
  await page.close()
}

/** All effects on one sheet. */
async function takeEffects(look: (typeof looks)[number], light: Footage): Promise<void> {
  const page = await open({ look }, { width: 640, height: 360 })
  await behind(page, light)
  const shots: string[] = []
  for (const [type, seconds, settings] of effects) {
    const card = stage.fire('audio-alert', { alert: 1, username: 'alice', name: 'Air Horn', durationMs: 30_000 })
    await stage.reported(card, 'shown')
    await page.waitForFunction(() => document.getAnimations().length === 0)
    const id = stage.effect(type, { seconds: 8, ...settings })
    await stage.reported(id, 'shown')
    await page.waitForTimeout(seconds * 1000)
    const shot = await page.screenshot()
    shots.push(
      `<figure><img src="data:image/png;base64,${shot.toString('base64')}"><figcaption>${type}</figcaption></figure>`,
    )
    stage.send({ type: 'control', action: 'clear' })
    await page.waitForFunction(() => document.querySelectorAll('[data-kind], .field').length === 0)
  }
  await page.close()
  const sheet = await browser.newPage({ viewport: { width: 1300, height: 800 } })
  await sheet.setContent(`<!doctype html><style>body { margin: 0; display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px;
    padding: 8px; background: #14171d; width: max-content } figure { margin: 0 } img { display: block; width: 312px }
    figcaption { color: #c9c5bd; font: 500 13px sans-serif; padding: 6px 2px 4px }</style>${shots.join('')}`)
  await takePicture(
    sheet,
    light === 'dark' ? `overlay-${look}-effects` : `overlay-${look}-effects-bright`,
    sheet.locator('body'),
  )
  await sheet.close()
}

async function open(settings: OverlaySettings, viewport: { width: number; height: number }): Promise<Page> {
  stage.stage = { settings }
  const context = await browser.newContext({ viewport })
  const { page } = await openOverlay(context, stage.link)
  return page
}

/** A background in place of the game. */
async function behind(page: Page, light: Footage): Promise<void> {
  await page.evaluate((css) => {
    document.documentElement.style.background = css
  }, footageCss(light))
}

async function around(page: Page, selector: string, name: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not on the page`)
  const margin = 24
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin]
  await takePicture(page, name, { x: box.x - margin, y: box.y - margin, width, height })
}

function horn(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">
    <circle cx="80" cy="80" r="80" fill="#f2b24c"/><path d="M38 70h26l42-28v76L64 90H38z" fill="#14171d"/>
    <path d="M116 58q14 22 0 44M128 46q24 34 0 68" fill="none" stroke="#14171d" stroke-width="8" stroke-linecap="round"/></svg>`
}
