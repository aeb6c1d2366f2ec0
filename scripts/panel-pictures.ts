import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { settingsSections } from '../src/contract/panel-pages/settings.ts'
import { type PageName, panelPages } from '../src/contract/panel-pages.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { signInBrowser } from '../test/sign-in-link.ts'
import { createEvening } from './demo-evening.ts'

/** Takes the pictures of the panel from its current pages; with names of pages behind it, only those. */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
mkdirSync(folder, { recursive: true })

const evening = await createEvening()
const browser = await launchChromium()
try {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${evening.url}/`)
  await page.getByText('npx showcaller link').waitFor()
  await picture('sign-in')

  const overlay = await context.newPage()
  await overlay.goto(`${await evening.ctx.overlays.link(evening.channel)}&silent`)
  await overlay.locator('body[data-connected=true]').waitFor()
  await signInBrowser(page, `${evening.url}/sign-in?link=${await evening.ctx.sessions.makeLink(evening.channel)}`)
  await page.getByRole('main').waitFor()

  const key = (await evening.ctx.keys.list(evening.channel)).find(({ name }) => name === 'Stream Deck')

  /** Pages whose picture shows more than the page as it opens. Every other page is opened at its own address. */
  const prepared: Partial<Record<PageName, () => Promise<void>>> = {
    async home() {
      await show()
      await open('/')
      await page.locator('.queue-rows li').first().waitFor()
      await page.emulateMedia({ colorScheme: 'light' })
      await picture('home-light')
      await page.emulateMedia({ colorScheme: 'dark' })
    },
    async overlay() {
      await show()
      await open('/stage')
      await page.frameLocator('iframe').locator('[data-kind="donation"]').waitFor()
      await page.locator('.firings').waitFor()
      // Waits until the preview has faded in.
      await page.waitForTimeout(1500)
    },
    async music() {
      await evening.call('start-song')
      await open('/music')
      await page.locator('.player').getByText('Playing').waitFor()
      await page.waitForTimeout(4000)
    },
    async commands() {
      await open('/commands/6')
      await page.locator('.chat .bot').waitFor()
    },
    async alerts() {
      await open('/alerts/donations')
      await picture('donations')
      await open('/alerts')
      await page.getByRole('link', { name: /^Raid alert/ }).click()
      await page.frameLocator('iframe').getByText('42 viewers').waitFor()
      await page.waitForTimeout(1000)
    },
    async effects() {
      await open('/effects/confetti')
      await page.getByRole('button', { name: 'Play' }).click()
      await page.frameLocator('iframe').locator('[data-effect-type="confetti"]').last().waitFor()
      await page.waitForTimeout(2000)
    },
    async viewers() {
      const [viewer] = (await (await evening.signIn()).call('list-viewers', { platform: 'kick' })).body.viewers
      await open(`/viewers?viewer=${viewer.id}`)
      await page.locator('.chart canvas').waitFor()
    },
    async keys() {
      await open(`/keys/${key?.id}`)
      await page.getByRole('button', { name: '7 days' }).click()
      await page.locator('.chart canvas').waitFor()
    },
    async console() {
      await open(`/console/add-points?key=${key?.id}`)
      await page.getByRole('button', { name: 'Use example' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('left this minute').waitFor()
    },
    async settings() {
      for (const section of settingsSections) {
        await open(`/settings/${section}`)
        await picture(`settings-${section}`)
      }
    },
  }
  const asked = process.argv.slice(2)
  for (const { name, path } of panelPages.filter((one) => asked.length === 0 || asked.includes(one.name))) {
    await (prepared[name] ?? (() => open(path)))()
    if (name !== 'settings') await picture(name)
  }

  if (asked.length === 0) {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/')
    await picture('phone')
  }

  async function open(path: string): Promise<void> {
    await page.goto(evening.url + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.locator('html:not([data-calls])').waitFor({ state: 'attached' })
  }

  /** Shows one item of each kind on the overlay. */
  async function show(): Promise<void> {
    await evening.call('trigger-audio-alert', { name: 'Airhorn', username: 'dave' })
    await evening.call('effect-trigger', { overlay_id: 'confetti' })
    const gift = { username: 'carol', amount: 25, currency: 'USD', message: 'For the velvet fund.' }
    await evening.call('send-donation', { ...gift, provider: 'ProviderA' })
    for (const text of ['Good evening, everyone.', 'Is this running on your own machine?']) {
      await evening.call('tts', { text, username: 'alice' })
    }
  }

  async function picture(name: string): Promise<void> {
    await page.evaluate(() => document.fonts.ready)
    // A change of the colour scheme fades in.
    await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition))
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${folder}panel-${name}.png` })
  }
} finally {
  await browser.close()
  await evening.close()
}
