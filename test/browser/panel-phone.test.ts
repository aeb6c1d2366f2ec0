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
    const { page } = await panel.signIn({ phone: true })
    const search = page.getByRole('searchbox', { name: 'Search commands' })
    await page.goto(`${panel.app.url}/commands/new`)
    await page.getByRole('heading', { name: 'New command' }).waitFor()
    await search.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'All commands' }).click()
    await search.waitFor()
    await page.context().close()
  })

  it('reaches every page from the bar at the foot', async () => {
    const { page } = await panel.signIn({ phone: true })
    const foot = page.getByRole('navigation', { name: 'More' })
    for (const name of ['Overlay', 'Activity', 'Viewers', 'Home']) {
      await foot.getByRole('link', { name }).click()
      await foot.locator('[aria-current=page]', { hasText: name }).waitFor()
    }
    for (const [name, title] of [
      ['Music', 'Music'],
      ['Keys', 'API keys'],
      ['Settings', 'Platforms'],
    ] as const) {
      await foot.getByRole('button', { name: 'More' }).click()
      await page.getByRole('dialog').getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.context().close()
  })
})
