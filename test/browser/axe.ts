import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '../tools/playwright.ts'

const file = fileURLToPath(new URL('../tools/node_modules/axe-core/axe.min.js', import.meta.url))

/** Makes `window.axe` available in a page. To read it takes a browser longer than to check a small page. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(file, 'utf8'))
}
