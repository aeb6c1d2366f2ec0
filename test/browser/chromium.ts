import { findChromium } from '../tools/chromium-path.mjs'
import { type Browser, chromium, type Page } from '../tools/playwright.ts'
import { loadAxe } from './axe.ts'
import { contrastViolations } from './contrast.ts'

/** A real Chromium that asks nothing of the network. Without one the test fails and says so. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
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

/** What axe finds wrong with a page, in words, by all rules or about contrast alone. Empty is what we want. */
export async function axeViolations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  const found = await contrastViolations(page)
  if (rules === 'contrast') return found
  await loadAxe(page)
  const others = await page.evaluate(async () => {
    const { axe: run } = window as unknown as { axe: Axe }
    interface Axe {
      run(options: object): Promise<{ violations: Violation[] }>
    }
    interface Violation {
      id: string
      nodes: { html: string; failureSummary: string }[]
    }
    const { violations } = await run.run({
      // Details of what is right cost more than half of the time.
      resultTypes: ['violations'],
      // Style sheets are read ahead for one experimental rule, which does not run by default.
      preload: { assets: ['media'] },
      // Above.
      rules: { 'color-contrast': { enabled: false } },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  })
  return [...found, ...others]
}
