import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../test/browser/chromium.ts'
import { createEvening } from './demo-evening.ts'

/** Makes the pictures of the panel anew, from its pages as they are. `node scripts/panel-pictures.ts`. */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
mkdirSync(folder, { recursive: true })

const evening = await createEvening()
const browser = await launchChromium()
try {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${evening.url}/`)
  await page.getByText('npx showcaller link').waitFor()
  await picture('door')

  const overlay = await context.newPage()
  await overlay.goto(`${await evening.ctx.overlays.link(evening.channel)}&silent`)
  await overlay.locator('body[data-connected=true]').waitFor()
  await page.goto(`${evening.url}/sign-in?link=${await evening.ctx.sessions.makeLink(evening.channel)}`)
  await page.getByRole('main').waitFor()

  await show()
  await page.goto(`${evening.url}/`)
  await page.locator('.queue-rows li').first().waitFor()
  await picture('home')
  await page.emulateMedia({ colorScheme: 'light' })
  await picture('home-light')
  await page.emulateMedia({ colorScheme: 'dark' })

  await open('/activity')
  await picture('activity')
  await open('/commands/6')
  await page.locator('.chat .bot').waitFor()
  await picture('commands')
  await open('/alerts/2')
  await picture('alerts')
  await open('/alerts/donations')
  await picture('donations')

  await open('/effects/confetti')
  await page.getByRole('button', { name: 'Play' }).click()
  await page.frameLocator('iframe').locator('[data-effect-type="confetti"]').last().waitFor()
  await page.waitForTimeout(2000)
  await picture('effects')

  const [viewer] = (await (await evening.signIn()).call('list-viewers', { platform: 'kick' })).body.viewers
  await open(`/viewers?viewer=${viewer.id}`)
  await page.locator('.chart canvas').waitFor()
  await picture('viewers')

  const key = (await evening.ctx.keys.list(evening.channel)).find(({ name }) => name === 'Stream Deck')
  await open(`/keys/${key?.id}`)
  await page.getByRole('button', { name: '7 days' }).click()
  await page.locator('.chart canvas').waitFor()
  await picture('keys')

  await open(`/console/add-points?key=${key?.id}`)
  await page.getByRole('button', { name: 'Use the example' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('left this minute').waitFor()
  await picture('console')

  for (const section of ['platforms', 'bot', 'moderation', 'alerts', 'speech', 'channel', 'people', 'audit']) {
    await open(`/settings/${section}`)
    await picture(`settings-${section}`)
  }

  await evening.call('start-song')
  await open('/music')
  await page.locator('.player').getByText('Playing').waitFor()
  await page.waitForTimeout(4000)
  await picture('music')

  await show()
  await open('/stage')
  await page.frameLocator('iframe').locator('[data-kind="donation"]').waitFor()
  await page.locator('.firings').waitFor()
  // Until what the preview shows has come in.
  await page.waitForTimeout(1500)
  await picture('overlay')

  await page.setViewportSize({ width: 390, height: 844 })
  await open('/')
  await picture('phone')

  async function open(path: string): Promise<void> {
    await page.goto(evening.url + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.locator('html:not([data-calls])').waitFor({ state: 'attached' })
  }

  /** Something of each kind on its way over the overlay. */
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
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${folder}panel-${name}.png` })
  }
} finally {
  await browser.close()
  await evening.close()
}
