import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { pageSamples } from '../../src/registry/page-addresses.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { signInContext } from '../sign-in-link.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { openChromium } from './open-chromium.ts'
import { faultsAsAWhole, removeRepeatedParts } from './repeated-parts.ts'

export interface Person {
  readonly page: Page
  /** What went wrong in the page: script errors, refusals of the content policy, requests to other hosts. */
  readonly faults: string[]
}

/** Of the panel, but no page of it. */
const nowhere = '/developer/keys/no/such'
const screens = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** One server and one browser for all tests around it. */
export function usePanel(options: Parameters<typeof createTestApp>[0] = {}) {
  let app: TestApp | undefined
  let browser: Browser | undefined
  before(async () => {
    app = await createTestApp(options)
    browser = await openChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })
  return {
    get app(): TestApp {
      assert.ok(app)
      return app
    },
    get browser(): Browser {
      assert.ok(browser)
      return browser
    },
    signIn(how?: Parameters<typeof signIn>[2]): Promise<Person> {
      return signIn(this.app, this.browser, how)
    },
  }
}

/** A person at a page of the panel, signed in by the link of the terminal. */
export async function signIn(
  app: TestApp,
  browser: Browser,
  { colorScheme = 'light' as 'light' | 'dark', phone = false, at = '/' } = {},
): Promise<Person> {
  const viewport = phone ? screens.phone : screens.wide
  const context = await browser.newContext({
    colorScheme,
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  await context.addInitScript(letToastsStay)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // Refusals are what some tests are about, and the browser writes each of them down.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== app.url) faults.push(`asked ${url.origin}`)
  })
  await signInContext(context, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
  await page.goto(app.url + at)
  await page.getByRole('main').waitFor()
  return { page, faults }
}

/** In a page: what is shown for some seconds stays for some minutes, so that a slow machine has time to find it. */
function letToastsStay(): void {
  const { setTimeout: begin } = window
  const lasting = (ms: number) => (ms >= 5000 && ms <= 30_000 ? ms * 20 : ms)
  window.setTimeout = ((run: () => void, ms = 0) => begin(run, lasting(ms))) as typeof setTimeout
}

/**
 * A page that takes long is shown after three seconds as far as it is, and then it may move. Here it is always shown as
 * a whole, however long this machine takes.
 */
export async function showWholePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    performance.now = () => 0
    const { setTimeout: begin } = window
    window.setTimeout = ((run: () => void, ms = 0) => (ms === 3000 ? 0 : begin(run, ms))) as typeof setTimeout
  })
}

/**
 * Keeps the next answer of an operation from the page, as a slow line does. `held` is fulfilled once the server has
 * answered, `release` lets the page have the answer and waits until it has taken it in.
 */
