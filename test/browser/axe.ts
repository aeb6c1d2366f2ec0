import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '../tools/playwright.ts'

/**
 * The rules of axe that Lighthouse 13.5 weighs for its accessibility score, from the categories of its default
 * configuration. `npm run lighthouse` compares them with those of the release that it runs.
 */
export const rulesOfLighthouse: readonly string[] = `
  accesskeys aria-allowed-attr aria-command-name aria-conditional-attr aria-deprecated-role aria-dialog-name
  aria-hidden-body aria-hidden-focus aria-input-field-name aria-meter-name aria-progressbar-name aria-prohibited-attr
  aria-required-attr aria-required-children aria-required-parent aria-roles aria-text aria-toggle-field-name
  aria-tooltip-name aria-treeitem-name aria-valid-attr-value aria-valid-attr button-name bypass color-contrast
  definition-list dlitem document-title duplicate-id-aria form-field-multiple-labels frame-title heading-order
  html-has-lang html-lang-valid html-xml-lang-mismatch image-alt input-button-name input-image-alt label
  link-in-text-block link-name list listitem meta-refresh meta-viewport object-alt select-name skip-link tabindex
  target-size td-headers-attr th-has-data-cells valid-lang video-caption landmark-one-main autocomplete-valid
  presentation-role-conflict svg-img-alt
`
  .trim()
  .split(/\s+/)

const file = fileURLToPath(new URL('../tools/node_modules/axe-core/axe.min.js', import.meta.url))

/** Makes `window.axe` available in a page. To read it takes a browser longer than to check a small page. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(file, 'utf8'))
}
