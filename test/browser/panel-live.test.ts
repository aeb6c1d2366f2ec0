import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import type { Browser } from '../tools/playwright.ts'
import { launchChromium } from './chromium.ts'
import { sitDown } from './panel-browser.ts'

describe('people at the panel', () => {
  let app: TestApp
  let browser: Browser
  before(async () => {
    app = await createTestApp()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  it('sees at once what happens elsewhere, and the lights follow', async () => {
    const { page } = await sitDown(app, browser)
    await app.call('add-points', { username: 'heidi', amount: 3, platform: 'PlatformB' })
    await page.getByText(/heidi \+3 points/).waitFor({ timeout: 3000 })
    const overlay = await page.context().newPage()
    await overlay.goto(await app.ctx.overlays.link(app.channel))
    await page
      .locator('.lines li', { hasText: 'Overlay' })
      .getByText('connected', { exact: true })
      .waitFor({ timeout: 5000 })
    await page.getByRole('link', { name: 'Overlay', exact: true }).click()
    await page.getByRole('button', { name: 'Show a test donation' }).click()
    await page.getByText('The overlay has it.').waitFor()
    await overlay.locator('[data-kind="donation"]').waitFor({ timeout: 5000 })
    await page.getByRole('cell', { name: 'on screen' }).waitFor({ timeout: 5000 })
    await page.context().close()
  })

  it('jumps and runs from the keyboard alone', async () => {
    const { page } = await sitDown(app, browser)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('activ')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('transfer points')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'transfer-points' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.context().close()
  })

  it('keeps the overlay link hidden until it is asked for', async () => {
    const { page } = await sitDown(app, browser)
    await page.goto(`${app.url}/stage`)
    await page.getByRole('button', { name: 'Show the link' }).waitFor()
    const link = await app.ctx.overlays.link(app.channel)
    assert.equal((await page.content()).includes(link), false)
    await page.getByRole('button', { name: 'Show the link' }).click()
    await page.getByText(link).waitFor()
    await page.context().close()
  })

  it('adjusts points with a reason, and hears what is missing beside the field', async () => {
    const { page } = await sitDown(app, browser)
    await page.goto(`${app.url}/viewers`)
    await page.getByLabel('Find a viewer by name').fill('grac')
    await page.getByRole('link', { name: 'Grace' }).click()
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^reason /)
    await page.getByLabel('Reason').fill('Won the quiz')
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    await page.getByRole('cell', { name: 'Won the quiz' }).waitFor()
    await page.context().close()
  })

  it('lets a moderator in, who sees no way to do what the role does not allow', async () => {
    const { page } = await sitDown(app, browser)
    await page.goto(`${app.url}/settings/people`)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Name').fill('mara')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const link = (await page.getByRole('dialog', { name: 'A link for mara' }).locator('code').textContent()) ?? ''
    const other = await browser.newContext()
    const mara = await other.newPage()
    await mara.goto(link)
    await mara.getByRole('button', { name: /^Change the title/ }).waitFor()
    await mara.goto(`${app.url}/console/send-message`)
    await mara.getByText('Only an owner can call as a key.').waitFor()
    assert.equal(await mara.getByRole('button', { name: 'Send', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Remove mara' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('mara no longer works here.').waitFor()
    await mara.reload()
    await mara.getByText('Open the sign-in link from the terminal.').waitFor()
    await other.close()
    await page.context().close()
  })
})