export async function holdAnswer(page: Page, operation: string) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isUsed = false
  // Not `times: 1`: with the last route gone the browser sends a request again whose answer is still held by another one.
  await page.route(`**/panel/api/${operation}`, async (route) => {
    if (isUsed) return route.fallback()
    isUsed = true
    const response = await route.fetch()
    held.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return {
    held: held.promise,
    async release(): Promise<void> {
      released.resolve()
      // A call that is under way counts until then.
      await settled(page)
    },
  }
}

/** Waits until the page has every answer that it asked for, and shows it. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[data-settling]').waitFor({ state: 'detached' })
  await page.locator('html:not([data-calls])').waitFor({ state: 'attached' })
}

/** Waits until the page receives what is not stored, such as chat messages. */
export async function listening(page: Page): Promise<void> {
  await page.locator('html[data-stream=open]').waitFor({ state: 'attached' })
}

/** They stay for long here (`letToastsStay`), and may lie over what is pressed next. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.locator('.toast').getByRole('button', { name: 'Close' })
  while ((await close.count()) > 0) await close.first().click()
}

/** Waits until a text has been copied: the browser does it a moment after the button was pressed. */
export async function isCopied(page: Page, isMeant: (text: string) => boolean): Promise<string> {
  let text = ''
  await eventually('the text in the clipboard', async () => {
    text = await page.evaluate(() => navigator.clipboard.readText())
    return isMeant(text)
  })
  return text
}

/** Adds a step to a list of steps: the one at the top, or the named one inside a step. */
export async function addStep(page: Page, title: string, list?: string): Promise<void> {
  const name = list === undefined ? 'Add step' : `Add step to ${list}`
  await page.getByRole('button', { name, exact: true }).last().click()
  await page.getByRole('combobox', { name: 'Search actions' }).fill(title)
  await page.keyboard.press('Enter')
}

/** The samples of every page, and an address that leads nowhere. */
export const panelSamples: readonly string[] = [...Object.values(pageSamples).flat(), nowhere]

/** All of them, as addresses of this server. */
export async function panelAddresses(app: TestApp): Promise<readonly string[]> {
  return Promise.all(panelSamples.map((sample) => addressOf(app, sample)))
}

/** A sample as an address of this server. */
export async function addressOf(app: TestApp, sample: string): Promise<string> {
  const key = (await app.ctx.keys.list(app.channel)).find(({ name }) => name === 'test')
  assert.ok(key)
  return sample.replace('{key}', key.id)
}

/**
 * Nothing is wrong for people with impaired sight, in light, in dark and on a phone, and nothing is wider than the screen.
 * With `inPanel` the page is reached from another page of the panel that is open already, by a link; with `on` it is looked
 * at on one screen only.
 */
export async function checkPage(
  app: TestApp,
  page: Page,
  path: string,
  { inPanel = false, on }: { readonly inPanel?: boolean; readonly on?: keyof typeof screens } = {},
): Promise<void> {
  await openPage(app, page, path, { inPanel, on })
  assert.deepEqual(await tooWide(page), [], `${path} scrolls sideways`)
  if (on !== undefined) {
    assert.deepEqual(await axeViolations(page), [], `${path} on a screen that is ${on}`)
    return
  }
  // Pages of the panel are walked on a phone in a language from right to left as well, by all rules.
  await checkAccess(page, path, inPanel ? 'contrast' : 'all')
  assert.deepEqual(await tooWide(page), [], `${path} scrolls sideways on a phone`)
}

/** The same for a page of the docs, which may be long and consist of parts that are all alike. */
export async function checkDocsPage(app: TestApp, page: Page, path: string): Promise<void> {
  await openPage(app, page, path)
  assert.deepEqual(await tooWide(page), [], `${path} scrolls sideways`)
  await page.setViewportSize(screens.phone)
  assert.deepEqual(await tooWide(page), [], `${path} scrolls sideways on a phone`)
  await page.setViewportSize(screens.wide)
  assert.deepEqual(await faultsAsAWhole(page), [], path)
  await removeRepeatedParts(page)
  await checkAccess(page, path)
}

async function openPage(
  app: TestApp,
  page: Page,
  path: string,
  { inPanel = false, on }: { readonly inPanel?: boolean; readonly on?: keyof typeof screens | undefined } = {},
): Promise<void> {
  await page.setViewportSize(screens[on ?? 'wide'])
  await page.emulateMedia({ colorScheme: 'light' })
  if (inPanel) await followLink(page, path)
  else await page.goto(app.url + path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await settled(page)
}

/** Leaves the page as wide as a phone. */
async function checkAccess(page: Page, path: string, rulesOnPhone: 'all' | 'contrast' = 'all'): Promise<void> {
  assert.deepEqual(await axeViolations(page), [], `${path} in light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  // All else is the same page; only its colours changed.
  assert.deepEqual(await axeViolations(page, 'contrast'), [], `${path} in dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(screens.phone)
  assert.deepEqual(await axeViolations(page, rulesOnPhone), [], `${path} on a phone`)
}

/**
 * By way of a page that has nothing in common with others, so that what is there afterwards is the new page. It is found
 * by its parts, since its words may be in any language.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  const click = (to: string) =>
    page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      document.body.append(link)
      link.click()
      link.remove()
    }, to)
  await click(nowhere)
  const notFound = page.locator('.empty > h1 + a[href="/"]')
  await notFound.waitFor({ state: 'attached' })
  if (path === nowhere) return
  await click(path)
  await notFound.waitFor({ state: 'detached' })
  // Its calls begin after it was drawn.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['html', '.page']
      .map((name) => ({ name, element: document.querySelector(name) }))
      .filter(({ element }) => element !== null && element.scrollWidth > element.clientWidth)
      .map(({ name }) => name),
  )
}
