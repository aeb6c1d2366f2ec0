import { launchLikeObs, openOverlay } from '../../test/browser/overlay-browser.ts'
import { createStageServer } from '../../test/browser/overlay-stage.ts'
import type { Page } from '../../test/tools/playwright.ts'
import { takePicture } from './picture.ts'

/**
 * Takes the pictures of event alerts in docs/overlay.md: every layout in every theme, on a dark, a bright and a busy
 * background. With names of themes behind it, only those.
 */
const asked = process.argv.slice(2)
const looks = (['clean', 'neon', 'pixel'] as const).filter((look) => asked.length === 0 || asked.includes(look))

const scenes = { dark: night(), bright: snow(), busy: game() }
const message = 'Here since the very first show.'
const shown = { durationMs: 60_000, enter: 'none', leave: 'none', message: '' }
const alerts: readonly (readonly [string, Record<string, unknown>])[] = [
  ['small', { text: 'Viewer7 just followed', username: 'Viewer7', emblem: 'heart', size: 'small' }],
  [
    'beside',
    { text: 'Marguerite resubscribed', username: 'Marguerite', figure: '14 months', message, emblem: 'crown' },
  ],
  ['beside, picture', { text: 'Jonas just subscribed', username: 'Jonas', message, image: { url: '/files/fox.svg' } }],
  [
    'above',
    { text: 'Priya is giving away subscriptions', username: 'Priya', figure: '× 20', image: { url: '/files/fox.svg' } },
  ],
  [
    'behind',
    {
      text: 'NightOwl cheered',
      username: 'NightOwl',
      figure: '1000 bits',
      message,
      image: { url: '/files/stage.svg' },
    },
  ],
  [
    'banner',
    { text: 'Northwind is raiding', username: 'Northwind', figure: '240 viewers', emblem: 'people', size: 'large' },
  ],
  ['full', { text: 'Ada gave 100 subscriptions', username: 'Ada', image: { url: '/files/stage.svg' } }],
]

const stage = await createStageServer()
const browser = await launchLikeObs()
try {
  stage.file('fox.svg', { type: 'image/svg+xml', body: fox() })
  stage.file('stage.svg', { type: 'image/svg+xml', body: theatre() })
  for (const look of looks) await takeSheet(look)
} finally {
  await browser.close()
  await stage.close()
}

async function takeSheet(look: (typeof looks)[number]): Promise<void> {
  stage.stage = { settings: { look } }
  const context = await browser.newContext({ viewport: { width: 960, height: 540 } })
  const { page } = await openOverlay(context, stage.link)
  const shots: string[] = []
  for (const [name, payload] of alerts) {
    const layout = name.split(',')[0]
    const id = stage.fire('event-alert', { ...shown, layout: layout === 'small' ? 'beside' : layout, ...payload })
    await stage.reported(id, 'shown')
    await page.waitForFunction(() => document.fonts.status === 'loaded' && document.getAnimations().length === 0)
    for (const scene of Object.keys(scenes) as (keyof typeof scenes)[]) {
      await behind(page, scene)
      const shot = await page.screenshot({ type: 'jpeg', quality: 92 })
      const source = `data:image/jpeg;base64,${shot.toString('base64')}`
      shots.push(`<figure><img src="${source}"><figcaption>${name}</figcaption></figure>`)
    }
    stage.send({ type: 'control', action: 'skip' })
    await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
  }
  await context.close()
  const sheet = await browser.newPage({ viewport: { width: 1300, height: 800 } })
  await sheet.setContent(`<!doctype html><style>body { margin: 0; display: grid; grid-template-columns: repeat(3, 1fr);
    gap: 8px; padding: 8px; background: #14171d; width: max-content } figure { margin: 0 }
    img { display: block; width: 420px } figcaption { color: #c9c5bd; font: 500 13px sans-serif; padding: 4px 2px }</style>
    ${shots.join('')}`)
  await takePicture(sheet, `alerts-${look}`, sheet.locator('body'))
  await sheet.close()
}

