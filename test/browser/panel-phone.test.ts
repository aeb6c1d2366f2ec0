import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needs, runsOn } from '../declare.ts'
import { usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('the panel on a phone', () => {
  const panel = usePanel()

  it('gives the page to what was chosen, and leads back to the list', async () => {
    const { page } = await panel.signIn({ phone: true, at: '/commands/new' })
    const search = page.getByRole('searchbox', { name: 'Search commands' })
    await page.getByRole('heading', { name: 'New command' }).waitFor()
    await search.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'All commands' }).click()
    await search.waitFor()
    await page.context().close()
  })

  it('asks nothing that is refused before somebody signs in, and says what there is to do', async () => {
    const context = await panel.browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${panel.app.url}/commands`)
    await page.getByText('Open the sign-in link from the terminal.').waitFor()
    await page.goto(`${panel.app.url}/sign-in-failed?code=not_signed_in`)
    await page.getByRole('alert').getByText('Sign in first, then connect the account again.').waitFor()
    await page.locator('html:not([data-calls])').waitFor({ state: 'attached' })
    assert.deepEqual(errors, [])
    await context.close()
  })

  it('says how to get to the gallery of widgets', async () => {
    const { page } = await panel.signIn({ phone: true, at: '/widgets' })
    await page.getByText('Use New widget to choose one from the gallery.').waitFor()
    await page.getByRole('link', { name: 'New widget' }).click()
    await page.getByRole('heading', { name: 'Gallery' }).waitFor()
    await page.context().close()
  })

  it('reaches every page from the bar at the foot', async () => {
    const { page } = await panel.signIn({ phone: true })
    const foot = page.getByRole('navigation', { name: 'More' })
    for (const name of ['Overlay', 'Run of show', 'Viewers', 'Home']) {
      await foot.getByRole('link', { name }).click()
      await foot.locator('[aria-current=page]', { hasText: name }).waitFor()
    }
    for (const [name, title] of [
      ['Music', 'Music'],
      ['Developer', 'API keys'],
      ['Settings', 'Platforms'],
    ] as const) {
      await foot.getByRole('button', { name: 'More' }).click()
      await page.getByRole('dialog').getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await foot.locator('button[aria-current=page]', { hasText: 'More' }).waitFor()
    }
    await foot.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
    await page.context().close()
  })
})
