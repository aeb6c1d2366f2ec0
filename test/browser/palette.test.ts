import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needs, runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { Page } from '../tools/playwright.ts'
import { axeViolations } from './chromium.ts'
import { usePanel } from './panel-browser.ts'

runsOn('sqlite', { because: 'it is about what a browser shows' })
needs('chromium', 'panel')

describe('the search of the panel (Ctrl+K)', () => {
  const panel = usePanel()

  async function type(page: Page, text: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search, trigger, run or open' }).fill(text)
  }
  const chosen = (page: Page, name: RegExp) => page.getByRole('option', { name, selected: true }).waitFor()

  it('finds pages, settings and help by the words of streamers, and never the console', async () => {
    const { page, faults } = await panel.signIn()
    const wanted: readonly (readonly [string, RegExp])[] = [
      ['twitch', /^Platforms/],
      ['backup', /^Channel/],
      ['overlay link', /^Overlay/],
      ['help', /^Help and documentation/],
      ['giveaway', /^(Open round|Giveaways & polls)/],
      ['raffle', /^(Open round|Giveaways & polls)/],
      ['poll', /^Start poll/],
      ['clip', /^Create clip/],
      ['volume', /^Mute or change OBS volume/],
    ]
    await page.keyboard.press('Control+k')
    for (const [word, entry] of wanted) {
      await page.getByRole('combobox', { name: 'Search, trigger, run or open' }).fill(word)
      const options = page.getByRole('dialog').getByRole('option')
      await options
        .filter({ hasText: new RegExp(entry.source.slice(1)) })
        .first()
        .waitFor()
      const shown = await options.allInnerTexts()
      assert.ok(
        shown.slice(0, 3).some((text) => entry.test(text)),
        `${word}: ${shown.slice(0, 3).join(' | ')}`,
      )
      assert.ok(!shown.some((text) => /create-poll|open-round|\boperation\b/.test(text)), word)
    }
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('runs an action only from a form that names it, and says what is missing or not connected', async () => {
    const { page, faults } = await panel.signIn()
    await type(page, 'poll')
    await chosen(page, /^Start poll/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Start poll' })
    await dialog.getByText(/^Still missing:/).waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Start poll' }).isDisabled())
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await type(page, 'raid Northwind')
    await chosen(page, /^Raid Northwind/)
    await page.keyboard.press('Enter')
    const raid = page.getByRole('dialog', { name: 'Start raid' })
    assert.equal(await raid.getByLabel('Channel', { exact: true }).inputValue(), 'Northwind')
    const { chat: before } = (await sandboxCall(panel.app, 'state', { platform: 'PlatformA' })).body
    await page.keyboard.press('Escape')
    const { chat: after } = (await sandboxCall(panel.app, 'state', { platform: 'PlatformA' })).body
    assert.equal(after.length, before.length)

    await type(page, 'volume')
    await chosen(page, /^Mute or change OBS volume/)
    await page.keyboard.press('Enter')
    const volume = page.getByRole('dialog', { name: 'Mute or change OBS volume' })
    await volume.getByText('OBS is not connected.').waitFor()
    await volume.getByRole('link', { name: 'Connect' }).waitFor()
    await page.keyboard.press('Escape')

    await type(page, 'announcement We start')
    await chosen(page, /We start/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Send announcement' }).click()
    await page.getByText('Send announcement: done').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })
})
