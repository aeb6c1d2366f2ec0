import { launchChromium } from '../../test/browser/chromium.ts'
import { addContent } from './demo-content.ts'
import { createEvening } from './demo-evening.ts'
import { takePicture } from './picture.ts'

/** Takes the pictures of a deck, on a phone and on a tablet. `node scripts/pictures/deck-pictures.ts`. */
const evening = await createEvening()
const browser = await launchChromium()
try {
  const { deckKey } = await addContent(evening)
  await evening.call('start-song')
  for (const [name, viewport, colorScheme] of [
    ['phone', { width: 390, height: 844 }, 'dark'],
    ['tablet', { width: 1180, height: 820 }, 'dark'],
  ] as const) {
    const page = await browser.newPage({ viewport, colorScheme, hasTouch: true })
    await page.goto(`${evening.url}/deck#${deckKey}`)
    await page.locator('.key[data-on=true]', { hasText: 'Music' }).waitFor()
    await page.getByRole('button', { name: 'Clip' }).tap()
    await page.locator('.ring.running').waitFor()
    await page.getByRole('button', { name: 'Confetti' }).tap()
    await page.locator('.key[data-result=failed]').waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(1500)
    await takePicture(page, `deck-${name}`)
    await page.close()
  }
} finally {
  await browser.close()
  await evening.close()
}
