import { type Browser, chromium, type Page } from '../tools/playwright.ts'
import { findProgram } from '../tools/programs.mjs'
import { loadAxe } from './axe.ts'
import { contrastViolations } from './contrast.ts'

/** A real Chromium that asks nothing of the network. Without one the test fails and says so. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findProgram('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * All rules that axe runs by default, and one that it does not although Lighthouse weighs it. Contrast is checked apart
 * (`contrast.ts`).
 */
const axeOptions = {
  // Details of what is right cost more than half of the time.
  resultTypes: ['violations'],
  // Style sheets are read ahead for one experimental rule, which does not run by default.
  preload: { assets: ['media'] },
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: true } },
}

interface Axe {
  run(options: object): Promise<Record<'violations' | 'passes' | 'incomplete' | 'inapplicable', Checked[]>>
}
interface Checked {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What axe finds wrong with a page, in words, by all rules or about contrast alone. Empty is what we want. */
export async function axeViolations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  const found = await contrastViolations(page)
  if (rules === 'contrast') return found
  await loadAxe(page)
  const others = await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(options)
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  }, axeOptions)
  return [...found, ...others]
}

/** The rules by which `axeViolations` checks a page. */
export async function axeRules(page: Page): Promise<string[]> {
  await loadAxe(page)
  const others = await page.evaluate(async (options) => {
    const results = await (window as unknown as { axe: Axe }).axe.run(options)
    return [results.violations, results.passes, results.incomplete, results.inapplicable].flat().map(({ id }) => id)
  }, axeOptions)
  return ['color-contrast', ...others]
}
