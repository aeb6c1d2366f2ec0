import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../../test/browser/chromium.ts'
import { signInBrowser } from '../../test/sign-in-link.ts'
import type { Page } from '../../test/tools/playwright.ts'
import { type Frame, joinFrames } from './animation.ts'
import { addContent } from './demo-content.ts'
import { createEvening } from './demo-evening.ts'
import { footageCss } from './footage.ts'
import { pictureFolder } from './picture.ts'

/** Takes the moving picture of the README: a key of a deck, what it does on stream, and the panel beside it. */

const size = { width: 1200, height: 675 }
const places = {
  stage: { left: 16, top: 16, width: 720, height: 405 },
  panel: { left: 16, top: 437, width: 720, height: 222 },
  deck: { left: 752, top: 16, width: 432, height: 643 },
}
type Place = keyof typeof places
const quality = 62
/** Between two moments nothing has to be seen for longer than this. */
const longestMs = 1_200

interface Moment {
  readonly at: number
  readonly pictures: Readonly<Record<Place, string>>
}

const evening = await createEvening()
const browser = await launchChromium()
try {
  const { deckKey } = await addContent(evening)
  const pages = await openPages(deckKey)
  const moments = await record(pages)
  const frames = await compose(moments)
  const file = join(pictureFolder, 'showcaller.webp')
  const animation = joinFrames(frames, size)
  writeFileSync(file, animation)
  process.stdout.write(`${frames.length} frames, ${Math.round(animation.length / 1024)} KiB\n`)
} finally {
  await browser.close()
  await evening.close()
}

async function openPages(deckKey: string): Promise<Record<Place, Page>> {
  const dark = { colorScheme: 'dark' } as const
  // The footage behind the overlay is not of its server.
  const stage = await browser.newPage({ ...dark, viewport: { width: 1280, height: 720 }, bypassCSP: true })
  await stage.goto(`${await evening.ctx.overlays.link(evening.channel)}&silent`)
  await stage.locator('body[data-connected=true]').waitFor()
  await stage.addStyleTag({ content: `html { background: ${footageCss('dark')} }` })
  const context = await browser.newContext({ ...dark, viewport: { width: 1200, height: 370 } })
  const panel = await context.newPage()
  await signInBrowser(panel, `${evening.url}/sign-in?link=${await evening.ctx.sessions.makeLink(evening.channel)}`)
  await panel.goto(`${evening.url}/`)
  await panel.locator('h1').first().waitFor({ state: 'attached' })
  await panel.locator('html:not([data-calls])').waitFor({ state: 'attached' })
  // What is live and what is on the overlay, without what a newcomer sees above it.
  await panel
    .getByRole('heading', { name: 'Quick actions' })
    .evaluate((heading) => (heading.closest('section') ?? heading).scrollIntoView({ block: 'center' }))
  const deck = await browser.newPage({ ...dark, viewport: { width: 480, height: 714 }, hasTouch: true })
  await deck.goto(`${evening.url}/deck#${deckKey}`)
  await deck.getByRole('button', { name: 'Confetti' }).waitFor()
  // What the demo content shows is over.
  await stage.locator('[data-id]').first().waitFor({ state: 'detached' })
  const pages = { stage, panel, deck }
  for (const page of Object.values(pages)) await page.evaluate(() => document.fonts.ready)
  return pages
}

/** Presses keys, and takes pictures of all pages until everything was shown. */
async function record(pages: Record<Place, Page>): Promise<Moment[]> {
  const sessions = Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([name, page]) => [name, await page.context().newCDPSession(page)] as const),
    ),
  )
  const moments: Moment[] = []
  const from = performance.now()
  const take = async () => {
    const at = performance.now() - from
    const taken = Object.entries(sessions).map(async ([name, session]) => {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 90 })
      return [name, data] as const
    })
    moments.push({ at, pictures: Object.fromEntries(await Promise.all(taken)) as Record<Place, string> })
  }
  const takeUntil = async (ms: number) => {
    while (performance.now() - from < ms) await take()
  }
  const person = { platform: 'PlatformB', username: 'olivia' }
  await take()
  await pages.deck.getByRole('button', { name: 'Confetti' }).tap()
  await takeUntil(3_500)
  await evening.happen('chat', { ...person, text: 'that curtain is magnificent' })
  const gift = { username: 'carol', amount: 25, currency: 'USD', message: 'For the velvet fund.' }
  await evening.call('send-donation', { ...gift, provider: 'ProviderA' })
  await takeUntil(9_000)
  return moments
}

/** Puts the three pictures of each moment side by side. */
async function compose(moments: readonly Moment[]): Promise<Frame[]> {
  const page = await browser.newPage({ viewport: size })
  const pictures = Object.entries(places).map(
    ([name, { left, top, width, height }]) =>
      `<img id="${name}" alt="" style="left:${left}px;top:${top}px;width:${width}px;height:${height}px">`,
  )
  await page.setContent(`<style>
    body { margin: 0; background: #0b0e14 }
    img { position: absolute; object-fit: cover; object-position: top left; border-radius: 12px;
      box-shadow: 0 0 0 1px #ffffff1f }
    #deck { border-radius: 28px }
  </style>${pictures.join('')}`)
  const session = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  for (const [index, { at, pictures: taken }] of moments.entries()) {
    await page.evaluate(async (sources) => {
      for (const [name, data] of Object.entries(sources)) {
        const image = document.getElementById(name) as HTMLImageElement
        image.src = `data:image/webp;base64,${data}`
        await image.decode()
      }
    }, taken)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const shownMs = (moments[index + 1]?.at ?? at + longestMs) - at
    frames.push({ picture: Buffer.from(data, 'base64'), durationMs: Math.min(shownMs, longestMs) })
  }
  return frames
}
