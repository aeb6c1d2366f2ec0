import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { openChromium } from '../browser/open-chromium.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import type { Browser, Page } from '../tools/playwright.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('the first sign-in in a browser', () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    browser = await openChromium()
  })
  after(() => browser?.close())
  afterEach(() => app.close())

  /** A fresh browser at the address that the terminal names. */
  async function open({ isContainer, ...options }: { isContainer: boolean } & Parameters<Browser['newContext']>[0]) {
    app = await createTestApp({ isContainer })
    await app.app.setUp.begin()
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.on('pageerror', (error) => assert.fail(error))
    await page.goto(app.url)
    return page
  }

  const axe = async (page: Page) => assert.deepEqual(await axeViolations(page), [])
  const isCut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

  it('needs a name and a press on the same machine, and leads to what to do first', async () => {
    const page = await open({ isContainer: false, viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
    assert.equal(await page.getByLabel('Set-up code').count(), 0)
    await axe(page)
    await page.getByLabel('Name of your channel').fill('Northwind')
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('heading', { name: 'You are signed in.' }).waitFor()
    await axe(page)
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.getByRole('main').waitFor()
    await page.getByText('Northwind').first().waitFor()
    await page.context().close()
  })

  it('asks for the code on a phone, says when it is wrong, and follows the language that is chosen', async () => {
    const viewport = { width: 390, height: 844 }
    const page = await open({ isContainer: true, viewport, locale: 'ar', colorScheme: 'light' })
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    assert.equal(await isCut(page), false)
    await axe(page)
    await page.getByLabel('اسم قناتك').fill('شمال')
    await page.getByLabel('رمز الإعداد').fill('AAAA-AAAA')
    await page.getByLabel('اللغة').selectOption('de')
    await page.getByRole('button').click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('اسم قناتك').inputValue(), 'شمال', 'what was entered stays')
    await axe(page)
    await page.getByLabel('رمز الإعداد').fill(readFileSync(join(app.folder, 'setup-code.txt'), 'utf8').trim())
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Du bist angemeldet.' }).waitFor()
    assert.equal(await isCut(page), false)
    for (const link of await page.getByRole('listitem').getByRole('link').all()) {
      const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', app.url).href)
      assert.equal(answer.status(), 200)
    }
    await page.context().close()
  })
})
