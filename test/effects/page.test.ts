import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPlace } from '../browser/open-place.ts'
import { settled, usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('effects that somebody writes')

describe('effects at the panel', () => {
  const panel = usePanel()

  it('chooses, names and creates one without scrolling, on a wide screen and on a phone', async () => {
    const { page } = await panel.signIn({ at: '/effects/new' })
    await settled(page)
    for (const screen of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(screen)
      const parts = {
        kinds: page.locator('.kinds label').first(),
        name: page.getByLabel('Name', { exact: true }),
        create: page.getByRole('button', { name: 'Create' }),
      }
      for (const [part, shown] of Object.entries(parts)) {
        const { x, y, width, height } = (await shown.boundingBox()) ?? assert.fail(`no ${part}`)
        const isInside = x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height
        assert.ok(isInside, `${part} at ${screen.width}: ${[x, y, width, height]}`)
      }
    }
    await page.context().close()
  })

  it('previews one of the gallery, makes it, changes it, and it reaches the overlay', async () => {
    const { page, faults } = await panel.signIn()
    await openPlace(page, 'Alerts', 'Effects')
    const preview = page.frameLocator('iframe')
    // Looked for from before it is played: an effect is there for some seconds only.
    const previewed = preview.locator('[data-effect-type="text-burst"]').first().waitFor()
    await page.getByRole('radio', { name: /^Text burst/ }).check({ force: true })
    await previewed
    await page.getByLabel('Name', { exact: true }).fill('Curtain')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Curtain created.').waitFor()
    await page.getByLabel('Text', { exact: true }).fill('Curtain up')
    const played = preview.locator('[data-effect-type="text-burst"]', { hasText: 'Curtain up' }).first().waitFor()
    await page.getByRole('button', { name: 'Play' }).click()
    await played
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Curtain saved.').waitFor()
    const overlay = await page.context().newPage()
    await overlay.goto(`${await panel.app.ctx.overlays.link(panel.app.channel)}&silent`)
    await overlay.locator('body[data-connected="true"]').waitFor()
    const shown = overlay.locator('[data-overlay-id="curtain"]', { hasText: 'Curtain up' }).first().waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await shown
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Curtain deleted.').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun(
    'writes an effect of its own, runs it in its closed frame, and reads its console and its errors',
    async () => {
      const { page, faults } = await panel.signIn({ at: '/effects/new' })
      await page.getByRole('radio', { name: /^Custom/ }).check({ force: true })
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await page.getByRole('button', { name: 'Create' }).click()
      const code = page.getByRole('textbox', { name: 'JavaScript of the effect' })
      await code.waitFor()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      const lines = page.locator('.effect-console')
      await lines.getByText('shown to Alice').waitFor()
      await code.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText("console.warn({ origin, top: top === self }); throw new RangeError('too far')")
      await page.keyboard.press('Control+Enter')
      await lines.getByText('{"origin":"null","top":false}').waitFor()
      await lines.getByText('RangeError: too far').waitFor()
      await page.getByRole('button', { name: 'CSS', exact: true }).click()
      await page.getByRole('textbox', { name: 'CSS of the effect' }).getByText('@keyframes').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Mine saved.').waitFor()
      const { items } = await panel.app.ctx.effects.list(panel.app.channel)
      assert.ok(items.some(({ overlayId, effectType }) => overlayId === 'mine' && effectType === 'custom'))
      // The effect's own room is another name of this machine, and what it throws is its own affair.
      const own = faults.filter((fault) => !/^asked http:\/\/effect-\d+\.localhost|too far/.test(fault))
      assert.deepEqual(own, [])
      await page.context().close()
    },
  )
})
