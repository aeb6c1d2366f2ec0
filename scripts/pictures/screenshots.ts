import { launchChromium } from '../../test/browser/chromium.ts'
import { createTestApp } from '../../test/create-test-app.ts'
import { signInBrowser } from '../../test/sign-in-link.ts'
import { takePicture } from './picture.ts'

/** Takes the picture of the sandbox from the current page. `node scripts/pictures/screenshots.ts`. */
const app = await createTestApp()
const browser = await launchChromium()
try {
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1280, height: 800 } })
  const overlay = await context.newPage()
  await overlay.goto(await app.ctx.overlays.link(app.channel))
  await overlay.locator('body[data-connected=true]').waitFor()

  const page = await context.newPage()
  await signInBrowser(page, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)

  await app.call('title', { title: 'Friday night, first time live from my own server' })
  await app.call('game', { game: 'minecraft' })
  for (const [username, text] of [
    ['alice', 'evening everyone'],
    ['bob', 'is this really running on your laptop?'],
  ]) {
    await sandbox('chat', { platform: 'PlatformA', username, text })
    await sandbox('chat', { platform: 'PlatformB', username, text })
  }
  await sandbox('chat', { platform: 'PlatformA', username: 'carol', text: '!hello' })
  await app.app.bot.settled()
  await app.call('send-message', { message: 'Every button on the deck is one POST. Watch.' })
  await app.call('clip', { title: 'First clip' })
  await page.goto(`${app.url}/sandbox`)
  await page.waitForTimeout(500)
  await takePicture(page, 'sandbox')
} finally {
  await browser.close()
  await app.close()
}

async function sandbox(action: string, body: unknown): Promise<void> {
  await fetch(`${app.url}/sandbox/v1/${action}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
