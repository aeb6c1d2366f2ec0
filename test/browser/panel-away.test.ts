import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pageSamples } from '../../src/registry/page-addresses.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import type { Page } from '../tools/playwright.ts'
import { createLine } from './line.ts'
import { openChromium } from './open-chromium.ts'
import { addressOf, followLink, listening, settled, signIn, usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('every page, instead of an eighth of them')

const unreachable = 'Cannot reach the server. Check that it is running.'

describe('a page that was never opened before', () => {
  it('says that the server is not there, and comes with its styles once it is started again', async () => {
    const browser = await openChromium()
    let app: TestApp = await createTestApp()
    const { port, folder } = app
    try {
      const { page, faults } = await signIn(app, browser)
      await listening(page)
      await page.evaluate(() => {
        document.documentElement.dataset.stays = 'yes'
      })
      await app.close({ keepFolder: true })
      // By the keyboard: to point at a link is enough to load its page.
      await page.getByRole('link', { name: 'Viewers', exact: true }).press('Enter')
      await page.locator('main').getByRole('heading', { name: unreachable }).waitFor()
      const retry = page.locator('main').getByRole('button', { name: 'Try again' })
      assert.equal(await retry.getAttribute('aria-disabled'), null)
      await retry.click()
      // Another page in between, so that two of them are waiting.
      await page.getByRole('link', { name: 'Music', exact: true }).press('Enter')
      await page.locator('main').getByRole('heading', { name: unreachable }).waitFor()
      await page.getByRole('link', { name: 'Viewers', exact: true }).press('Enter')
      app = await createTestApp({ folder, config: { port } })
      await page.getByRole('heading', { level: 1, name: 'Viewers' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search viewers' }).waitFor()
      assert.ok((await styleSheets(page)).some((name) => name.startsWith('viewers-')))
      await page.getByRole('link', { name: 'Music', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Music' }).waitFor()
      assert.ok((await styleSheets(page)).some((name) => name.startsWith('music-')))
      assert.equal(await page.locator('html').getAttribute('data-stays'), 'yes', 'it was not loaded again')
      assert.deepEqual(faults, [])
      await page.context().close()
    } finally {
      await app.close()
      await browser.close()
    }
  })
})

describe('a page whose files are gone', () => {
  const panel = usePanel()

  it('as after an update, says so and comes when the panel is loaded again', async () => {
    const { page } = await panel.signIn()
    const files = '**/panel/assets/viewers-*.js'
    await page.route(files, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Viewers', exact: true }).press('Enter')
    await page.locator('main').getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
    await page.unroute(files)
    await page.locator('main').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Viewers' }).waitFor()
    await page.context().close()
  })
})

describe('every page that is opened while the server is away', () => {
  const clock = createTestClock({ runs: true })
  const panel = usePanel({ clock })
  let line: Awaited<ReturnType<typeof createLine>>
  before(async () => {
    line = await createLine(panel.app.port)
    await panel.app.call('set-value', { name: 'queue', value: ['first', 'second'] })
  })
  after(() => line.close())

  it('shows all that it would have shown when the server is back, whether its code or only its data did not come', async () => {
    const { page: there, faults } = await panel.signIn()
    // The same session by another address, so that its files are in the browser only after the first walk.
    const away = await there.context().newPage()
    away.on('pageerror', (error) => faults.push(error.message))
    await away.addInitScript(askAgainSoon)
    const open = async () => {
      await away.goto(line.url)
      await away.locator('nav.rail').waitFor()
      await listening(away)
    }
    await open()
    const samples = Object.values(pageSamples)
      .flat()
      .filter((_, at) => isLongRun || at % 8 === 3)
    const found: string[] = []
    for (const missing of ['code', 'data'] as const) {
      for (const sample of samples) {
        const path = await addressOf(panel.app, sample)
        // Nobody opens so many pages in a minute that the server refuses them.
        clock.advance(minuteMs)
        // What pages keep for each other shall not hide what one of them lacks.
        if (missing === 'data') await open()
        line.cut()
        await away.locator('html[data-away]').waitFor({ state: 'attached' })
        await followLink(away, path)
        line.reconnect()
        await followLink(there, path)
        await drawn(there)
        let outlines: readonly string[] = []
        await eventually('the page to be whole', async () => {
          outlines = await Promise.all([there, away].map(outline))
          return outlines[0] === outlines[1]
        }).catch(() => found.push(`${path} without its ${missing}\n${difference(outlines)}`))
      }
    }
    assert.deepEqual(found, [])
    assert.deepEqual(faults, [])
    await there.context().close()
  })
})

/** In a page: it asks whether the server is back at once instead of after two seconds. */
function askAgainSoon(): void {
  const { setTimeout: begin } = window
  window.setTimeout = ((run: () => void, ms = 0) => begin(run, ms === 2000 ? 20 : ms)) as typeof setTimeout
}

async function drawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await settled(page)
}

function styleSheets(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.styleSheets].map(({ href }) => href?.split('/').at(-1) ?? ''))
}

/** What a page consists of, without what differs from moment to moment, such as how long ago something was. */
function outline(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .map((element) => {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
        const text = element.matches('time') ? '' : own.map((node) => node.textContent).join('')
        const isThere = element instanceof HTMLIFrameElement && element.contentDocument !== null ? 'with a page' : ''
        return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${text}${isThere}`.trimEnd()
      })
      .join('\n'),
  )
}

function difference(outlines: readonly string[]): string {
  const [wanted = [], shown = []] = outlines.map((text) => text.split('\n'))
  const longer = wanted.length > shown.length ? wanted : shown
  const first = longer.findIndex((_, at) => wanted[at] !== shown[at])
  return [
    `${wanted.length} parts, and ${shown.length} after it was away; the first that differs:`,
    ...wanted.slice(first, first + 3).map((line) => `- ${line}`),
    ...shown.slice(first, first + 3).map((line) => `+ ${line}`),
  ].join('\n')
}
