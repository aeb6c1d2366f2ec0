import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import type { Browser } from '../tools/playwright.ts'
import { axeViolations, launchChromium } from './chromium.ts'
import { lookAt, panelPages, sitDown } from './panel-browser.ts'

describe('every page of the panel', () => {
  let app: TestApp
  let browser: Browser
  let pages: readonly string[]
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  before(async () => {
    app = await createTestApp()
    browser = await launchChromium()
    await app.call('send-donation', {
      username: hostile.slice(0, 40),
      amount: 5,
      currency: 'USD',
      message: hostile,
      provider: 'ProviderA',
    })
    await app.call('title', { title: hostile })
    await app.ctx.db.write((tx) => app.ctx.keys.create(tx, app.cause, { name: hostile, scopes: ['chat:write'] }))
    for (let call = 0; call < 5; call++) await app.call('get-points', { username: 'bob', platform: 'PlatformA' })
    pages = await panelPages(app)
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  it('has no accessibility fault in light and dark, no foreign request, no overflow', async () => {
    const { page, faults } = await sitDown(app, browser)
    for (const path of pages) await lookAt(app, page, path)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('is for people who are signed in; the door has no fault either', async () => {
    const page = await browser.newPage()
    for (const path of ['/', '/stage', '/keys?new', '/settings/audit']) {
      await page.goto(app.url + path)
      await page.getByText('Open the sign-in link from the terminal.').waitFor()
    }
    assert.deepEqual(await axeViolations(page), [])
    await page.goto(`${app.url}/sign-in?link=link_wrong`)
    assert.match((await page.getByRole('alert').textContent()) ?? '', /used before or is too old/)
    await page.close()
  })
})
