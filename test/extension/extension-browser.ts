import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type KickSite, readExtension } from '../../src/capabilities/extension/extension-archive.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { type BrowserContext, chromium, type Page } from '../tools/playwright.ts'
import { findProgram } from '../tools/programs.mjs'

/** Longer than the default, because a busy machine takes its time. */
const patienceMs = 120_000

export const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The extension on disk as people load it, but with the address of a fake server instead of Kick's. */
export async function writeExtension(site: KickSite): Promise<{ folder: string; remove(): void }> {
  const { path, remove } = createTemporaryFolder()
  for (const { name, bytes } of await readExtension(undefined, site)) {
    const to = join(path, name)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, bytes)
  }
  return { folder: path, remove }
}

export function loading(folder: string): string[] {
  return [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`]
}

/** A real Chromium with the extension in it, and its popup as a page of its own. */
export async function openBrowser(extension: string, profile: string) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findProgram('chromium-with-extensions'),
    // The old headless mode, which Playwright would ask for, has no extensions.
    headless: false,
    args: ['--headless=new', ...quietly, ...loading(extension)],
    timeout: patienceMs,
  })
  context.setDefaultTimeout(patienceMs)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const id = new URL(worker.url()).host
  return { context, worker, popupUrl: `chrome-extension://${id}/popup.html` }
}

export async function openPopup(context: BrowserContext, popupUrl: string): Promise<Page> {
  const popup = await context.newPage()
  await popup.goto(popupUrl)
  await popup.locator('body[data-status]:not([data-status="starting"])').waitFor()
  return popup
}

/** As a person does it: the address and the code from the panel, typed into the popup. */
export async function pairInPopup(popup: Page, server: string, code: string): Promise<void> {
  await popup.getByLabel('Server address').fill(server)
  await popup.getByLabel('Code').fill(code)
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
}

export async function hasStatus(page: Page, status: string): Promise<void> {
  await page.locator(`body[data-status="${status}"]`).waitFor({ state: 'attached' })
}
