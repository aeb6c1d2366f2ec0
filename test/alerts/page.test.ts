import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { usePanel } from '../browser/panel-browser.ts'
import { hasLongVersion, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { itInLongRun } from '../long-run.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium', 'panel')
hasLongVersion('alerts that are added and tried in the corner')

describe('event alerts in the panel', () => {
  const panel = usePanel({ hasDefaultAlerts: true })

  it('are on from the start, and are written, tried and saved without an overlay', async () => {
    const { page, faults } = await panel.signIn()
    await page.getByRole('link', { name: 'Alerts', exact: true }).click()
    await page.getByRole('switch', { name: 'Follow alert is active' }).and(page.locator(':checked')).waitFor()
    await page.getByRole('link', { name: /^Raid alert/ }).click()
    const stage = page.frameLocator('.event-alert iframe')
    const card = stage.locator('[data-kind="event"]')
    await card.filter({ hasText: 'Viewer7 is raiding' }).filter({ hasText: '42 viewers' }).waitFor()
    await page.getByLabel('Text', { exact: true }).first().fill('$(displayname) brings the crowd')
    // Judged on every kind of footage, also on one that moves.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const scene = page.locator('.event-alert .picture')
    for (const [name, isMoving] of [
      ['Light', false],
      ['Moving', true],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('button', { name, exact: true, pressed: true }).waitFor()
      const moves = () => scene.evaluate((element) => element.getAnimations({ subtree: true }).length > 0)
      await eventually(`${name}: ${isMoving}`, async () => (await moves()) === isMoving)
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    assert.equal(await scene.evaluate((element) => element.getAnimations({ subtree: true }).length), 0)
    await page.getByRole('radio', { name: 'Banner across the screen' }).check({ force: true })
    await page.getByLabel('Entrance').first().selectOption('pop')
    await stage.locator('[data-layout="banner"][data-enter="pop"]', { hasText: 'Viewer7 brings the crowd' }).waitFor()

    await page.getByText('Viewers from 50').click()
    // Looked for from before it is tested: it is there for some seconds only.
    const shown = card.filter({ hasText: '50 viewers' }).waitFor()
    await page.getByRole('button', { name: 'Test with 50' }).click()
    await Promise.all([shown, page.getByText('No overlay is connected. Shown in the panel only.').waitFor()])
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Raid alert saved').waitFor()

    const { automations } = (await panel.app.call('list-automations', {})).body
    const saved = automations.find(({ name }: { name: string }) => name === 'Raid alert')
    const { text, layout, enter, variants, wait_for_overlay } = saved.steps[0]
    assert.deepEqual(
      [text, layout, enter, variants.length, wait_for_overlay],
      ['$(displayname) brings the crowd', 'banner', 'pop', 1, true],
    )
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('are offered to a channel that has none', async () => {
    const { automations } = (await panel.app.call('list-automations', {})).body
    for (const { id, source } of automations as { id: number; source: string }[]) {
      if (source.startsWith('automation:')) await panel.app.call('delete-automation', { id })
    }
    const { page, faults } = await panel.signIn({ at: '/alerts' })
    await page.getByRole('button', { name: 'Add the standard alerts' }).click()
    await page.getByText(/^\d+ alerts added$/).waitFor()
    await page.getByRole('switch', { name: 'Follow alert is active' }).and(page.locator(':checked')).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add the standard alerts' }).count(), 0)
    await page.getByRole('button', { name: 'Add Reward alert' }).waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  itInLongRun('are added, and audio alerts are tried on a stage in the corner, also on a phone', async () => {
    const { page, faults } = await panel.signIn({ phone: true, at: '/alerts' })
    await page.getByRole('button', { name: 'Add Reward alert' }).click()
    await page.getByRole('heading', { name: 'Reward alert' }).waitFor()
    await page.frameLocator('.event-alert iframe').getByText('Viewer7 redeemed Hydrate').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.goto(`${panel.app.url}/alerts/audio`)
    const shown = page.frameLocator('.try-stage iframe').locator('[data-kind="audio-alert"]', { hasText: 'Tada' })
    const wasShown = shown.waitFor()
    await page.getByRole('button', { name: 'Test Tada' }).click()
    // The stage closes itself a moment after the end, unless somebody uses it.
    await page.getByRole('button', { name: 'Close the test' }).focus()
    await wasShown
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Close the test' }).click()
    await page.locator('.try-stage').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
