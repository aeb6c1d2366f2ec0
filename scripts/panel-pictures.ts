import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../test/browser/chromium.ts'
import { createTestApp } from '../test/create-test-app.ts'

/** Makes the pictures of the panel's content pages anew: a channel in the middle of its evening. */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
mkdirSync(folder, { recursive: true })

const app = await createTestApp()
const browser = await launchChromium()
try {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
  const overlay = await context.newPage()
  await overlay.goto(`${await app.ctx.overlays.link(app.channel)}&silent`)
  await overlay.locator('body[data-connected=true]').waitFor()
  const page = await context.newPage()
  await page.goto(`${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
  await page.getByRole('main').waitFor()

  for (const [command, times] of [
    ['hello', 14],
    ['discord', 9],
    ['hug', 6],
    ['points', 21],
    ['uptime', 4],
  ] as const) {
    for (let run = 0; run < times; run++) await app.call('run-command', { command, username: 'alice' })
  }
  await page.goto(`${app.url}/commands/6`)
  await page.locator('.chat .bot').waitFor()
  await picture('commands')

  await page.goto(`${app.url}/alerts/2`)
  await page.getByLabel('Name', { exact: true }).waitFor()
  await picture('alerts')

  await page.goto(`${app.url}/effects/fireworks`)
  const frame = page.frameLocator('iframe')
  await page.getByRole('button', { name: 'Play' }).click()
  await frame.locator('[data-effect-type="fireworks"]').last().waitFor()
  await page.waitForTimeout(2600)
  await picture('effects')

  await app.call('start-song')
  await page.goto(`${app.url}/music`)
  await page.locator('.player').getByText('Playing').waitFor()
  await page.waitForTimeout(4000)
  await picture('music')

  await app.call('trigger-audio-alert', { name: 'Airhorn', username: 'dave' })
  await app.call('effect-trigger', { overlay_id: 'confetti' })
  const gift = { username: 'carol', amount: 25, currency: 'USD', message: 'For the show.', provider: 'ProviderA' }
  await app.call('send-donation', gift)
  for (const text of ['Good evening, everyone.', 'Is this running on your own machine?']) {
    await app.call('tts', { text, username: 'alice' })
  }
  await page.goto(`${app.url}/stage`)
  await page.frameLocator('iframe').locator('[data-kind="donation"]').waitFor()
  await page.locator('.firings').waitFor()
  await picture('overlay')

  async function picture(name: string): Promise<void> {
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${folder}panel-${name}.png` })
  }
} finally {
  await browser.close()
  await app.close()
}