async function behind(page: Page, scene: keyof typeof scenes): Promise<void> {
  await page.evaluate((svg) => {
    document.documentElement.style.background = `url("data:image/svg+xml,${encodeURIComponent(svg)}") center / cover`
  }, scenes[scene])
}

function picture(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080" viewBox="0 0 1920 1080">${content}</svg>`
}

function night(): string {
  return picture(`<rect width="1920" height="1080" fill="#0d1626"/><rect y="520" width="1920" height="560" fill="#142134"/>
    <circle cx="1450" cy="250" r="95" fill="#d9d3bb"/><path d="M0 770Q300 530 620 710T1240 650T1920 710V1080H0Z" fill="#13251f"/>
    <path d="M0 890Q420 730 820 870T1600 830T1920 890V1080H0Z" fill="#0a1512"/>`)
}

function snow(): string {
  return picture(`<rect width="1920" height="1080" fill="#d8ebf7"/><path d="M0 600L380 240L640 520L980 160L1400 560L1700 320L1920 520V1080H0Z" fill="#eef5fa"/>
    <path d="M980 160L1120 300L1010 340L900 250Z" fill="#ffffff"/><path d="M0 820Q480 660 960 800T1920 780V1080H0Z" fill="#ffffff"/>`)
}

/** Many small shapes in strong colours, as in a fight. */
function game(): string {
  const colors = ['#e5533d', '#f4b942', '#4f9d69', '#3d7ea6', '#7b4b94', '#f2e8cf', '#22313f', '#c8553d']
  let shapes = ''
  for (let at = 0; at < 220; at++) {
    const x = (at * 367) % 1920
    const y = (at * 241) % 1080
    const size = 30 + ((at * 53) % 120)
    const color = colors[at % colors.length]
    shapes += at % 3 === 0 ? `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${color}"/>` : ''
    shapes +=
      at % 3 !== 0
        ? `<rect x="${x}" y="${y}" width="${size}" height="${size * 0.6}" fill="${color}" transform="rotate(${at * 29} ${x} ${y})"/>`
        : ''
  }
  return picture(`<rect width="1920" height="1080" fill="#5b7553"/>${shapes}`)
}

function fox(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320">
    <path d="M60 60l50 60h100l50-60 10 110c0 60-50 100-110 100S50 230 50 170z" fill="#e8793a"/>
    <path d="M60 60l50 60-55 30zM260 60l-50 60 55 30z" fill="#b9541f"/><path d="M55 170c30-20 75 0 105 60 30-60 75-80 105-60 0 60-45 100-105 100S55 230 55 170z" fill="#fdf3e4"/>
    <circle cx="118" cy="165" r="14" fill="#1d1a17"/><circle cx="202" cy="165" r="14" fill="#1d1a17"/><circle cx="122" cy="160" r="5" fill="#fff"/><circle cx="206" cy="160" r="5" fill="#fff"/>
    <path d="M145 222h30l-15 18z" fill="#1d1a17"/></svg>`
}

function theatre(): string {
  const folds = Array.from({ length: 24 }, (_one, at) => {
    const shade = at % 2 === 0 ? '#8e1f2c' : '#701622'
    return `<rect x="${at < 12 ? at * 40 : 1440 + (at - 12) * 40}" width="40" height="1080" fill="${shade}"/>`
  }).join('')
  return picture(`<rect width="1920" height="1080" fill="#160d12"/><ellipse cx="960" cy="820" rx="560" ry="130" fill="#e9b96a" opacity="0.55"/>
    <path d="M960 0L420 860H1500Z" fill="#f8dfae" opacity="0.28"/><rect y="860" width="1920" height="220" fill="#3a2118"/>
    <ellipse cx="960" cy="880" rx="470" ry="70" fill="#f4cf8c" opacity="0.5"/>${folds}
    <circle cx="960" cy="430" r="110" fill="#f2d3b3"/><path d="M820 860c0-180 60-300 140-300s140 120 140 300z" fill="#27445c"/>`)
}
