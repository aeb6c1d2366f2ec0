import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needs, runsOn } from '../declare.ts'
import { usePanel } from './panel-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')

describe('widgets at the panel', () => {
  const panel = usePanel()

  it('previews one of the gallery, creates it, moves it on the stage, and it stands there on the overlay', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('link', { name: 'Widgets' }).click()
    const preview = page.frameLocator('iframe')
    await page.getByRole('radio', { name: /^Goal/ }).check({ force: true })
    await preview.locator('[data-type="goal"]', { hasText: '342 / 500' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Follows')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Follows created.').waitFor()
    await page.getByLabel('Target', { exact: true }).fill('800')
    await preview.locator('[data-type="goal"]', { hasText: '342 / 800' }).waitFor()
    await page.getByRole('button', { name: 'Follows, 50 % from the left, 50 % from the top' }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('button', { name: 'Follows, 55 % from the left, 50 % from the top' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Follows saved.').waitFor()
    if (process.env.WIDGET_PICTURES !== undefined) {
      await page.screenshot({ path: `${process.env.WIDGET_PICTURES}/panel-widget.png`, fullPage: true })
    }
    const overlay = await page.context().newPage()
    await overlay.goto(`${await panel.app.ctx.overlays.link(panel.app.channel)}&silent`)
    const goal = overlay.locator('[data-kind="widget"][data-type="goal"]', { hasText: '/ 800' })
    await goal.waitFor()
    assert.equal(await goal.evaluate((one) => one.style.left), '40.4%')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Follows deleted.').waitFor()
    await goal.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
